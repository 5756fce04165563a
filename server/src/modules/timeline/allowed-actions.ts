import type { Config } from "../../kernel/process/config.ts";
import type { Caller } from "../identity/index.ts";
import {
  moveFrom,
  submissionStates,
  type TransactionFacts,
  type TransactionRow,
  type Trigger,
} from "../payments/index.ts";

export const transactionActions = ["editNote", "cancel", "settle", "fail", "block", "return"] as const;
export type TransactionAction = (typeof transactionActions)[number];

/** What the sandbox's routes make the bank say. */
const saidByBank = { settle: "confirm", fail: "reject", block: "block", return: "return" } as const satisfies Partial<
  Record<TransactionAction, Trigger>
>;

/** What the caller may do with the transaction as it stands; asked again, under locks, when they do it. */
export function transactionActionsOf(
  config: Pick<Config, "mode">,
  { scopes }: Pick<Caller, "scopes">,
  { row, facts }: { row: TransactionRow; facts: TransactionFacts },
): readonly TransactionAction[] {
  const allows = (action: TransactionAction): boolean => {
    if (action === "editNote") return scopes.has("updateTransactions");
    if (row.kind !== "outgoingPayment" || !scopes.has("sendMoney")) return false;
    if (action === "cancel")
      return (
        moveFrom(row.status, "cancel") !== undefined &&
        submissionStates.next(facts.submission_state ?? "waiting", "withdraw") !== undefined
      );
    return config.mode === "sandbox" && moveFrom(row.status, saidByBank[action]) !== undefined;
  };
  return transactionActions.filter(allows);
}
