import { Group } from "@mantine/core";
import type { BankFilePayment } from "#api/generated/types.gen.ts";
import { StatusMark } from "#ui/feedback/status-mark.tsx";
import { plainAmount, wholeCentsOf } from "#ui/money/cents.ts";
import { Amount } from "#ui/money-table/cells/amount.tsx";
import type { MoneyColumn, Sort } from "#ui/money-table/money-column.ts";
import { purposeNames } from "../file-labels.ts";

export const keyOfFilePayment = ({ position }: BankFilePayment): string => String(position);

const NOT_IN_EFFECT = "Not in effect";

/** The texts of a row, for sorting and for the exported file. */
const textsOf = ({
  transactionId,
  counterpartyName,
  position,
  amount,
  purpose,
  reference,
  released,
}: BankFilePayment) =>
  ({
    counterparty: counterpartyName ?? transactionId,
    position: String(position),
    purpose: released ? `${purposeNames[purpose]}, ${NOT_IN_EFFECT.toLowerCase()}` : purposeNames[purpose],
    reference: reference ?? "",
    amount: amount === null ? "" : plainAmount(amount),
  }) as Readonly<Record<string, string>>;

export const filePaymentColumns: readonly MoneyColumn<BankFilePayment>[] = [
  {
    id: "counterparty",
    header: "Payment",
    cell: (row) => textsOf(row)["counterparty"],
    phone: "name",
    sortsFirst: "asc",
  },
  {
    id: "position",
    header: "Place",
    align: "right",
    cell: ({ position }) => position.toLocaleString("en-US"),
    width: 76,
    phone: "date",
    sortsFirst: "asc",
  },
  {
    id: "purpose",
    header: "Purpose",
    cell: ({ purpose, released }) => (
      <Group gap={6} component="span" wrap="nowrap">
        {purposeNames[purpose]}
        {released && <StatusMark color="gray">{NOT_IN_EFFECT}</StatusMark>}
      </Group>
    ),
    width: "20%",
    phone: "status",
    sortsFirst: "asc",
  },
  {
    id: "reference",
    header: "Reference",
    cell: ({ reference }) => <span className="figures">{reference}</span>,
    width: "24%",
    from: "laptop",
    phone: "memo",
    sortsFirst: "asc",
  },
  {
    id: "amount",
    header: "Amount",
    align: "right",
    cell: ({ amount, released }) => (amount === null ? null : <Amount amount={amount} moved={!released} />),
    width: 124,
    phone: "amount",
    sortsFirst: "desc",
  },
];

/** Payments leave the account: the largest is the most negative. */
const centsOf = ({ amount }: BankFilePayment): bigint => -wholeCentsOf(amount ?? 0);
const compareCents = (a: bigint, b: bigint): number => (a < b ? -1 : a > b ? 1 : 0);

/** The rows in an order; rows that are equal in it stay in that of the file. */
export function sortFilePayments(rows: readonly BankFilePayment[], { by, order }: Sort): readonly BankFilePayment[] {
  const sign = order === "asc" ? 1 : -1;
  const collator = new Intl.Collator("en-US", { numeric: true });
  const compare = (a: BankFilePayment, b: BankFilePayment): number =>
    by === "amount"
      ? compareCents(centsOf(a), centsOf(b))
      : collator.compare(textsOf(a)[by] ?? "", textsOf(b)[by] ?? "");
  return rows.toSorted((a, b) => sign * compare(a, b));
}

/** What the table shows, as lines of a CSV file. */
export const linesOfFilePayments = (
  rows: readonly BankFilePayment[],
  columns: readonly Pick<MoneyColumn<BankFilePayment>, "id" | "header">[],
): readonly (readonly string[])[] => [
  columns.map(({ header }) => header),
  ...rows.map((row) => columns.map(({ id }) => textsOf(row)[id] ?? "")),
];
