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
  if (kind === "paidBackTwice")
    return "The payment came back while its reversal was on its way, so the bank may credit its amount twice.";
  const listed = kind === "changeOfDetails" ? changeCodeOf(code) : returnReasonOf(code);
  if (listed === undefined) return `The bank used the code ${code}.`;
  if (kind === "reversalReturned")
    return `${listed.title}. The recipient's bank returned the reversal after its money counted as back.`;
  return kind === "lateReturn" ? `${listed.title}. The return came after its deadline.` : sentence(listed.meaning);
}

const LATE_RETURN =
  "The money is back in the account. If you do not accept a return this late, ask your bank to dishonor it with R68 by this date.";

const steps: Readonly<Record<Exclude<NoticeRow["kind"], "changeOfDetails">, string>> = {
  lateReturn: LATE_RETURN,
  dishonoredReturn:
    "A return was dishonored, so its money may move back. Ask your bank by this date whether it is contested or corrected, and match what it books under Reconciliation.",
  contestedReturn:
    "The recipient's bank insists on its return. Ask your bank by this date what it accepts, match what it books under Reconciliation, and settle the rest with the recipient.",
  reversalReturned:
    "The bank takes the money back, and the recipient has it again. Record the debit under Reconciliation when your bank reports it, and ask the recipient for the money.",
  paidBackTwice:
    "The books have the money once. If your bank credits it twice, ask it by this date which credit it takes back.",
};

/** What to do, as a sentence; undefined if nothing is left to do. */
export function todoOf({ kind, code, outcome }: Said): string | undefined {
  if (kind !== "changeOfDetails") return steps[kind];
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
