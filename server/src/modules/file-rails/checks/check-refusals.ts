import { type RefusalTable, refuser } from "../../../kernel/refusal.ts";

export const checkRefusals = {
  checkNotStoppable: {
    status: 409,
    title: "The check can no longer be stopped, or is no check",
    message: "This check is {state}, so it cannot be stopped.",
  },
  checkStopNotOpen: {
    status: 409,
    title: "No stop of the check waits for the bank's answer",
    message: "No stop of this check waits for the bank's answer.",
  },
  checksNotPrinted: {
    status: 409,
    title: "The file contains no checks that were printed here and wait to be mailed",
    message: "This file contains no checks that were printed here and wait to be mailed.",
  },
  checkExceptionDecided: {
    status: 409,
    title: "Two people have decided about the check already",
    message: "Two people have decided about this check already.",
  },
} as const satisfies RefusalTable;

export const refuseCheck = refuser(checkRefusals);
