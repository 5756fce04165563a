import type { CategoryId, CategoryRuleId } from "#kernel/values/ids.ts";
import type { TransactionRow } from "./transaction.ts";

/** New values of a transaction's note and category. */
export interface TransactionEdit {
  /** The row as it is, read under its lock. */
  readonly before: TransactionRow;
  readonly note: string | null;
  readonly categoryId: CategoryId | null;
  /** True if a person or token chose the category: rules then leave it alone. */
  readonly byHand: boolean;
  /** The rule that chose it. */
  readonly rule?: { readonly id: CategoryRuleId; readonly name: string } | undefined;
}
