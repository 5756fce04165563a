import { NumberInput, SimpleGrid } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { useQuery } from "@tanstack/react-query";
import { getRecipientsOptions } from "#api/generated/@tanstack/react-query.gen.ts";
import { useRight } from "#app/session/session.ts";
import { AnyOfSelect } from "#ui/forms/any-of-select.tsx";
import { useAccountNames } from "#ui/money/account-names.ts";

/** Limits as a form has them: empty means no limit. */
export interface LimitDraft {
  limitPerPayment: string | number;
  limitPerDay: string | number;
  limitPerMonth: string | number;
  paymentsPerDay: string | number;
  accountIds: string[];
  recipientIds: string[];
}

export const noLimits: LimitDraft = {
  limitPerPayment: "",
  limitPerDay: "",
  limitPerMonth: "",
  paymentsPerDay: "",
  accountIds: [],
  recipientIds: [],
};

const numberOrNull = (value: string | number): number | null => (typeof value === "number" ? value : null);
const listOrNull = (ids: readonly string[]): string[] | null => (ids.length === 0 ? null : [...ids]);

/** The body of the routes that take limits. */
export const limitsOfDraft = (draft: LimitDraft) => ({
  limitPerPayment: numberOrNull(draft.limitPerPayment),
  limitPerDay: numberOrNull(draft.limitPerDay),
  limitPerMonth: numberOrNull(draft.limitPerMonth),
  paymentsPerDay: numberOrNull(draft.paymentsPerDay),
  accountIds: listOrNull(draft.accountIds),
  recipientIds: listOrNull(draft.recipientIds),
});

const STALE_MS = 30_000;
const amount = { prefix: "$", thousandSeparator: true, decimalScale: 2, hideControls: true } as const;

/** How much a token may move, from which accounts, and to whom. */
export function LimitFields<Draft extends LimitDraft>({ form }: { readonly form: UseFormReturnType<Draft> }) {
  const { accounts } = useAccountNames();
  const recipients = useQuery({ ...getRecipientsOptions(), enabled: useRight("fetchRecipients"), staleTime: STALE_MS });
  return (
    <>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <NumberInput label="Limit per payment (optional)" {...amount} {...form.getInputProps("limitPerPayment")} />
        <NumberInput label="Limit per day (optional)" {...amount} {...form.getInputProps("limitPerDay")} />
        <NumberInput label="Limit per month (optional)" {...amount} {...form.getInputProps("limitPerMonth")} />
        <NumberInput
          label="Payments per day (optional)"
          min={1}
          allowDecimal={false}
          hideControls
          {...form.getInputProps("paymentsPerDay")}
        />
      </SimpleGrid>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <AnyOfSelect
          label="Only these accounts (optional)"
          data={accounts.map(({ id, name }) => ({ value: id, label: name }))}
          {...form.getInputProps("accountIds")}
        />
        <AnyOfSelect
          label="Only these recipients (optional)"
          data={(recipients.data?.recipients ?? []).map(({ id, name }) => ({ value: id, label: name }))}
          {...form.getInputProps("recipientIds")}
        />
      </SimpleGrid>
    </>
  );
}
