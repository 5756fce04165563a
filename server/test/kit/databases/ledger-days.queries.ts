import type { Queryable } from "#kernel/sql/database.ts";
import { sql } from "#kernel/sql/sql.ts";
import type { OrganizationId } from "#kernel/values/ids.ts";

/** An account's balance at the end of a New York day, summed over all its postings. */
export const ledgerBalanceAfter = async (
  db: Queryable,
  organizationId: OrganizationId,
  { accountIds, day }: { accountIds: readonly string[]; day: string },
): Promise<bigint> =>
  (
    await db.one<{ balance: bigint }>(sql`
    select coalesce(sum(amount_minor), 0)::bigint as balance from ledger_postings
     where organization_id = ${organizationId} and ledger_account_id = any (${[...accountIds]}::uuid[])
       and (entered_at at time zone 'America/New_York')::date <= ${day}::date`)
  ).balance;

/** Money that the accounts received from others or sent to others in a New York month, by entry. */
export const ledgerFlow = (
  db: Queryable,
  organizationId: OrganizationId,
  { accountIds, month }: { accountIds: readonly string[]; month: string },
) =>
  db.one<{ came: bigint; went: bigint }>(sql`
    select coalesce(sum(amount_minor) filter (where credit_account_id = any (${[...accountIds]}::uuid[])
                                                and not debit_account_id = any (${[...accountIds]}::uuid[])), 0)::bigint as came,
           coalesce(sum(amount_minor) filter (where debit_account_id = any (${[...accountIds]}::uuid[])
                                                and not credit_account_id = any (${[...accountIds]}::uuid[])), 0)::bigint as went
      from ledger_entries
     where organization_id = ${organizationId} and effect <> 'hold'
       and to_char(entered_at at time zone 'America/New_York', 'YYYY-MM') = ${month}`);
