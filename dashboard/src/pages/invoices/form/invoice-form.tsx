import { Box, Checkbox, Grid, NativeSelect, SimpleGrid, Stack, Textarea, TextInput } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { Folded } from "#ui/forms/folded.tsx";
import { Section } from "#ui/page/section.tsx";
import classes from "../invoices.module.css";
import { DraftPreview } from "./draft-preview.tsx";
import type { InvoiceDraft } from "./invoice-draft.ts";
import { InvoiceLines } from "./invoice-lines.tsx";
import { daysAfter, terms, termsOf } from "./terms.ts";

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
  return (
    <Grid gap="md" align="start">
      <Grid.Col span={{ base: 12, lg: 7 }}>
        <Stack gap="md">
          <Section title="Customer and dates">
            <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
              {customer}
              {account}
            </SimpleGrid>
            <Dates draft={draft} field={field} onChange={onChange} />
          </Section>
          <Section title="Lines">
            <InvoiceLines lines={draft.lines} errors={errors} onChange={(lines) => onChange({ ...draft, lines })} />
          </Section>
          <Section title="Note and options">
            <Stack gap="md">
              <Textarea label="Note to the customer (optional)" autosize minRows={2} {...field("payerMemo")} />
              <Checkbox
                label="Customer can pay by bank debit (ACH)"
                description="On the pay page, if your bank collects debits"
                checked={draft.achDebitEnabled}
                onChange={(event) => onChange({ ...draft, achDebitEnabled: event.currentTarget.checked })}
              />
              <MoreFields draft={draft} errors={errors} isNew={isNew} field={field} onChange={onChange} />
              <Box hiddenFrom="lg">
                <Folded label="Preview">
                  <DraftPreview draft={draft} />
                </Folded>
              </Box>
              {children}
            </Stack>
          </Section>
        </Stack>
      </Grid.Col>
      <Grid.Col span={{ base: 12, lg: 5 }} visibleFrom="lg" className={classes["preview"] ?? ""}>
        <DraftPreview draft={draft} />
      </Grid.Col>
    </Grid>
  );
}

type Field = (name: TextField) => {
  readonly value: string;
  readonly error: string | undefined;
  readonly onChange: (event: { readonly currentTarget: { readonly value: string } }) => void;
};

interface FieldsProps {
  readonly draft: InvoiceDraft;
  readonly field: Field;
  readonly onChange: (draft: InvoiceDraft) => void;
}

/** The due date follows the terms, also when the invoice date changes; another one can be typed. */
function Dates({ draft, field, onChange }: FieldsProps) {
  const { invoiceDate, dueDate } = draft;
  const chosen = termsOf(invoiceDate, dueDate);
  return (
    <SimpleGrid cols={{ base: 2, sm: 3 }} spacing="md" mt="md">
      <TextInput
        label="Invoice date"
        type="date"
        required
        {...field("invoiceDate")}
        onChange={({ currentTarget: { value } }) =>
          onChange({
            ...draft,
            invoiceDate: value,
            ...(chosen === undefined ? {} : { dueDate: daysAfter(value, chosen) }),
          })
        }
      />
      <NativeSelect
        label="Terms"
        value={chosen === undefined ? "" : String(chosen)}
        data={[
          ...(chosen === undefined ? [{ value: "", label: "Other due date" }] : []),
          ...terms.map(({ days, label }) => ({ value: String(days), label })),
        ]}
        onChange={({ currentTarget: { value } }) =>
          value !== "" && onChange({ ...draft, dueDate: daysAfter(invoiceDate, Number(value)) })
        }
      />
      <TextInput label="Due date" type="date" required {...field("dueDate")} />
    </SimpleGrid>
  );
}

const foldedFields = [
  "invoiceNumber",
  "poNumber",
  "servicePeriodStartDate",
  "servicePeriodEndDate",
  "internalNote",
  "ccEmails",
] as const;

/** Fields that few invoices need: folded, unless one is filled in or has a problem. */
function MoreFields({
  draft,
  errors,
  isNew,
  field,
  onChange,
}: FieldsProps & { readonly errors: Readonly<Record<string, string>>; readonly isNew: boolean }) {
  const [first] = useState(draft);
  const copies = Object.entries(errors).find(([path]) => path.startsWith("ccEmails"))?.[1];
  const isNeeded =
    copies !== undefined ||
    foldedFields.some((name) => errors[name] !== undefined) ||
    foldedFields.some((name) => first[name] !== "" && (isNew || name !== "invoiceNumber"));
  return (
    <Folded label="More options" opened={isNeeded}>
      <Stack gap="md">
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
          <TextInput
            label={isNew ? "Number (optional)" : "Number"}
            placeholder={isNew ? "Next number of the series" : undefined}
            {...field("invoiceNumber")}
          />
          <TextInput label="Purchase order (optional)" {...field("poNumber")} />
          <TextInput label="Service period start (optional)" type="date" {...field("servicePeriodStartDate")} />
          <TextInput label="Service period end (optional)" type="date" {...field("servicePeriodEndDate")} />
        </SimpleGrid>
        <TextInput
          label="Copies to (optional)"
          description="Email addresses, separated by commas"
          {...field("ccEmails")}
          error={copies}
        />
        <Textarea
          label="Internal note (optional)"
          description="The customer does not see it"
          autosize
          minRows={2}
          {...field("internalNote")}
        />
        <Checkbox
          label="Show the account number on the PDF"
          description="The pay page always shows it"
          checked={draft.useRealAccountNumber}
          onChange={(event) => onChange({ ...draft, useRealAccountNumber: event.currentTarget.checked })}
        />
      </Stack>
    </Folded>
  );
}
