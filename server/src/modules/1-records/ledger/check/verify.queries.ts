import type { Queryable, Tx } from "#kernel/sql/database.ts";
import { sql } from "#kernel/sql/sql.ts";
import type { OrganizationId, TransactionId } from "#kernel/values/ids.ts";
import type { LedgerAccountId } from "#records/ledger";

export const organizationIds = (db: Queryable) =>
  db.many<{ organization_id: OrganizationId }>(sql`
  select organization_id from organization_ids order by organization_id`);

/** The last transaction of the page after an id, or undefined if less than a page remains. */
export const pageEnd = (tx: Tx, organizationId: OrganizationId, after: string, pageSize: number) =>
  tx.maybe<{ transaction_id: TransactionId }>(sql`
    select transaction_id from transaction_ledger_facts
     where organization_id = ${organizationId} and transaction_id > ${after}
     order by transaction_id offset ${pageSize - 1} limit 1`);

export interface DisagreeingRow {
  readonly transaction_id: TransactionId;
  readonly account_id: LedgerAccountId | null;
  readonly status: string | null;
  readonly amount_minor: bigint | null;
  readonly effects: string[];
}

/**
 * Transactions in a range of ids whose entries do not match their status, and entries without a transaction. A payment
 * has a hold and the entry that ended it; a fee has one entry and possibly its reversal; a transfer has one entry,
 * under the paying side's transaction; everything else, such as a deposit, has one entry.
 */
export const disagreeingTransactions = (
  tx: Tx,
  organizationId: OrganizationId,
  { after, upTo }: { after: string; upTo: string },
) =>
  tx.many<DisagreeingRow>(sql`
    with facts as (
      select transaction_id, account_id, amount_minor, method, status, transfer_id, kind
        from transaction_ledger_facts
       where organization_id = ${organizationId} and transaction_id > ${after} and transaction_id <= ${upTo}
    ), entered as (
      select l.transaction_id, array_agg(l.effect::text order by l.effect) as effects,
             min(l.amount_minor) as least_minor, max(l.amount_minor) as most_minor,
             min(l.debit_account_id::text) as some_account,
             bool_and(case
               when l.effect in ('hold', 'release') then l.debit_account_id = f.account_id and l.credit_account_id = f.account_id
               when l.effect in ('post', 'transfer') then l.debit_account_id = f.account_id and l.credit_account_id <> f.account_id
               else l.credit_account_id = f.account_id and l.debit_account_id <> f.account_id
             end) as at_account
        from recorded_entries l
        left join facts f using (transaction_id)
       where l.organization_id = ${organizationId} and l.transaction_id > ${after} and l.transaction_id <= ${upTo}
       group by l.transaction_id
    )
    select transaction_id, coalesce(f.account_id, e.some_account::uuid) as account_id, f.status, f.amount_minor,
           coalesce(e.effects, '{}') as effects
      from facts f full join entered e using (transaction_id)
     where (case
              when f.transfer_id is not null and f.amount_minor > 0 then e.effects is null
              when f.kind = 'wireFee' then
                e.effects = case f.status when 'sent' then array['transfer'] when 'reversed' then array['reverse', 'transfer'] end
                and e.at_account and e.least_minor = abs(f.amount_minor) and e.most_minor = abs(f.amount_minor)
              when f.method is null and f.transfer_id is null then
                cardinality(e.effects) = 1 and e.at_account and e.least_minor = abs(f.amount_minor)
              else
                e.effects = case
                  when f.transfer_id is not null then array['transfer']
                  when f.status = 'pending' then array['hold']
                  when f.status = 'sent' then array['hold', 'post']
                  when f.status = 'reversed' then array['hold', 'post', 'reverse']
                  else array['hold', 'release']
                end
                and e.at_account and e.least_minor = abs(f.amount_minor) and e.most_minor = abs(f.amount_minor)
            end) is not true
     order by transaction_id
     limit 1000`);

/** Treasury accounts whose cash and shares do not add up to their ledger balance: one statement, and so one snapshot. */
export const disagreeingTreasuries = (tx: Tx, organizationId: OrganizationId) =>
  tx.many<{ account_id: LedgerAccountId; total_minor: bigint; balance_minor: bigint }>(sql`
  select t.account_id, coalesce(h.total_minor, 0)::bigint as total_minor,
         (b.available_minor + b.held_minor)::bigint as balance_minor
    from treasury_accounts t
    join account_balances b on b.organization_id = t.organization_id and b.account_id = t.account_id
    left join treasury_totals h on h.organization_id = t.organization_id and h.account_id = t.account_id
   where t.organization_id = ${organizationId} and coalesce(h.total_minor, 0) <> b.available_minor + b.held_minor
   order by t.account_id`);

export const countLedgerTransactions = (tx: Tx, organizationId: OrganizationId) =>
  tx.one<{ transactions: bigint; entries: bigint }>(sql`
  select (select count(*) from transaction_ledger_facts where organization_id = ${organizationId}) as transactions,
         (select count(*) from recorded_entries where organization_id = ${organizationId}) as entries`);
