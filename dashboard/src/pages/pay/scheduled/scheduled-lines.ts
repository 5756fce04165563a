import type { ScheduledPayment } from "#api/generated/types.gen.ts";
import type { LineCell, Lines } from "#ui/files/workbook/save-lines.ts";
import type { NamedAccount } from "#ui/money/account-names.ts";
import { shortMethodName } from "#ui/money-table/activity/method-of.ts";
import type { MoneyColumn, Sort } from "#ui/money-table/money-column.ts";
import { scheduledStateNames } from "./schedule-words.ts";
import { scheduledFlagsOf } from "./scheduled-columns.tsx";

/** The order in which the API lists them. */
export const BY_DAY: Sort = { by: "day", order: "asc" };

type AccountOf = (accountId: string) => NamedAccount | undefined;

const cellsOf = (row: ScheduledPayment, accountOf?: AccountOf): Readonly<Record<string, LineCell>> => {
  const lastFour = accountOf?.(row.accountId)?.lastFour;
  return {
    counterparty: row.recipientName,
    memo: row.memo ?? "",
    account: lastFour === undefined ? row.accountName : `${row.accountName} ••${lastFour}`,
    method: shortMethodName(row.paymentMethod),
    repeats: row.recurringPaymentId === null ? "" : "Yes",
    day: row.day,
    flags: scheduledFlagsOf(row)
      .map(({ label }) => label)
      .join(", "),
    status: scheduledStateNames[row.state].label,
    amount: { dollars: row.amount },
  };
};

/** The rows in an order; rows that are equal in it stay in that of their days. */
export function sortScheduled(rows: readonly ScheduledPayment[], { by, order }: Sort): readonly ScheduledPayment[] {
  const collator = new Intl.Collator("en-US", { numeric: true });
  const sign = order === "asc" ? 1 : -1;
  const compare = (a: LineCell, b: LineCell): number =>
    typeof a === "string" || typeof b === "string" ? collator.compare(String(a), String(b)) : a.dollars - b.dollars;
  return rows.toSorted((a, b) => sign * compare(cellsOf(a)[by] ?? "", cellsOf(b)[by] ?? ""));
}

/** What the table shows, as lines of a file. */
export const linesOfScheduled = (
  rows: readonly ScheduledPayment[],
  columns: readonly Pick<MoneyColumn<ScheduledPayment>, "id" | "header">[],
  accountOf: AccountOf,
): Lines => [
  columns.map(({ header }) => header),
  ...rows.map((row) => {
    const cells = cellsOf(row, accountOf);
    return columns.map(({ id }) => cells[id] ?? "");
  }),
];
