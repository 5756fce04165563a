import { NEW_YORK, newYorkDay } from "bursar-banking/calendar/new-york";
import { methodTable } from "bursar-banking/identifiers/payment-method";
import { present } from "#kernel/assert.ts";
import { isUuid } from "#kernel/values/ids.ts";
import { formatUsd } from "#kernel/values/money.ts";
import type { TransactionRow } from "#payments/payments";

/** "$1,234.50", without the sign of the account. */
export const amountText = ({ amount_minor: minor }: Pick<TransactionRow, "amount_minor">): string =>
  `$${formatUsd(minor < 0n ? -minor : minor)}`;

/** "Nov 27, 2026" in New York. */
export const documentDay = (at: Date): string =>
  Temporal.PlainDate.from(newYorkDay(at)).toLocaleString("en-US", { month: "short", day: "numeric", year: "numeric" });

/** "Nov 27, 2026, 1:00 PM" in New York. */
export const documentTime = (at: Date): string =>
  at.toLocaleString("en-US", { dateStyle: "medium", timeStyle: "short", timeZone: NEW_YORK });

const paidBy = ({ method }: Pick<TransactionRow, "method">) => methodTable[present(method, "a payment has a method")];
export const methodText = (row: Pick<TransactionRow, "method">): string => paidBy(row).name;

/** The numbers by which both banks find the payment. A bank that gives no reference of its own returns the UETR. */
export function referencesOf(row: Pick<TransactionRow, "method" | "tracking_number" | "check_number">) {
  const { tracking_number: tracking, check_number: check } = row;
  const trackingName = tracking !== null && isUuid(tracking) ? "UETR" : paidBy(row).referenceName;
  return [
    ...(check === null ? [] : [{ label: "Check number", value: check }]),
    ...(tracking === null ? [] : [{ label: trackingName, value: tracking }]),
  ];
}
