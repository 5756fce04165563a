import type { Keyset } from "#kernel/http/paging.queries.ts";
import type { Queryable, Tx } from "#kernel/sql/database.ts";
import { isOneOf, type Sql, sql } from "#kernel/sql/sql.ts";
import type { AccountId, OrganizationId } from "#kernel/values/ids.ts";
import type { PostalAddress } from "#records/identity";
import { type Period, type Statement, type StatementId, type StatementKind, statementKinds } from "./statement.ts";
import { statements } from "./tables.ts";

interface StatementRow {
  readonly statement_id: StatementId;
  readonly account_id: AccountId;
  readonly kind: StatementKind;
  readonly starts_on: string;
  readonly ends_on: string;
  readonly opening_minor: bigint;
  readonly in_minor: bigint;
  readonly out_minor: bigint;
  readonly fees_minor: bigint;
  readonly closing_minor: bigint;
  readonly lines: bigint;
  readonly digest: Buffer;
  readonly account_name: string;
  readonly account_kind: string;
  readonly routing_number: string;
  readonly account_number_last4: string;
  readonly legal_name: string;
  readonly legal_address: PostalAddress | null;
  readonly ein: string | null;
  readonly created_at: Date;
}

const statementOf = (row: StatementRow): Statement => ({
  statementId: row.statement_id,
  accountId: row.account_id,
  kind: row.kind,
  startsOn: row.starts_on,
  endsOn: row.ends_on,
  openingMinor: row.opening_minor,
  inMinor: row.in_minor,
  outMinor: row.out_minor,
  feesMinor: row.fees_minor,
  closingMinor: row.closing_minor,
  lines: row.lines,
  digest: row.digest,
  accountName: row.account_name,
  accountKind: row.account_kind,
  routingNumber: row.routing_number,
  accountNumberLast4: row.account_number_last4,
  legalName: row.legal_name,
  legalAddress: row.legal_address ?? undefined,
  ein: row.ein ?? undefined,
  createdAt: row.created_at,
});

// The kind and numbers of an account never change, so they are read from the account.
const selectWith = (proof: Sql): Sql => sql`
  select ${proof}, s.statement_id, s.account_id, s.kind, s.starts_on::text as starts_on, s.ends_on::text as ends_on, s.opening_minor,
         s.in_minor, s.out_minor, s.fees_minor, s.closing_minor, s.lines, s.digest, s.account_name, a.kind as account_kind,
         a.routing_number, a.account_number_last4, s.legal_name, s.legal_address, s.ein, s.created_at
    from statements s
    join depository_accounts a on a.organization_id = s.organization_id and a.account_id = s.account_id`;
const selectProven = selectWith(statements.proof("s"));
/** Of several: one that was changed outside the service is left out, and the others are shown. */
const several = selectWith(statements.proofOrSkip("s"));

/** The key for paging a list of statements. */
export const statementKey: Sql = sql`s.statement_id`;

export interface StatementFilter {
  readonly accountId?: string;
  readonly kinds: readonly StatementKind[];
  /** The days on which the statements begin. */
  readonly from?: string;
  readonly to?: string;
}

const matching = (organizationId: OrganizationId, { accountId, kinds, from, to }: StatementFilter): Sql => sql`
  s.organization_id = ${organizationId} and ${kinds.length === statementKinds.length ? sql`true` : isOneOf(sql`s.kind`, kinds)}
  and ${accountId === undefined ? sql`true` : sql`s.account_id = ${accountId}`}
  and ${from === undefined ? sql`true` : sql`s.starts_on >= ${from}::date`}
  and ${to === undefined ? sql`true` : sql`s.starts_on <= ${to}::date`}`;

export const pageOfStatements = async (
  db: Queryable,
  organizationId: OrganizationId,
  { filter, keyset }: { filter: StatementFilter; keyset: Keyset },
): Promise<readonly Statement[]> =>
  (
    await db.many<StatementRow>(sql`
  ${several} where ${matching(organizationId, filter)} and ${keyset.condition}
   order by ${keyset.order} limit ${keyset.limit}`)
  ).map(statementOf);

export async function findStatement(
  db: Queryable,
  organizationId: OrganizationId,
  statementId: string,
): Promise<Statement | undefined> {
  const row = await db.maybe<StatementRow>(sql`
  ${selectProven} where s.organization_id = ${organizationId} and s.statement_id = ${statementId}`);
  return row && statementOf(row);
}

/** For `exists` of a page's cursor. */
export const statementWithId = (organizationId: OrganizationId, statementId: string, accountId?: string): Sql => sql`
  select 1 from statements s
   where s.organization_id = ${organizationId} and s.statement_id = ${statementId}
     and ${accountId === undefined ? sql`true` : sql`s.account_id = ${accountId}`}`;

export interface OnePeriod extends Period {
  readonly accountId: AccountId;
  readonly kind: StatementKind;
}

export async function findStatementOf(
  db: Queryable,
  organizationId: OrganizationId,
  { accountId, kind, startsOn, endsOn }: OnePeriod,
): Promise<Statement | undefined> {
  const row = await db.maybe<StatementRow>(sql`
  ${selectProven}
   where s.organization_id = ${organizationId} and s.account_id = ${accountId} and s.kind = ${kind}
     and s.starts_on = ${startsOn}::date and s.ends_on = ${endsOn}::date`);
  return row && statementOf(row);
}

/** Returns 0 if the statement exists already. */
export const insertStatement = (
  tx: Tx,
  organizationId: OrganizationId,
  statement: Omit<Statement, "accountKind" | "routingNumber" | "accountNumberLast4">,
) =>
  tx.run(sql`
  insert into statements (organization_id, statement_id, account_id, kind, starts_on, ends_on, opening_minor, in_minor, out_minor,
                          fees_minor, closing_minor, lines, digest, account_name, legal_name, legal_address, ein, created_at)
  values (${organizationId}, ${statement.statementId}, ${statement.accountId}, ${statement.kind}, ${statement.startsOn}::date,
          ${statement.endsOn}::date, ${statement.openingMinor}, ${statement.inMinor}, ${statement.outMinor}, ${statement.feesMinor},
          ${statement.closingMinor}, ${statement.lines}, ${statement.digest}, ${statement.accountName}, ${statement.legalName},
          ${statement.legalAddress === undefined ? null : JSON.stringify(statement.legalAddress)}::jsonb,
          ${statement.ein ?? null}, ${statement.createdAt})
  on conflict (organization_id, account_id, kind, starts_on, ends_on) do nothing
  returning ${statements.inserted()}`);

/** The monthly statements of all accounts for a month, in the order of the accounts. */
export const statementsOfMonth = async (
  db: Queryable,
  organizationId: OrganizationId,
  { startsOn, endsOn }: Period,
): Promise<readonly Statement[]> =>
  (
    await db.many<StatementRow>(sql`
  ${several}
   where s.organization_id = ${organizationId} and s.kind = 'monthly' and s.starts_on = ${startsOn}::date
     and s.ends_on = ${endsOn}::date
   order by s.account_id`)
  ).map(statementOf);
