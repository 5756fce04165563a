import { dateInWords, newYorkDay } from "bursar-banking/calendar/new-york";
import { methodTable } from "bursar-banking/identifiers/payment-method";
import type { PaymentInWords } from "#bank/file-rails";
import { formatUsd } from "#kernel/values/money.ts";
import { findTransactionsById } from "../transactions/transactions.queries.ts";

/** A payment as a person recognizes it who decides about it without seeing its page. */
export const paymentInWords: PaymentInWords = async (db, organizationId, transactionId) => {
  const [row] = await findTransactionsById(db, organizationId, [transactionId]);
  if (row === undefined) return `a transaction that does not exist (${transactionId})`;
  const { amount_minor: amountMinor, counterparty_name: name, method, created_at: createdAt } = row;
  const by = method === null ? "" : ` by ${methodTable[method].inSentence}`;
  return `$${formatUsd(amountMinor < 0n ? -amountMinor : amountMinor)} to ${name}${by} on ${dateInWords(newYorkDay(createdAt))}`;
};
