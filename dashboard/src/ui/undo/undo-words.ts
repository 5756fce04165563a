import type {
  PaymentUndo,
  PaymentUndoKind,
  PaymentUndoReason,
  PaymentUndoState,
} from "../../api/generated/types.gen.ts";
import { countText } from "../page/count-text.ts";

export const undoNames: Readonly<Record<PaymentUndoKind, string>> = { reversal: "Reversal", recall: "Recall" };
export const undoVerbs: Readonly<Record<PaymentUndoKind, string>> = {
  reversal: "Reverse payment",
  recall: "Recall payment",
};

export const undoReasonNames: Readonly<Record<PaymentUndoReason, string>> = {
  duplicate: "Paid twice",
  wrongAmount: "Wrong amount",
  wrongRecipient: "Wrong recipient or account",
  wrongDate: "Wrong date",
  requested: "We want it back",
  fraud: "Fraud",
  technicalError: "Technical error",
};

/** What is true before the bank is asked. */
export const undoConsequences: Readonly<Record<PaymentUndoKind, readonly string[]>> = {
  reversal: [
    "Once approved, a debit of the same amount goes to the recipient's account with the next ACH file. Tell the recipient.",
    "The money is back two banking days after the debit settles, unless the recipient's bank returns it.",
  ],
  recall: [
    "Once approved, the recipient's bank is asked to return the money. It usually needs the recipient's consent.",
    "The payment changes only when the bank returns the money.",
  ],
};

interface StateWords {
  readonly label: string;
  readonly color: string;
  readonly meaning: string;
}

/** The state for people. */
export const undoStateWords: Readonly<Record<PaymentUndoState, StateWords>> = {
  requested: { label: "Waiting for approval", color: "yellow", meaning: "The bank is asked once it is approved." },
  approved: { label: "Approved", color: "blue", meaning: "It leaves with the next file." },
  filed: { label: "Approved", color: "blue", meaning: "Its file is being written." },
  sent: { label: "Sent", color: "blue", meaning: "The bank has it, or receives it with its file." },
  pending: { label: "Pending at the bank", color: "blue", meaning: "The bank has not decided yet." },
  granted: { label: "Agreed", color: "blue", meaning: "The recipient's bank returns the money." },
  succeeded: { label: "Done", color: "green", meaning: "The money is back, or the payment was stopped." },
  refused: { label: "Refused", color: "red", meaning: "The money stays with the recipient." },
  takenBack: {
    label: "Returned later",
    color: "red",
    meaning: "The recipient's bank returned the reversal, so the recipient has the money again.",
  },
  withdrawn: { label: "Withdrawn", color: "gray", meaning: "It was withdrawn before it was sent." },
  declined: { label: "Declined", color: "gray", meaning: "An approver declined it." },
  expired: { label: "Expired", color: "gray", meaning: "It was not sent in time." },
  overtaken: { label: "Not needed", color: "gray", meaning: "The payment ended without it." },
};

/** "1 of 2 approvals". */
export const approvalsText = ({ approvals, approvalsRequired }: PaymentUndo): string => {
  const given = approvals.filter(({ decision }) => decision === "approved").length;
  return `${given} of ${countText(approvalsRequired, "approval")}`;
};
