import type { Queryable } from "#kernel/sql/database.ts";
import { sql } from "#kernel/sql/sql.ts";
import type { AccountId, OrganizationId } from "#kernel/values/ids.ts";
import type { Period } from "./statement.ts";

/** An account that has statements. Reads the view depository_accounts. */
export interface StatementAccount {
  readonly account_id: AccountId;
  readonly name: string;
  readonly nickname: string | null;
  readonly kind: string;
  readonly account_number_last4: string;
  readonly created_at: Date;
}

const accountColumns = sql`account_id, name, nickname, kind, account_number_last4, created_at`;

export const findStatementAccount = (db: Queryable, organizationId: OrganizationId, accountId: string) =>
  db.maybe<StatementAccount>(sql`
  select ${accountColumns} from depository_accounts where organization_id = ${organizationId} and account_id = ${accountId}`);

/** Accounts without a statement of the month, each with the last day that a monthly statement covers. */
export const accountsWithout = (
  db: Queryable,
  organizationId: OrganizationId,
  { endsOn }: Period,
  openedBefore: Date,
) =>
  db.many<StatementAccount & { readonly covered_to: string | null }>(sql`
  select ${accountColumns},
         (select max(s.ends_on)::text from statements s
           where s.organization_id = ${organizationId} and s.account_id = a.account_id and s.kind = 'monthly') as covered_to
    from depository_accounts a
   where a.organization_id = ${organizationId} and a.created_at < ${openedBefore}
     and not exists (select 1 from statements s
                      where s.organization_id = ${organizationId} and s.account_id = a.account_id and s.kind = 'monthly'
                        and s.ends_on >= ${endsOn}::date)
   order by account_id`);

/** Organizations with such an account. Statements are made in order, so the last month shows whether one is missing. */
export const organizationsWithout = (db: Queryable, { endsOn }: Period, openedBefore: Date) =>
  db.many<{ organization_id: OrganizationId }>(sql`
  select distinct a.organization_id
    from depository_accounts a
   where a.created_at < ${openedBefore}
     and not exists (select 1 from statements s
                      where s.organization_id = a.organization_id and s.account_id = a.account_id and s.kind = 'monthly'
                        and s.ends_on >= ${endsOn}::date)`);
