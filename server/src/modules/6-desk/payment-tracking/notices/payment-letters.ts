import { methodTable } from "bursar-banking/identifiers/payment-method";
import { formatUsd } from "#kernel/values/money.ts";
import type { TransactionRow } from "#payments/payments";
import type { Letter } from "#records/mail";

const amountOf = ({ amount_minor: minor }: TransactionRow): string => `$${formatUsd(minor < 0n ? -minor : minor)}`;
const methodOf = ({ method }: TransactionRow): readonly (readonly [string, string])[] =>
  method === null ? [] : [["Method", methodTable[method].name]];

const day = (at: Date): string => at.toLocaleString("en-US", { dateStyle: "long", timeZone: "America/New_York" });

/** What happened to a payment that did not arrive. */
const endings = {
  failed: ["failed", "The bank rejected the payment. The amount is available again."],
  blocked: ["was blocked", "The payment was stopped before it was sent. The amount is available again."],
  reversed: ["was returned", "The payment was sent and then returned. The amount is back in the account."],
} as const;
export type FailedStatus = keyof typeof endings;

export const isFailedStatus = (status: string): status is FailedStatus => status in endings;

/** To the requester and to administrators. */
export function failedLetter(
  row: TransactionRow,
  { status, account, url }: { readonly status: FailedStatus; readonly account: string; readonly url: string },
): Letter {
  const [verb, sentence] = endings[status];
  return {
    subject: `Payment to ${row.counterparty_name}, ${amountOf(row)}, ${verb}`,
    paragraphs: [sentence],
    facts: [
      ["Recipient", row.counterparty_name],
      ["Amount", amountOf(row)],
      ...methodOf(row),
      ["From", account],
      ...(row.reason_for_failure === null ? [] : ([["Reason", row.reason_for_failure]] as const)),
    ],
    link: { label: "View payment", url },
    footer: "You receive this email because you requested the payment or want to know about payments that fail.",
  };
}

/** To the recipient. */
export function remittanceLetter(row: TransactionRow, organization: string): Letter {
  const { external_memo: memo, check_number: check, tracking_number: tracking, posted_at: at } = row;
  return {
    subject: `${organization} sent you a payment of ${amountOf(row)}`,
    paragraphs: [
      `Hello ${row.counterparty_name},`,
      row.method === "check"
        ? `${organization} mailed you a check for ${amountOf(row)}.`
        : `${organization} sent you ${amountOf(row)}. Your bank decides when it is available.`,
    ],
    facts: [
      ["From", organization],
      ["Amount", amountOf(row)],
      ...methodOf(row),
      ...(at === null ? [] : ([["Sent", day(at)]] as const)),
      ...(memo === null || memo === "" ? [] : ([["Memo", memo]] as const)),
      ...(check === null ? [] : ([["Check number", check]] as const)),
      ...(tracking === null ? [] : ([["Reference", tracking]] as const)),
    ],
    footer: `You receive this email because ${organization} has this address on file for you. You do not need to do anything. If you have questions about the payment, contact the sender.`,
  };
}
