import { Code, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { Section } from "../../ui/page/section.tsx";
import { DataTable } from "../../ui/table/data-table.tsx";

interface Column {
  readonly name: string;
  readonly required: string;
  readonly contents: ReactNode;
}

const columns: readonly Column[] = [
  { name: "Reference", required: "Yes", contents: "The custodian's reference, unique in the account" },
  {
    name: "Date",
    required: "Yes",
    contents: (
      <span>
        <Code>2026-11-30</Code> or <Code>11/30/2026</Code>, not in the future
      </span>
    ),
  },
  { name: "Type", required: "Yes", contents: "One of the types below" },
  {
    name: "Amount",
    required: "Yes",
    contents: (
      <span>
        Dollars; <Code>-12.50</Code> and <Code>(12.50)</Code> are negative
      </span>
    ),
  },
  { name: "Security, CUSIP", required: "First trade", contents: "The fund; an account holds one at a time" },
  { name: "Shares, Price", required: "No", contents: "Up to four decimals; by default, the amount at the last price" },
  { name: "Month", required: "No", contents: "The month that a dividend or fee is for, such as 2026-11" },
  { name: "Description", required: "No", contents: "Shown in the list of transactions" },
];

interface TypeGroup {
  readonly effect: string;
  readonly types: readonly string[];
}

const types: readonly TypeGroup[] = [
  {
    effect: "Cash arrives: positive amounts",
    types: ["Deposit", "Withdrawal returned", "Dividend", "Interest", "Credit", "Treasury fee refunded"],
  },
  {
    effect: "Cash leaves: negative amounts",
    types: ["Withdrawal", "Deposit returned", "Treasury fee", "Dividend canceled", "Interest canceled"],
  },
  { effect: "Either", types: ["Reversal", "Manual amendment"] },
  {
    effect: "Shares are bought: negative amounts",
    types: ["Sweep to fund", "Dividend reinvested"],
  },
  { effect: "Shares are sold: positive amounts", types: ["Sweep to cash"] },
  {
    effect: "Bought (negative) or sold (positive)",
    types: ["Fund trade", "Fund order settled", "Bond order settled", "Sweep reconciliation"],
  },
  { effect: "The value of the shares changes", types: ["Change in value"] },
  { effect: "For the record; changes nothing", types: ["… failed", "… canceled", "… rejected"] },
];

/** What a file may contain. */
export function ImportHelp() {
  return (
    <>
      <Section title="Columns" flush>
        <DataTable
          label="Columns"
          rows={columns}
          rowKey={({ name }) => name}
          columns={[
            {
              header: "Column",
              phone: "name",
              cell: ({ name }) => (
                <Text size="sm" fw={550}>
                  {name}
                </Text>
              ),
              width: 150,
            },
            { header: "Required", phone: "amount", cell: ({ required }) => <Required text={required} />, width: 110 },
            { header: "Contents", phone: "second", cell: ({ contents }) => contents },
          ]}
        />
      </Section>
      <Section title="Types" flush>
        <DataTable
          label="Types"
          rows={types}
          rowKey={({ effect }) => effect}
          columns={[
            { header: "Effect", phone: "name", cell: ({ effect }) => effect, width: 280 },
            { header: "Types", phone: "below", cell: (group) => <Names names={group.types} /> },
          ]}
        />
      </Section>
    </>
  );
}

/** On a phone, without a heading above it. */
const Required = ({ text }: { readonly text: string }) => (
  <>
    <Text span inherit visibleFrom="sm">
      {text}
    </Text>
    <Text span size="xs" c="dimmed" hiddenFrom="sm">
      {text === "No" ? "Optional" : text === "Yes" ? "Required" : text}
    </Text>
  </>
);

const Names = ({ names }: { readonly names: readonly string[] }) => (
  <span style={{ display: "inline-flex", flexWrap: "wrap", gap: 6 }}>
    {names.map((name) => (
      <Code key={name}>{name}</Code>
    ))}
  </span>
);
