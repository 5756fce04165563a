import { Refusal, type RefusalTable, refuser } from "#kernel/refusal.ts";

export const sandboxRefusals = {
  notASandboxDatabase: {
    status: 403,
    title: "A sandbox route was called on a database that is not a sandbox's",
    message: "This database does not belong to a sandbox. Restart the service with BURSAR_MODE=production.",
  },
  clockRunsForward: {
    status: 400,
    title: "The sandbox clock cannot move backward",
    message: "It is already {now}, and time only moves forward. Use a later instant.",
  },
  clockTooFarAhead: {
    status: 400,
    title: "The sandbox clock cannot move that far ahead",
    message:
      "The clock can move to {latest} at most, ten years from today. Use an earlier instant, or reset the clock.",
  },
  clockOnItsWay: {
    status: 409,
    title: "More happens on the way than one advance of the sandbox clock may take",
    message:
      "The clock is at {now} and everything until then has happened, but there is more on the way to {to} than one call may take. Advance to {to} again to continue from here.",
  },
  notPossibleNow: {
    status: 400,
    title: "The bank cannot give this answer in the transaction's current status",
    message: "Only a payment that is {from} can become {to}. This {kind} is {status}.",
  },
  bankCannotAnswer: {
    status: 400,
    title: "The simulated bank does not have the payment, or can no longer give this answer",
    message: "The simulated bank cannot give this answer: {reason}.",
  },
  depositSpent: {
    status: 400,
    title: "The account does not hold the amount of the deposit to return",
    message: "The account holds less than the {amount} USD to return. Deposit money first.",
  },
  noSuchApprover: {
    status: 400,
    title: "The user does not exist, or no user may approve the request",
    message: "No user may decide this request. Name one by userEmail, or add one with send-money permission.",
  },
} as const satisfies RefusalTable;

/** The advance has not reached its target yet; its details say how far it got. */
export const isOnItsWay = (error: unknown): error is Refusal =>
  error instanceof Refusal && error.code === ("clockOnItsWay" satisfies keyof typeof sandboxRefusals);

export const refuseSandbox = refuser(sandboxRefusals);
