import { Button, Grid, Group, Stack, Text } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useState } from "react";
import { isApiError } from "#api/api-error.ts";
import { getRecurringPaymentOptions } from "#api/generated/@tanstack/react-query.gen.ts";
import { updateRecurringPayment } from "#api/generated/sdk.gen.ts";
import type { RecurringPaymentDetails } from "#api/generated/types.gen.ts";
import { useRefresh } from "#api/refresh.ts";
import { Loaded } from "#ui/feedback/loaded.tsx";
import { notifyDone } from "#ui/feedback/notify.ts";
import { Problem } from "#ui/feedback/problem.tsx";
import { writtenAmount } from "#ui/forms/amount-input.tsx";
import { submits } from "#ui/forms/submits.ts";
import { ButtonLink } from "#ui/page/links.tsx";
import { Page } from "#ui/page/page.tsx";
import { ActionBar } from "#ui/page/record-page.tsx";
import { Section } from "#ui/page/section.tsx";
import { useMoveOn } from "#ui/page/use-move-on.ts";
import { emptyDraft, type PaymentDraft, recurringOf } from "../one/payment-draft.ts";
import { PaymentFields } from "../one/payment-fields.tsx";

const route = getRouteApi("/signedIn/scheduled/recurring/$recurringPaymentId/edit");

/** Changes a recurring payment from its next payment on. */
export function EditRecurringPage() {
  const { recurringPaymentId } = route.useParams();
  const recurring = useQuery({
    ...getRecurringPaymentOptions({ path: { recurringPaymentId } }),
    // The form starts from what was read first; the version tells if it has changed since.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  return (
    <Page
      title="Edit recurring payment"
      lead="Changes apply from the next payment on. Payments already sent for approval keep their terms."
    >
      <Loaded query={recurring}>{(found) => <EditForm key={found.id} recurring={found} />}</Loaded>
    </Page>
  );
}

const draftOf = (recurring: RecurringPaymentDetails): PaymentDraft => ({
  ...emptyDraft(),
  recipientId: recurring.recipientId,
  accountId: recurring.accountId,
  paymentMethod: recurring.paymentMethod,
  amount: writtenAmount(recurring.amount),
  externalMemo: recurring.externalMemo ?? "",
  note: recurring.note ?? "",
  purpose: recurring.purpose ?? "",
  chargeType: recurring.chargeType ?? "ours",
  sendOn: recurring.startOn,
  repeat: recurring.frequency,
  dayOfMonth: recurring.dayOfMonth === null ? "" : String(recurring.dayOfMonth),
  roll: recurring.roll,
  ends: recurring.endOn === null ? (recurring.endAfter === null ? "never" : "afterCount") : "onDay",
  endOn: recurring.endOn ?? "",
  ...(recurring.endAfter === null ? {} : { endAfter: String(recurring.endAfter) }),
});

function EditForm({ recurring }: { readonly recurring: RecurringPaymentDetails }) {
  const [draft, setDraft] = useState(() => draftOf(recurring));
  const body = recurringOf(draft);
  const saving = useSaving(recurring, body);
  const errors = isApiError(saving.error)
    ? Object.fromEntries(saving.error.fields.map(({ path, message }) => [path, message]))
    : {};
  return (
    <form onSubmit={submits(() => saving.mutate())}>
      <Grid>
        <Grid.Col span={{ base: 12, md: 8 }}>
          <Section title="Payment">
            <Stack gap="md">
              {saving.error !== null && Object.keys(errors).length === 0 && <Problem error={saving.error} />}
              <PaymentFields
                draft={draft}
                errors={errors}
                alwaysRepeats
                onChange={(changes) => setDraft((before) => ({ ...before, ...changes }))}
              />
              <Text size="sm" c="dimmed">
                When you save, you become the requester of its payments.
              </Text>
              <Group justify="flex-end">
                <ActionBar>
                  <ButtonLink
                    variant="default"
                    to="/scheduled/recurring/$recurringPaymentId"
                    params={{ recurringPaymentId: recurring.id }}
                  >
                    Cancel
                  </ButtonLink>
                  <Button type="submit" loading={saving.isPending} disabled={body === undefined}>
                    Save
                  </Button>
                </ActionBar>
              </Group>
            </Stack>
          </Section>
        </Grid.Col>
      </Grid>
    </form>
  );
}

function useSaving({ id, version }: RecurringPaymentDetails, body: ReturnType<typeof recurringOf>) {
  const refresh = useRefresh();
  const moveOn = useMoveOn();
  const path = { recurringPaymentId: id };
  return useMutation({
    mutationFn: async () => {
      if (body === undefined) throw new Error("the form is incomplete");
      await updateRecurringPayment({ path, body: { ...body, version }, throwOnError: true });
    },
    onSuccess: async () => {
      notifyDone("Recurring payment saved");
      void refresh("recurringPayments", "approvals");
      await moveOn({ to: "/scheduled/recurring/$recurringPaymentId", params: path });
    },
  });
}
