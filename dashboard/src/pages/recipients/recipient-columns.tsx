import { Text } from "@mantine/core";
import type { Recipient } from "../../api/generated/types.gen.ts";
import { accountNumberOf, allMethods, paysUsAccounts, shownMethods } from "../../ui/money/payment-methods.ts";
import { type Flag, Flags } from "../../ui/money-table/cells/flags.tsx";
import type { MoneyColumn, Sort } from "../../ui/money-table/money-column.ts";
import { formatInstant, When } from "../../ui/page/when.tsx";
import { Paid, type usePaid } from "./paid.tsx";

/** The orders that a list of recipients can have. */
const sorted = {
  name: ({ name }: Recipient) => name.toLowerCase(),
  lastPaid: ({ dateLastPaid }: Recipient) => dateLastPaid ?? "",
} as const;
type SortedBy = keyof typeof sorted;
const isSortedBy = (by: string | undefined): by is SortedBy => by !== undefined && by in sorted;

/** An order from the URL, such as "lastPaid.desc". */
export function recipientSortOf(text: string | undefined): Sort | undefined {
  const [by, order] = text?.split(".") ?? [];
  return isSortedBy(by) ? { by, order: order === "desc" ? "desc" : "asc" } : undefined;
}

export function sortedRecipients(rows: readonly Recipient[], sort: Sort | undefined): readonly Recipient[] {
  if (sort === undefined || !isSortedBy(sort.by)) return rows;
  const textOf = sorted[sort.by];
  const sign = sort.order === "asc" ? 1 : -1;
  return rows.toSorted((a, b) => sign * textOf(a).localeCompare(textOf(b)));
}

const methodsOf = ({ payableBy }: Recipient): string =>
  payableBy.map((method) => shownMethods[method].name).join(", ") || "No bank details yet";

const numberOf = (recipient: Recipient): string =>
  allMethods
    .filter(paysUsAccounts)
    .map((method) => accountNumberOf(recipient, method))
    .find((number) => number !== undefined) ?? "";

export const isChanged = ({ awaitingConfirmation, proposedName }: Recipient): boolean =>
  awaitingConfirmation.length > 0 || proposedName !== null;

const flagsOf = (recipient: Recipient): readonly Flag[] => [
  ...(isChanged(recipient)
    ? [
        {
          label: "Changed",
          detail: "A change of the name or bank details needs confirmation by another person",
          tone: "warning" as const,
        },
      ]
    : []),
  ...(recipient.nameProblem === null
    ? []
    : [{ label: "Cannot be paid", detail: `The name ${recipient.nameProblem}`, tone: "bad" as const }]),
];

/** A column of flags only while a row has one. */
export const recipientColumns = (
  rows: readonly Recipient[],
  paidTo: ReturnType<typeof usePaid> | undefined,
): readonly MoneyColumn<Recipient>[] => [
  {
    id: "name",
    header: "Name",
    sortsFirst: "asc",
    phone: "name",
    cell: ({ name, nickname }) => (
      <>
        {name}
        {nickname !== null && (
          <Text span inherit fw={400} c="dimmed">
            {" "}
            {nickname}
          </Text>
        )}
      </>
    ),
  },
  ...(rows.some((row) => flagsOf(row).length > 0)
    ? [
        {
          id: "flags",
          header: "Flags",
          width: 130,
          phone: "flags" as const,
          cell: (row: Recipient) => <Flags flags={flagsOf(row)} />,
        },
      ]
    : []),
  { id: "methods", header: "Payment methods", width: "24%", phone: "memo", cell: methodsOf },
  {
    id: "account",
    header: "Account",
    width: 110,
    from: "laptop",
    cell: (row) => <span className="figures">{numberOf(row)}</span>,
  },
  { id: "email", header: "Email", width: "20%", from: "desktop", cell: ({ email }) => email },
  {
    id: "lastPaid",
    header: "Last paid",
    width: 120,
    align: "right",
    sortsFirst: "desc",
    phone: "date",
    cell: ({ dateLastPaid }) =>
      dateLastPaid === null ? (
        <Text span inherit c="dimmed">
          Never
        </Text>
      ) : (
        <When at={dateLastPaid} form="short" />
      ),
  },
  ...(paidTo === undefined
    ? []
    : [
        {
          id: "paid",
          header: "Total paid",
          width: 140,
          align: "right" as const,
          phone: "amount" as const,
          cell: ({ id }: Recipient) => <Paid figures={paidTo(id)} />,
        },
      ]),
];

/** What an exported file says; account numbers stay masked. */
export const linesOfRecipients = (rows: readonly Recipient[]): readonly (readonly string[])[] => [
  ["Name", "Nickname", "Email", "Payment methods", "Account", "Last paid", "Flags"],
  ...rows.map((row) => [
    row.name,
    row.nickname ?? "",
    row.emails.join(", "),
    methodsOf(row),
    numberOf(row),
    row.dateLastPaid === null ? "" : formatInstant(row.dateLastPaid, "short"),
    flagsOf(row)
      .map(({ label }) => label)
      .join(", "),
  ]),
];
