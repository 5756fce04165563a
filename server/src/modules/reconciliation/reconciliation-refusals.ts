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
  movementNotBookable: {
    status: 409,
    title: "The account of a bank movement is not active",
    message: "The account is not active, so nothing can be booked on it. Match the movement with transactions instead.",
  },
  movementNotCovered: {
    status: 409,
    title: "The account does not hold the amount of a bank debit",
    message:
      "The account holds less than the bank took from it. Book what the account received first, or wait until payments have settled.",
  },
  matchNotUndoable: {
    status: 409,
    title: "The match cannot be undone",
    message: "This match was undone already, or no person made it: it would be found again.",
  },
} as const satisfies RefusalTable;

export const refuseReconciliation = refuser(reconciliationRefusals);
