import { type RefusalTable, refuser } from "../../kernel/refusal.ts";

export const reconciliationRefusals = {
  statementNotImported: {
    status: 400,
    title: "The file cannot be imported as a bank statement",
    message: "This file cannot be imported: {problem}",
  },
  statementNeedsConnection: {
    status: 409,
    title: "No bank connection serves the statement's account",
    message: "No bank connection serves this account. Add one first with: bursar bank add",
  },
  movementNotOpen: {
    status: 409,
    title: "A bank movement is matched already, or withdrawn by the bank",
    message: "A movement is no longer open. Reload the page, and undo its match first.",
  },
  entryNotOpen: {
    status: 409,
    title: "A transaction has no unmatched entry on the account",
    message: "The transaction {transactionId} has no unmatched entry on the account of the movements.",
  },
  matchSumsDiffer: {
    status: 409,
    title: "The two sides of a match have different sums",
    message:
      "The movements add up to {movements} US dollars, but the transactions add up to {transactions}. Both must be equal.",
  },
  movementNotIncoming: {
    status: 409,
    title: "Only a credit of an active account becomes a transaction",
    message:
      "This movement took money from the account, or the account is not active. Match it with transactions instead.",
  },
  matchNotUndoable: {
    status: 409,
    title: "The match cannot be undone",
    message: "This match was undone already, or no person made it: it would be found again.",
  },
} as const satisfies RefusalTable;

export const refuseReconciliation = refuser(reconciliationRefusals);
