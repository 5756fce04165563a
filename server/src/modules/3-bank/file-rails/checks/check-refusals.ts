import { type RefusalTable, refuser } from "#kernel/refusal.ts";

export const checkRefusals = {
  checkNotStoppable: {
    status: 409,
    title: "The check can no longer be stopped, or the payment is not a check",
    message: "This check is {state}, so it cannot be stopped.",
  },
  checkStopNotOpen: {
    status: 409,
    title: "No stop payment for the check is waiting for the bank's answer",
    message:
      "No stop payment for this check is waiting for the bank's answer. Reload the page to see its current state.",
  },
  checksNotPrinted: {
    status: 409,
    title: "The file contains no printed checks that are waiting to be mailed",
    message: "This file contains no printed checks that are waiting to be mailed. Choose another file.",
  },
  checkExceptionDecided: {
    status: 409,
    title: "Two users have already decided about the check",
    message: "Two users have already decided about this check. Reload the page to see their decision.",
  },
} as const satisfies RefusalTable;

export const refuseCheck = refuser(checkRefusals);
