import { type RefusalTable, refuser } from "#kernel/refusal.ts";

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
    title: "A bank movement is already matched, or was withdrawn by the bank",
    message: "A bank movement is no longer open. Reload the page; if the movement is matched, undo the match first.",
  },
  entryNotOpen: {
    status: 409,
    title: "A transaction has no unmatched entry on the account",
    message:
      "Transaction {transactionId} has no unmatched entry on this account. Choose another transaction, or undo its match first.",
  },
  matchSumsDiffer: {
    status: 409,
    title: "The movements and the transactions of a match have different totals",
    message:
      "The movements add up to {movements} USD, but the transactions add up to {transactions} USD. Choose items with equal totals.",
  },
  movementNotBookable: {
    status: 409,
    title: "The account of a bank movement is not active",
    message:
      "The account is not active, so nothing can be recorded on it. Match the movement with transactions instead.",
  },
  movementNotCovered: {
    status: 409,
    title: "The account does not hold the amount of a bank debit",
    message:
      "The account's balance does not cover this bank debit. Record the money that the account received first, or wait until payments have settled.",
  },
  matchNotUndoable: {
    status: 409,
    title: "The match cannot be undone",
    message:
      "This match cannot be undone: it was already undone, or it was made automatically and would be made again.",
  },
} as const satisfies RefusalTable;

export const refuseReconciliation = refuser(reconciliationRefusals);
