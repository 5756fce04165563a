import type { CheckException, CheckExceptionDecision, CheckExceptionKind } from "../../api/generated/types.gen.ts";
import { formatMoney } from "../money/money.tsx";
import { formatBankInstant } from "../page/when.tsx";

export const exceptionNames: Readonly<Record<CheckExceptionKind, string>> = {
  paidWithoutIssue: "not issued",
  amountMismatch: "another amount",
  payeeMismatch: "another payee",
  paidTwice: "presented again",
  paidAfterStop: "presented after its end",
  paidAfterVoid: "presented although void",
};

/** How the presented check differs from what was issued. */
export function exceptionReason({ kind, amount, issuedAmount, payee }: CheckException): string {
  const issuedTo = payee === null ? "" : ` to ${payee}`;
  switch (kind) {
    case "paidWithoutIssue":
      return "No check with this number was issued. It may be a forgery.";
    case "amountMismatch":
      return issuedAmount === null || issuedAmount === amount
        ? `The bank reports another amount than was issued${issuedTo}.`
        : `It was issued${issuedTo} for ${formatMoney(issuedAmount)}.`;
    case "payeeMismatch":
      return `The payee on it is not the one that it was issued to${payee === null ? "" : `, ${payee}`}.`;
    case "paidTwice":
      return `The bank has paid the check with this number${issuedTo} before.`;
    case "paidAfterStop":
      return `The check with this number${issuedTo} was stopped or returned before.`;
    case "paidAfterVoid":
      return "The check with this number is void: it was never mailed.";
  }
}

export const decisionNames: Readonly<Record<CheckExceptionDecision, string>> = { pay: "Pay", return: "Return" };
export const decidedNames: Readonly<Record<CheckExceptionDecision, string>> = {
  pay: "To be paid",
  return: "To be returned",
};

/** What follows from a decision, and what a person still has to do. */
export function consequencesOf(exception: CheckException, decision: CheckExceptionDecision): readonly string[] {
  const { amount, issuedAmount, kind, decideBy } = exception;
  const isOut = kind === "amountMismatch" || kind === "payeeMismatch";
  const ofBank =
    decision === "pay"
      ? `The bank pays ${formatMoney(amount)} to the bank that presented the check.`
      : "The bank does not pay the check, and the paper goes back to the bank that presented it.";
  return [
    ofBank,
    ...(decision === "pay" && isOut && issuedAmount !== null && issuedAmount !== amount
      ? [`The payment keeps its amount of ${formatMoney(issuedAmount)}; the reconciliation shows the difference.`]
      : []),
    ...(decision === "return" && isOut
      ? [
          "Unless the check has ended by then, it is stopped as well, because it could be presented again. Its money is available again once the bank accepts the stop.",
        ]
      : []),
    `A second administrator confirms the decision. Then enter it on the bank's website, before ${formatBankInstant(decideBy)}.`,
  ];
}
