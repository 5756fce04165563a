import type { Config } from "#kernel/process/config.ts";
import {
  moveFrom,
  type ReturnOutcome,
  returnOutcomesOf,
  submissionStates,
  type TransactionFacts,
  type TransactionRow,
  type Trigger,
} from "#payments/payments";
import type { Caller } from "#records/identity";

export const transactionActions = ["editNote", "cancel", "settle", "fail", "block", "return"] as const;
export type TransactionAction = (typeof transactionActions)[number];

/** The bank outcomes that the sandbox's routes trigger. */
const saidByBank = { settle: "confirm", fail: "reject", block: "block", return: "return" } as const satisfies Partial<
  Record<TransactionAction, Trigger>
>;

const triggeredBy: Readonly<Record<ReturnOutcome, TransactionAction>> = { failed: "fail", returned: "return" };

/** What the caller may do with the transaction now; checked again, under locks, when they do it. */
export function transactionActionsOf(
  config: Pick<Config, "mode">,
  { scopes }: Pick<Caller, "scopes">,
  { row, facts, isLinked }: { row: TransactionRow; facts: TransactionFacts; isLinked: boolean },
): readonly TransactionAction[] {
  const allows = (action: TransactionAction): boolean => {
    if (action === "editNote") return scopes.has("updateTransactions");
    if (!scopes.has("sendMoney")) return false;
    if (row.kind !== "outgoingPayment")
      return (
        config.mode === "sandbox" &&
        returnOutcomesOf(row, { isLinked }).some((outcome) => triggeredBy[outcome] === action)
      );
    if (action === "cancel")
      return (
        moveFrom(row.status, "cancel") !== undefined &&
        submissionStates.next(facts.submission_state ?? "waiting", "withdraw") !== undefined
      );
    return config.mode === "sandbox" && moveFrom(row.status, saidByBank[action]) !== undefined;
  };
  return transactionActions.filter(allows);
}
