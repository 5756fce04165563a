import type { AccountId, CategoryId, CategoryRuleId, RecipientId } from "#kernel/values/ids.ts";
import { isTransferKind, noteOf, type RuleDecision, type TransactionRow } from "#payments/payments";
import { contains, folded, type SearchText, searchTextOf } from "./search-text.ts";

/** When a rule applies. All conditions must hold, and there is at least one. */
export interface CategoryRuleTerms {
  readonly recipientIds?: readonly RecipientId[];
  readonly accountIds?: readonly AccountId[];
  /** Part of the description, the counterparty's name, the memo, or the note; case does not matter. */
  readonly text?: string;
  /** The text must not be part of a longer word. */
  readonly wholeWord?: boolean;
  /** Cents in either direction, as text, because JSON has no bigint. */
  readonly amountFromMinor?: string;
  readonly amountToMinor?: string;
  readonly direction?: "in" | "out";
}

/** A rule as it is evaluated. */
export interface CategoryRule {
  readonly ruleId: CategoryRuleId;
  readonly name: string;
  readonly categoryId: CategoryId;
  readonly conditions: CategoryRuleTerms;
}

/** Decides the category of a transaction: the first rule that applies, or undefined. */
export type Decide = (row: TransactionRow) => RuleDecision | undefined;

/** Prepares the rules, which are in their order, so that each transaction is examined quickly. */
export function decideBy(rules: readonly CategoryRule[]): Decide {
  const prepared = rules.map((rule) => ({
    applies: matcherOf(rule.conditions),
    decision: { categoryId: rule.categoryId, rule: { id: rule.ruleId, name: rule.name } },
  }));
  // A transfer between own accounts is neither spent nor received, so its category would mean nothing.
  return (row) => {
    if (isTransferKind(row.kind)) return undefined;
    let texts: readonly SearchText[] | undefined;
    const searched = () => {
      texts ??= textsOf(row).map(searchTextOf);
      return texts;
    };
    return prepared.find(({ applies }) => applies(row, searched))?.decision;
  };
}

type Matcher = (row: TransactionRow, searched: () => readonly SearchText[]) => boolean;

function matcherOf(conditions: CategoryRuleTerms): Matcher {
  const recipients = conditions.recipientIds && new Set<string>(conditions.recipientIds);
  const accounts = conditions.accountIds && new Set<string>(conditions.accountIds);
  const from = conditions.amountFromMinor === undefined ? undefined : BigInt(conditions.amountFromMinor);
  const to = conditions.amountToMinor === undefined ? undefined : BigInt(conditions.amountToMinor);
  const { direction, text, wholeWord = false } = conditions;
  const words = text === undefined ? undefined : folded(text);
  return (row, searched) => {
    const amount = row.amount_minor < 0n ? -row.amount_minor : row.amount_minor;
    return (
      (recipients?.has(row.counterparty_id) ?? true) &&
      (accounts?.has(row.account_id) ?? true) &&
      (from === undefined || amount >= from) &&
      (to === undefined || amount <= to) &&
      (direction === undefined || (direction === "out") === row.amount_minor < 0n) &&
      (words === undefined || searched().some((text) => contains(text, words, wholeWord)))
    );
  };
}

const textsOf = (row: TransactionRow): readonly string[] =>
  [row.bank_description, row.counterparty_name, row.counterparty_nickname, row.external_memo, noteOf(row)].filter(
    (text) => text !== null,
  );
