import {
  Input,
  NativeSelect,
  Radio,
  SimpleGrid,
  Stack,
  Text,
  Textarea,
  TextInput,
  type TextInputProps,
} from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { getRecipientOptions } from "#api/generated/@tanstack/react-query.gen.ts";
import { SkeletonRows } from "#ui/feedback/loaded.tsx";
import { AchFieldInputs, achFieldNames } from "#ui/forms/ach-fields.tsx";
import { AmountInput } from "#ui/forms/amount-input.tsx";
import { Folded } from "#ui/forms/folded.tsx";
import { RecipientSelect } from "#ui/forms/recipient-select.tsx";
import { type PaymentMethod, shownMethods } from "#ui/money/payment-methods.ts";
import { AccountSelect } from "../account-select.tsx";
import { DayFields } from "./day-fields.tsx";
import { LastPaid } from "./last-paid.tsx";
import type { PaymentDraft } from "./payment-draft.ts";

/** The payment's fields. Methods are limited to those that the recipient's details support. */
export function PaymentFields({
  draft,
  errors,
  alwaysRepeats = false,
  onChange,
}: {
  readonly draft: PaymentDraft;
  readonly errors: Readonly<Record<string, string>>;
  /** It is a recurring payment already. */
  readonly alwaysRepeats?: boolean;
  readonly onChange: (changes: Partial<PaymentDraft>) => void;
}) {
  const text = (name: "amount" | "externalMemo" | "note" | "purpose") => ({
    value: draft[name],
    error: errors[name],
    onChange: (event: { readonly currentTarget: { readonly value: string } }) =>
      onChange({ [name]: event.currentTarget.value }),
  });
  if (useIsGivenRecipientLoading(draft)) return <SkeletonRows rows={18} />;
  return (
    <Stack gap="md">
      <RecipientSelect
        recipientId={draft.recipientId}
        error={errors["recipientId"]}
        onChange={({ id, defaultPaymentMethod, payableBy }) =>
          onChange({
            recipientId: id,
            paymentMethod: payableBy.includes(defaultPaymentMethod) ? defaultPaymentMethod : "",
          })
        }
      />
      <LastPaid recipientId={draft.recipientId} />
      <Method draft={draft} onChange={onChange} />
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
        <AccountSelect accountId={draft.accountId} required onChoose={(accountId) => onChange({ accountId })} />
        <AmountInput label="Amount" required {...text("amount")} />
      </SimpleGrid>
      <TextInput
        label="Memo (optional)"
        description="Visible to the recipient"
        autoComplete="off"
        {...text("externalMemo")}
      />
      {draft.paymentMethod === "internationalWire" && (
        <InternationalFields chargeType={draft.chargeType} purpose={text("purpose")} onChange={onChange} />
      )}
      <DayFields draft={draft} errors={errors} alwaysRepeats={alwaysRepeats} onChange={onChange} />
      <Textarea
        label="Note (optional)"
        description="Visible only to your organization"
        autosize
        minRows={2}
        {...text("note")}
      />
      {draft.paymentMethod === "ach" && (
        <AchTerms draft={draft} errors={errors} repeats={alwaysRepeats || draft.repeat !== ""} onChange={onChange} />
      )}
    </Stack>
  );
}

/** The recipient that the form begins with decides which fields there are: without it, they would move when it arrives. */
function useIsGivenRecipientLoading({ recipientId }: PaymentDraft): boolean {
  const [givenId] = useState(recipientId);
  const { isLoading } = useQuery({
    ...getRecipientOptions({ path: { recipientId: givenId } }),
    enabled: givenId !== "",
  });
  return isLoading && recipientId === givenId;
}

function InternationalFields({
  chargeType,
  purpose,
  onChange,
}: {
  readonly chargeType: PaymentDraft["chargeType"];
  readonly purpose: TextInputProps;
  readonly onChange: (changes: Partial<PaymentDraft>) => void;
}) {
  return (
    <>
      <TextInput
        label="Purpose"
        description="The reason for the payment, required by banks abroad"
        required
        {...purpose}
      />
      <Radio.Group
        label="Bank charges"
        value={chargeType}
        onChange={(value) => onChange({ chargeType: value === "shared" ? "shared" : "ours" })}
      >
        <Stack gap={6} mt={6}>
          <Radio value="ours" label="We pay all charges, and the recipient receives the full amount" />
          <Radio value="shared" label="Shared: the recipient’s banks deduct their charges" />
        </Stack>
      </Radio.Group>
    </>
  );
}

/** Purposes that decide what an ACH file says. */
const achPurposes = [
  { value: "", label: "Not stated" },
  { value: "employee", label: "Wages, salary, or similar compensation" },
  { value: "contractor", label: "Work of a contractor" },
  { value: "expenses", label: "Expenses" },
];
const settlements = [
  { value: "", label: "As early as the bank offers" },
  { value: "sameDay", label: "On the day it is sent, or not at all" },
  { value: "nextDay", label: "On the next banking day" },
] as const satisfies readonly { readonly value: PaymentDraft["settlement"]; readonly label: string }[];

/** What the file says about the payment, and when it settles: few payments need more than what is usual. */
function AchTerms({
  draft,
  errors,
  repeats,
  onChange,
}: Changing & { readonly errors: Readonly<Record<string, string>>; readonly repeats: boolean }) {
  const isKnown = achPurposes.some(({ value }) => value === draft.purpose);
  const [isGiven] = useState(() => [draft.purpose, ...achFieldNames.map((name) => draft[name])].some((value) => value));
  const hasProblem = Object.keys(errors).some((name) => name === "purpose" || name.startsWith("achFields."));
  return (
    <Folded label="ACH options" opened={isGiven || hasProblem}>
      <Stack gap="md">
        <NativeSelect
          label="Purpose"
          description="Wages to a personal account are marked PAYROLL, as the Nacha rules require"
          data={achPurposes}
          value={isKnown ? draft.purpose : ""}
          error={errors["purpose"]}
          onChange={(event) => onChange({ purpose: event.currentTarget.value })}
        />
        {!repeats && (
          <>
            <NativeSelect
              label="Settlement"
              data={settlements}
              value={draft.settlement}
              error={errors["achFields.settlement"]}
              onChange={(event) => {
                const chosen = settlements.find(({ value }) => value === event.currentTarget.value);
                onChange({ settlement: chosen?.value ?? "" });
              }}
            />
            <AchFieldInputs
              hint="Sent in the ACH file. Fields left empty have the values of the recipient or the bank connection."
              field={(name) => ({
                value: draft[name],
                error: errors[`achFields.${name}`],
                onChange: (event) => onChange({ [name]: event.currentTarget.value }),
              })}
            />
          </>
        )}
      </Stack>
    </Folded>
  );
}

type Changing = { readonly draft: PaymentDraft; readonly onChange: (changes: Partial<PaymentDraft>) => void };

function Method({ draft, onChange }: Changing) {
  const { recipientId, paymentMethod } = draft;
  const recipient = useQuery({ ...getRecipientOptions({ path: { recipientId } }), enabled: recipientId !== "" });
  const offered = recipient.data?.payableBy ?? [];
  const usual = recipient.data?.defaultPaymentMethod;
  useEffect(() => {
    if (paymentMethod === "" && usual !== undefined && offered.includes(usual)) onChange({ paymentMethod: usual });
  }, [paymentMethod, usual, offered, onChange]);
  if (recipient.data === undefined) return null;
  if (offered.length === 0)
    return (
      <Input.Wrapper label="Method">
        <Text size="sm" c="dimmed">
          {recipient.data.name} has no bank details. Add them on the recipient’s page first.
        </Text>
      </Input.Wrapper>
    );
  return (
    <Radio.Group
      label="Method"
      required
      value={paymentMethod}
      // A value of the radio buttons below.
      onChange={(value) => onChange({ paymentMethod: value as PaymentMethod })}
    >
      <SimpleGrid cols={{ base: 1, xs: 2, sm: 3 }} spacing={6} mt={6}>
        {offered.map((method) => (
          <Radio key={method} value={method} label={shownMethods[method].name} />
        ))}
      </SimpleGrid>
    </Radio.Group>
  );
}
