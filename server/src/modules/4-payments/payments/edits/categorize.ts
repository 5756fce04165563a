import { notFound } from "#kernel/http/http-refusals.ts";
import { type Answer, idempotently } from "#kernel/idempotency/idempotently.ts";
import type { Service } from "#kernel/process/service.ts";
import type { Queryable, Tx } from "#kernel/sql/database.ts";
import type { CategoryId, CategoryRuleId, OrganizationId, TransactionId } from "#kernel/values/ids.ts";
import { breather } from "#kernel/work/breather.ts";
import { findCategory } from "#money/categories";
import { type Actor, actorOf } from "#records/audit";
import type { Caller } from "#records/identity";
import { refusePayment } from "../payment-refusals.ts";
import type { TransactionRow } from "../transactions/transaction.ts";
import type { TransactionEdit } from "../transactions/transaction-edit.ts";
import { findTransactionsById, lockForEdit, setByHand } from "../transactions/transactions.queries.ts";
import { noteOf, storeEdits } from "./store-edits.ts";

/**
 * The category to store. A deleted category stays on the transactions that have it, but is not given to others: refuses
 * with `categoryNotFound`.
 */
export async function categoryToSet(
  db: Queryable,
  organizationId: OrganizationId,
  chosen: string | null,
  present: CategoryId | null,
): Promise<CategoryId | null> {
  if (chosen === null || chosen.toLowerCase() === present) return chosen === null ? null : present;
  const found = await findCategory(db, organizationId, chosen);
  if (!found) throw refusePayment("categoryNotFound");
  return found.category_id;
}

export interface Categorized {
  /** Transactions that have another category than before. */
  readonly changed: number;
  readonly unchanged: number;
}

/** Sets or clears the category of many transactions by hand, all of them or none. */
export function categorizeByHand(
  service: Service,
  {
    caller,
    body,
    key,
  }: {
    readonly caller: Caller;
    readonly body: { readonly transactionIds: readonly string[]; readonly categoryId: string | null };
    readonly key: string | undefined;
  },
): Promise<Answer<Categorized>> {
  const { organizationId } = caller;
  return idempotently(
    service,
    { organizationId, operation: "categorizeTransactions", key, body: { ...body } },
    async (tx) => {
      // One spelling of each id, so that none counts twice.
      const ids = [...new Set(body.transactionIds.map((id) => id.toLowerCase()))];
      const locks = await lockForEdit(tx, organizationId, ids);
      if (locks.length < ids.length) throw notFound("transaction");
      const categoryId = await categoryToSet(tx, organizationId, body.categoryId, null);
      const lockedIds = locks.map((lock) => lock.transaction_id);
      const rows = await findTransactionsById(tx, organizationId, lockedIds);
      const changing = rows.filter((row) => row.category_id !== categoryId);
      await setByHand(tx, organizationId, lockedIds);
      await storeEdits(service, tx, {
        organizationId,
        actor: actorOf(caller),
        edits: changing.map((before) => ({ before, note: noteOf(before), categoryId, byHand: true })),
      });
      return { statusCode: 200, body: { changed: changing.length, unchanged: rows.length - changing.length } };
    },
  );
}

/** What a rule decides for a transaction; undefined rule: none of them matches, so what a rule gave it is removed. */
export interface RuleDecision {
  readonly categoryId: CategoryId;
  readonly rule: { readonly id: CategoryRuleId; readonly name: string };
}

export interface RuleDecisions {
  readonly organizationId: OrganizationId;
  readonly actor: Actor;
  readonly transactionIds: readonly TransactionId[];
  /** Decides from the row as it is under its lock. */
  readonly decide: (row: TransactionRow) => RuleDecision | undefined;
  /** For a backfill. */
  readonly ofThePast?: boolean;
}

/**
 * Gives each transaction the category that the rules decide, unless a person or token has chosen one. A category that
 * no rule gives any more is removed. Returns the number of changed transactions.
 */
export async function categorizeByRules(
  service: Pick<Service, "clock" | "newId" | "vault">,
  tx: Tx,
  { organizationId, actor, transactionIds, decide, ofThePast = false }: RuleDecisions,
): Promise<number> {
  const locks = await lockForEdit(tx, organizationId, transactionIds);
  const free = locks.filter((lock) => !lock.category_by_hand).map((lock) => lock.transaction_id);
  const rows = free.length === 0 ? [] : await findTransactionsById(tx, organizationId, free);
  const edits: TransactionEdit[] = [];
  const pause = breather();
  for (const before of rows) {
    const decision = decide(before);
    const categoryId = decision?.categoryId ?? null;
    if (categoryId !== before.category_id)
      edits.push({ before, note: noteOf(before), categoryId, byHand: false, rule: decision?.rule });
    await pause();
  }
  await storeEdits(service, tx, { organizationId, actor, edits, ofThePast });
  return edits.length;
}
