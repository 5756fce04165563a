import type { Queryable } from "#kernel/sql/database.ts";
import { sql } from "#kernel/sql/sql.ts";
import type { AccountId, OrganizationId } from "#kernel/values/ids.ts";

/** A settled entry of the demo's ledger, as its bank books it. */
export interface BookedEntry {
  readonly transactionId: string;
  readonly effect: string;
  /** Cents; below zero left the account. */
  readonly amountMinor: bigint;
  /** `YYYY-MM-DD`, New York. */
  readonly day: string;
  readonly counterpartyName: string;
  readonly kind: string;
}

/** What an account received and paid from one New York day to another, in order. */
export const bookedEntries = (
  db: Queryable,
  { organizationId, accountId }: { readonly organizationId: OrganizationId; readonly accountId: AccountId },
  { from, to }: { readonly from: string; readonly to: string },
) =>
  db.many<BookedEntry>(sql`
  select m.transaction_id as "transactionId", m.effect::text as effect, m.amount_minor as "amountMinor",
         (m.entered_at at time zone 'America/New_York')::date::text as day, f.counterparty_name as "counterpartyName", f.kind
    from settled_movements m
    join statement_facts f on f.organization_id = m.organization_id and f.transaction_id = m.transaction_id
   where m.organization_id = ${organizationId} and m.ledger_account_id = ${accountId}
     and m.entered_at >= ${from}::date::timestamp at time zone 'America/New_York'
     and m.entered_at < (${to}::date + 1)::timestamp at time zone 'America/New_York'
   order by m.entered_at, m.transaction_id, m.effect::text`);
