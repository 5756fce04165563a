import { type RefusalTable, refuser } from "../../kernel/refusal.ts";

export const sandboxRefusals = {
  notASandboxDatabase: {
    status: 403,
    title: "A sandbox route was called on a database that is not a sandbox's",
    message: "This database does not belong to a sandbox: restart the service with BURSAR_MODE=production",
  },
  clockRunsForward: {
    status: 400,
    title: "The sandbox clock was asked to go back",
    message: "It is {now} already: time only moves forward",
  },
  clockTooFarAhead: {
    status: 400,
    title: "The sandbox clock was asked to run too far ahead",
    message: "The clock goes to {latest} at most, ten years from today: name an earlier instant, or reset the clock",
  },
  notPossibleNow: {
    status: 400,
    title: "The bank cannot say this of the transaction as it stands",
    message: "Only a payment that is {from} can be {to}: this is a {kind} that is {status}",
  },
  noSuchApprover: {
    status: 400,
    title: "There is no such user, or nobody who may approve the request",
    message: "No user may decide this request: name one by userEmail, or add one with send-money permission",
  },
} as const satisfies RefusalTable;

export const refuseSandbox = refuser(sandboxRefusals);
