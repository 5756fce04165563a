import { Anchor, Button, Grid, Group, Stack } from "@mantine/core";
import { IconFileSpreadsheet } from "@tabler/icons-react";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useCallback, useState } from "react";
import { isApiError } from "../../../api/api-error.ts";
import { getAccountsOptions } from "../../../api/generated/@tanstack/react-query.gen.ts";
import { requestSendMoney } from "../../../api/generated/sdk.gen.ts";
import type { SendMoneyApprovalRequest } from "../../../api/generated/types.gen.ts";
import { useSession } from "../../../app/session/session.ts";
import { Empty } from "../../../ui/feedback/empty.tsx";
import { Problem } from "../../../ui/feedback/problem.tsx";
import { NoAccounts } from "../../../ui/money/no-accounts.tsx";
import { ButtonLink } from "../../../ui/page/links.tsx";
import { Page } from "../../../ui/page/page.tsx";
import { Section } from "../../../ui/page/section.tsx";
import { PreviewPanel, usePreview } from "../preview-panel.tsx";
import { paymentRequestOf, previewOf, useDraft } from "./payment-draft.ts";
import { PaymentFields } from "./payment-fields.tsx";
import { PaymentRequested } from "./payment-requested.tsx";

const route = getRouteApi("/signedIn/pay");

/** Without an account, there is nothing to pay from. */
export function PayPage() {
  const accounts = useQuery(getAccountsOptions()).data?.accounts;
  if (accounts?.some(({ canSendPayments }) => canSendPayments) ?? true) return <PayForm />;
  return (
    <Page title="Pay">
      <Section>
        {accounts?.length === 0 ? (
          <NoAccounts />
        ) : (
          <Empty title="No account can send payments">Only active checking accounts can send payments.</Empty>
        )}
      </Section>
    </Page>
  );
}

function PayForm() {
  const { draft, change, clear, instruction, preview, requesting, done, setDone } = usePayment();
  if (done !== undefined) return <PaymentRequested request={done} onAnother={() => setDone(undefined)} />;
  const { error } = requesting;
  const rejected = error ?? preview.error;
  const errors = isApiError(rejected)
    ? Object.fromEntries(rejected.fields.map(({ path, message }) => [path, message]))
    : {};
  return (
    <Page
      title="Pay"
      lead="Your request is sent to approvers. No money moves until it is approved."
      actions={
        <ButtonLink to="/pay/many" variant="default" leftSection={<IconFileSpreadsheet size={16} aria-hidden />}>
          Pay from a file
        </ButtonLink>
      }
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          requesting.mutate();
        }}
      >
        <Grid gap="md" align="start">
          <Grid.Col span={{ base: 12, md: 7 }}>
            <Section title="Payment">
              <Stack gap="md">
                {error !== null && Object.keys(errors).length === 0 && <Problem error={error} />}
                <PaymentFields draft={draft} errors={errors} onChange={change} />
                <Group justify="space-between">
                  <Anchor component="button" type="button" size="sm" c="dimmed" onClick={clear}>
                    Clear form
                  </Anchor>
                  <Button type="submit" loading={requesting.isPending} disabled={instruction === undefined}>
                    Request payment
                  </Button>
                </Group>
              </Stack>
            </Section>
          </Grid.Col>
          <Grid.Col span={{ base: 12, md: 5 }}>
            <PreviewPanel preview={preview} instruction={instruction} />
          </Grid.Col>
        </Grid>
      </form>
    </Page>
  );
}

/** The draft, its preview, and the call that requests it. */
function usePayment() {
  const { user } = useSession();
  const { draft, change, clear } = useDraft(user.userId, definedOf(route.useSearch()));
  const [done, setDone] = useState<SendMoneyApprovalRequest>();
  const queryClient = useQueryClient();
  const instruction = paymentRequestOf(draft);
  const preview = usePreview(draft.accountId, previewOf(instruction));
  const requesting = useMutation({
    mutationFn: async () => {
      if (instruction === undefined) throw new Error("the draft is incomplete");
      const { data } = await requestSendMoney({
        path: { accountId: draft.accountId },
        body: { ...instruction, idempotencyKey: draft.key },
        throwOnError: true,
      });
      if ("preview" in data) throw new Error("expected a request, received a preview");
      return data;
    },
    onSuccess: async (request) => {
      setDone(request);
      clear();
      await queryClient.invalidateQueries();
    },
  });
  const { reset } = requesting;
  const changeAndReset = useCallback(
    (changes: Parameters<typeof change>[0]) => {
      reset();
      change(changes);
    },
    [reset, change],
  );
  return { draft, change: changeAndReset, clear, instruction, preview, requesting, done, setDone };
}

const definedOf = ({
  recipientId,
  accountId,
}: {
  recipientId?: string | undefined;
  accountId?: string | undefined;
}) => ({
  ...(recipientId === undefined ? {} : { recipientId, paymentMethod: "" as const }),
  ...(accountId === undefined ? {} : { accountId }),
});
