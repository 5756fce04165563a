import type { PaymentMethod } from "bursar-banking/identifiers/payment-method";
import { plusMs } from "#kernel/clock/clock.ts";
import type { Queryable } from "#kernel/sql/database.ts";
import { sql } from "#kernel/sql/sql.ts";
import { type AccountId, firstIdAt, instantOf, type OrganizationId, type TransactionId } from "#kernel/values/ids.ts";

/** What a line of a statement is made from. */
export interface MovementRow {
  readonly transaction_id: TransactionId;
  readonly effect: string;
  readonly entered_at: Date;
  readonly amount_minor: bigint;
}

/** The settled movements of an account in a range of time, a page at a time, in the order of a statement. */
export const movementsBetween = (
  db: Queryable,
  organizationId: OrganizationId,
  {
    accountId,
    from,
    before,
    after,
    limit,
  }: { accountId: AccountId; from: Date; before: Date; after: MovementRow | undefined; limit: number },
) =>
  db.many<MovementRow>(sql`
  select transaction_id, effect, entered_at, amount_minor from settled_movements
   where organization_id = ${organizationId} and ledger_account_id = ${accountId}
     and entered_at >= ${after?.entered_at ?? from} and entered_at < ${before}
     and ${
       after === undefined
         ? sql`true`
         : sql`(entered_at, transaction_id, effect) > (${after.entered_at}, ${after.transaction_id}::uuid, ${after.effect})`
     }
   order by entered_at, transaction_id, effect limit ${limit}`);

export interface FactsRow {
  readonly transaction_id: TransactionId;
  readonly created_at: Date;
  readonly posted_at: Date | null;
  readonly kind: string;
  readonly method: PaymentMethod | null;
  readonly counterparty_name: string;
  readonly bank_description: string;
  readonly external_memo: string | null;
  readonly check_number: string | null;
  readonly return_reason: string | null;
}

const factColumns = sql`
  f.transaction_id, f.created_at, f.posted_at, f.kind, f.method, f.counterparty_name, f.bank_description, f.external_memo,
  f.check_number, f.return_reason`;

export const factsOf = (db: Queryable, organizationId: OrganizationId, ids: readonly TransactionId[]) =>
  db.many<FactsRow>(sql`
  select ${factColumns} from statement_facts f
   where f.organization_id = ${organizationId} and f.transaction_id = any (${[...ids]}::uuid[])`);

/**
 * The sides of transfers that received money. A ledger entry names the side that paid; both are made in the same
 * millisecond, which bounds the search in the account's index.
 */
export const receivingSidesOf = (
  db: Queryable,
  organizationId: OrganizationId,
  { accountId, transferIds }: { accountId: AccountId; transferIds: readonly TransactionId[] },
) =>
  db.many<FactsRow & { readonly transfer_id: TransactionId }>(sql`
  select f.transfer_id, ${factColumns}
    from unnest(${[...transferIds]}::uuid[], ${transferIds.map((id) => firstIdAt(plusMs(instantOf(id), 1)))}::uuid[]) as u(id, below)
   cross join lateral (
     select * from statement_facts s
      where s.organization_id = ${organizationId} and s.account_id = ${accountId} and s.transaction_id >= u.id
        and s.transaction_id < u.below and s.transfer_id = u.id
     offset 0) f`);
