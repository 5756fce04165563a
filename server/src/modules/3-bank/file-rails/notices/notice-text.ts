import {
  type Corrections,
  changeCodeOf,
  correctionsOf,
  meaningOfTransactionCode,
  returnReasonOf,
} from "bursar-bank-formats/nacha";
import { maskAccountNumber } from "bursar-banking/identifiers/mask";
import type { NoticeRow } from "./notices.queries.ts";

type Said = Pick<NoticeRow, "kind" | "code" | "outcome">;

const sentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;

/** What the bank says, as a sentence. */
export function meaningOf({ kind, code }: Said): string {
  const known = kind === "changeOfDetails" ? changeCodeOf(code) : returnReasonOf(code);
  if (known === undefined) return `The bank used the code ${code}.`;
  return kind === "lateReturn" ? `${known.title}. The return came after its deadline.` : sentence(known.meaning);
}

const LATE_RETURN =
  "The money is back in the account. If you do not accept a return this late, ask your bank to dishonor it with R68 by this date.";

/** What to do, as a sentence; undefined if nothing is left to do. */
export function todoOf({ kind, code, outcome }: Said): string | undefined {
  if (kind === "lateReturn") return LATE_RETURN;
  if (outcome === "proposed")
    return "Confirm or decline the corrected bank details on the recipient's page, before the next payment.";
  if (outcome === "manual")
    return changeCodeOf(code)?.action ?? "Ask the bank what it corrects, and change the recipient.";
  return undefined;
}

/** What a notification of change corrects, with account numbers masked; undefined if it names no fields. */
export function correctionText(code: string, correctedData: string): string | undefined {
  const corrections = correctionsOf({ changeCode: code, correctedData });
  if (corrections === undefined) return undefined;
  const parts = partsOf(corrections);
  return parts.length === 0 ? undefined : parts.join("; ");
}

function partsOf(corrections: Corrections): readonly string[] {
  const { dfiAccountNumber, routingNumber, transactionCode, receiverName, identificationNumber } = corrections;
  return [
    ...(routingNumber === undefined ? [] : [`Routing number ${routingNumber}`]),
    ...(dfiAccountNumber === undefined ? [] : [`Account number ${maskAccountNumber(dfiAccountNumber)}`]),
    ...(transactionCode === undefined ? [] : [`Account type ${meaningOfTransactionCode(transactionCode).account}`]),
    ...(receiverName === undefined ? [] : [`Name ${receiverName}`]),
    ...(identificationNumber === undefined ? [] : [`Identification ${identificationNumber}`]),
  ];
}
