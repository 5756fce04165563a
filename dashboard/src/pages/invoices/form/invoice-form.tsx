import { Checkbox, SimpleGrid, Stack, Textarea, TextInput } from "@mantine/core";
import type { ReactNode } from "react";
import { Section } from "#ui/page/section.tsx";
import type { InvoiceDraft } from "./invoice-draft.ts";
import { InvoiceLines } from "./invoice-lines.tsx";

type TextField = {
  [Name in keyof InvoiceDraft]: InvoiceDraft[Name] extends string ? Name : never;
}[keyof InvoiceDraft];

/** The fields of a new or changed invoice. */
export function InvoiceForm({
  draft,
  errors,
  customer,
  account,
  isNew,
  onChange,
  children,
}: {
  readonly draft: InvoiceDraft;
  readonly errors: Readonly<Record<string, string>>;
  /** Both are chosen once, for a new invoice. */
  readonly customer: ReactNode;
  readonly account: ReactNode;
  readonly isNew: boolean;
  readonly onChange: (draft: InvoiceDraft) => void;
  readonly children: ReactNode;
}) {
  const field: Field = (name) => ({
    value: draft[name],
    error: errors[name],
    onChange: (event: { readonly currentTarget: { readonly value: string } }) =>
      onChange({ ...draft, [name]: event.currentTarget.value }),
  });
  const copies = Object.entries(errors).find(([path]) => path.startsWith("ccEmails"))?.[1];
  return (
    <Stack gap="md">
      <Section title="Customer and dates">
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
          {customer}
          {account}
          <TextInput label="Invoice date" type="date" required {...field("invoiceDate")} />
          <TextInput label="Due date" type="date" required {...field("dueDate")} />
          <TextInput
            label={isNew ? "Number (optional)" : "Number"}
            placeholder={isNew ? "Next number of the series" : undefined}
            {...field("invoiceNumber")}
          />
          <TextInput label="Purchase order (optional)" {...field("poNumber")} />
          <TextInput label="Service period start (optional)" type="date" {...field("servicePeriodStartDate")} />
          <TextInput label="Service period end (optional)" type="date" {...field("servicePeriodEndDate")} />
        </SimpleGrid>
      </Section>
      <Section title="Lines">
        <InvoiceLines lines={draft.lines} errors={errors} onChange={(lines) => onChange({ ...draft, lines })} />
      </Section>
      <Section title="Notes and payment">
        <Stack gap="md">
          <Notes field={field} copies={copies} />
          <PaymentOptions draft={draft} onChange={onChange} />
          {children}
        </Stack>
      </Section>
    </Stack>
  );
}

type Field = (name: TextField) => {
  readonly value: string;
  readonly error: string | undefined;
  readonly onChange: (event: { readonly currentTarget: { readonly value: string } }) => void;
};

const Notes = ({ field, copies }: { readonly field: Field; readonly copies: string | undefined }) => (
  <>
    <Textarea
      label="Note to the customer (optional)"
      description="Shown on the invoice"
      autosize
      minRows={2}
      {...field("payerMemo")}
    />
    <Textarea
      label="Internal note (optional)"
      description="The customer does not see it"
      autosize
      minRows={2}
      {...field("internalNote")}
    />
    <TextInput
      label="Copies to (optional)"
      description="Email addresses, separated by commas"
      {...field("ccEmails")}
      error={copies}
    />
  </>
);

const PaymentOptions = ({
  draft,
  onChange,
}: {
  readonly draft: InvoiceDraft;
  readonly onChange: (draft: InvoiceDraft) => void;
}) => (
  <>
    <Checkbox
      label="Customer can pay by bank debit (ACH)"
      description="On the pay page, if your bank collects debits"
      checked={draft.achDebitEnabled}
      onChange={(event) => onChange({ ...draft, achDebitEnabled: event.currentTarget.checked })}
    />
    <Checkbox
      label="Show the account number on the PDF"
      description="The pay page always shows it"
      checked={draft.useRealAccountNumber}
      onChange={(event) => onChange({ ...draft, useRealAccountNumber: event.currentTarget.checked })}
    />
  </>
);
