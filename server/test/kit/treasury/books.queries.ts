import type { Queryable } from "#kernel/sql/database.ts";
import { sql } from "#kernel/sql/sql.ts";
import type { AccountId, OrganizationId } from "#kernel/values/ids.ts";

/** Everything that the database says about the balance of a treasury account. */
export const booksOf = (db: Queryable, organizationId: OrganizationId, accountId: AccountId) =>
  db.one<{
    ledger_minor: bigint;
    cash_minor: bigint;
    invested_minor: bigint;
    last_number: bigint;
    numbered: bigint;
    listed_minor: bigint;
  }>(sql`
  select b.available_minor + b.held_minor as ledger_minor, h.cash_minor, h.invested_minor, h.last_number,
         (select count(distinct t.number) from treasury_transactions t
           where t.organization_id = h.organization_id and t.account_id = h.account_id
             and t.number between 1 and h.last_number) as numbered,
         (select sum(t.amount_minor)::bigint from transactions t
           where t.organization_id = h.organization_id and t.account_id = h.account_id) as listed_minor
    from treasury_holdings h
    join ledger_balances b on b.organization_id = h.organization_id and b.ledger_account_id = h.account_id
   where h.organization_id = ${organizationId} and h.account_id = ${accountId}`);

/** What only a person with write access to the database can do. */
export const shiftCash = (owner: Queryable, organizationId: OrganizationId, accountId: AccountId, byMinor: bigint) =>
  owner.many(sql`
  update treasury_holdings set cash_minor = cash_minor + ${byMinor}
   where organization_id = ${organizationId} and account_id = ${accountId}`);
