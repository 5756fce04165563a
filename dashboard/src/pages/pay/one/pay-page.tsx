import { Anchor, Button, Grid, Group, Stack } from "@mantine/core";
import { IconFileSpreadsheet } from "@tabler/icons-react";
import { useMutation, useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useCallback, useState } from "react";
import { isApiError } from "#api/api-error.ts";
import { getAccountsOptions } from "#api/generated/@tanstack/react-query.gen.ts";
import { createRecurringPayment, requestSendMoney } from "#api/generated/sdk.gen.ts";
import type { SendMoneyApprovalRequest } from "#api/generated/types.gen.ts";
import { useRefresh } from "#api/refresh.ts";
import { useSession } from "#app/session/session.ts";
import { Empty } from "#ui/feedback/empty.tsx";
import { Loaded } from "#ui/feedback/loaded.tsx";
import { notifyDone } from "#ui/feedback/notify.ts";
import { Problem } from "#ui/feedback/problem.tsx";
import { submits } from "#ui/forms/submits.ts";
import { NoAccounts } from "#ui/money/no-accounts.tsx";
import { ButtonLink } from "#ui/page/links.tsx";
import { Page } from "#ui/page/page.tsx";
import { ActionBar } from "#ui/page/record-page.tsx";
import { Section } from "#ui/page/section.tsx";
import { useMoveOn } from "#ui/page/use-move-on.ts";
import { PreviewPanel, usePreview } from "../preview-panel.tsx";
import { DraftFiles } from "./draft-files.tsx";
import { type PaymentDraft, paymentRequestOf, previewOf, recurringOf, useDraft } from "./payment-draft.ts";
import { PaymentFields } from "./payment-fields.tsx";
import { PaymentRequested } from "./payment-requested.tsx";
import { type FailedPayment, useFailedPayment } from "./use-failed-payment.ts";

const route = getRouteApi("/signedIn/pay");

/** Without an account, there is nothing to pay from. */
export function PayPage() {
  const accounts = useQuery(getAccountsOptions()).data?.accounts;
  const { again } = route.useSearch();
  if (accounts?.some(({ canSendPayments }) => canSendPayments) ?? true)
    return again === undefined ? <PayForm /> : <PayAgain key={again} transactionId={again} />;
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

/** The form with what a failed payment had. */
function PayAgain({ transactionId }: { readonly transactionId: string }) {
  const failed = useFailedPayment(transactionId);
  if (failed.data !== undefined) return <PayForm again={failed.data} />;
  return (
    <Page title="Pay">
      <Section>
        <Loaded query={failed}>{() => null}</Loaded>
      </Section>
    </Page>
  );
}

function PayForm({ again }: { readonly again?: FailedPayment }) {
  const { draft, change, clear, instruction, isComplete, preview, requesting, done, setDone } = usePayment(
    again?.draft,
  );
  const [files, setFiles] = useState<readonly File[]>([]);
  if (done !== undefined)
    return (
      <PaymentRequested
        request={done}
        failedPaymentId={again?.transactionId}
        files={files}
        onAnother={() => {
          setFiles([]);
          setDone(undefined);
        }}
      />
    );
  const { error } = requesting;
  const rejected = error ?? preview.error;
  const errors = isApiError(rejected)
    ? Object.fromEntries(rejected.fields.map(({ path, message }) => [path, message]))
    : {};
  return (
    <Page
      title="Pay"
      lead={
        again === undefined
          ? "Your request is sent to approvers. No money moves until it is approved."
          : `Pays ${again.name} the amount that did not arrive. It needs approval like any other payment.`
      }
      actions={<PayFromFile />}
    >
      <form onSubmit={submits(() => requesting.mutate())}>
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
                  {/* On a phone, in reach below the preview, which may warn. */}
                  <ActionBar>
                    <Button type="submit" loading={requesting.isPending} disabled={!isComplete}>
                      {draft.repeat === "" ? "Request payment" : "Set up recurring payment"}
                    </Button>
                  </ActionBar>
                </Group>
              </Stack>
            </Section>
          </Grid.Col>
          <Grid.Col span={{ base: 12, md: 5 }}>
            <Stack gap="md">
              <PreviewPanel preview={preview} instruction={instruction} withDates={draft.repeat === ""} />
              {/* Each payment of a series has a request of its own, to which its invoice belongs. */}
              {draft.repeat === "" && <DraftFiles files={files} onChange={setFiles} />}
            </Stack>
          </Grid.Col>
        </Grid>
      </form>
    </Page>
  );
}

const PayFromFile = () => (
  <ButtonLink to="/pay/many" variant="default" leftSection={<IconFileSpreadsheet size={16} aria-hidden />}>
    Pay from a file
  </ButtonLink>
);

/** The draft, its preview, and the call that requests it. */
function usePayment(again: Partial<PaymentDraft> | undefined) {
  const { user } = useSession();
  const search = route.useSearch();
  const { draft, change, clear } = useDraft(user.userId, again ?? definedOf(search), again !== undefined);
  const [done, setDone] = useState<SendMoneyApprovalRequest>();
  const refresh = useRefresh();
  const instruction = paymentRequestOf(draft);
  const recurring = recurringOf(draft);
  const moveOn = useMoveOn();
  const preview = usePreview(draft.accountId, previewOf(instruction));
  const requesting = useMutation({
    mutationFn: async () => {
      if (draft.repeat !== "") return setUp(recurring, draft.key);
      if (instruction === undefined) throw new Error("the draft is incomplete");
      const { data } = await requestSendMoney({
        path: { accountId: draft.accountId },
        body: { ...instruction, idempotencyKey: draft.key },
        throwOnError: true,
      });
      return data;
    },
    onSuccess: async (made) => {
      clear();
      if ("frequency" in made) {
        notifyDone("Recurring payment set up");
        const params = { recurringPaymentId: made.id };
        await moveOn({ to: "/scheduled/recurring/$recurringPaymentId", params });
      } else setDone(made);
      await refresh("approvals", "transactions", "recurringPayments");
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
  const isComplete = draft.repeat === "" ? instruction !== undefined : recurring !== undefined;
  return { draft, change: changeAndReset, clear, instruction, isComplete, preview, requesting, done, setDone };
}

async function setUp(recurring: ReturnType<typeof recurringOf>, idempotencyKey: string) {
  if (recurring === undefined) throw new Error("the draft is incomplete");
  const { data } = await createRecurringPayment({ body: { ...recurring, idempotencyKey }, throwOnError: true });
  return data;
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
