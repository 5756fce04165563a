import { Input, NativeSelect, Radio, SimpleGrid, Stack, Text, Textarea, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { getAccountsOptions, getRecipientOptions } from "../../../api/generated/@tanstack/react-query.gen.ts";
import { AmountInput } from "../../../ui/forms/amount-input.tsx";
import { formatMoney } from "../../../ui/money/money.tsx";
import { methodNames, type PaymentMethod } from "../../../ui/money/payment-methods.ts";
import { RecipientSelect } from "../recipient-select.tsx";
import type { Draft } from "./payment-draft.ts";

/** The payment's fields. Methods are limited to those that the recipient's details support. */
export function PaymentFields({
  draft,
  errors,
  onChange,
}: {
  readonly draft: Draft;
  readonly errors: Readonly<Record<string, string>>;
  readonly onChange: (changes: Partial<Draft>) => void;
}) {
  const text = (name: "amount" | "externalMemo" | "note" | "purpose" | "sendOn") => ({
    value: draft[name],
    error: errors[name],
    onChange: (event: { readonly currentTarget: { readonly value: string } }) =>
      onChange({ [name]: event.currentTarget.value }),
  });
  const abroad = draft.paymentMethod === "internationalWire";
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
      <Method draft={draft} onChange={onChange} />
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
        <Account draft={draft} onChange={onChange} />
        <AmountInput label="Amount" required {...text("amount")} />
      </SimpleGrid>
      <TextInput
        label="Memo (optional)"
        description="Visible to the recipient"
        autoComplete="off"
        {...text("externalMemo")}
      />
      {abroad && (
        <>
          <TextInput
            label="Purpose"
            description="The reason for the payment, required by banks abroad"
            required
            {...text("purpose")}
          />
          <Radio.Group
            label="Bank charges"
            value={draft.chargeType}
            onChange={(value) => onChange({ chargeType: value === "shared" ? "shared" : "ours" })}
          >
            <Stack gap={6} mt={6}>
              <Radio value="ours" label="We pay all charges, and the recipient receives the full amount" />
              <Radio value="shared" label="Shared: the recipient’s banks deduct their charges" />
            </Stack>
          </Radio.Group>
        </>
      )}
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
        <TextInput label="Send on (optional)" description="Sent on approval if empty" type="date" {...text("sendOn")} />
      </SimpleGrid>
      <Textarea
        label="Note (optional)"
        description="Visible only to your organization"
        autosize
        minRows={2}
        {...text("note")}
      />
    </Stack>
  );
}

type Changing = { readonly draft: Draft; readonly onChange: (changes: Partial<Draft>) => void };

function Account({ draft, onChange }: Changing) {
  const accounts = useQuery(getAccountsOptions());
  const offered = accounts.data?.accounts.filter(({ canSendPayments }) => canSendPayments) ?? [];
  const first = offered[0]?.id;
  const { accountId } = draft;
  const chosen = offered.find(({ id }) => id === accountId);
  useEffect(() => {
    if (accountId === "" && first !== undefined) onChange({ accountId: first });
  }, [accountId, first, onChange]);
  return (
    <NativeSelect
      label="From account"
      description={chosen === undefined ? "…" : `${formatMoney(chosen.availableBalance)} available`}
      inputWrapperOrder={["label", "input", "description", "error"]}
      required
      value={accountId}
      onChange={(event) => onChange({ accountId: event.currentTarget.value })}
      data={offered.map(({ id, name }) => ({ value: id, label: name }))}
    />
  );
}

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
          <Radio key={method} value={method} label={methodNames[method]} />
        ))}
      </SimpleGrid>
    </Radio.Group>
  );
}
