import type { Queryable, Tx } from "#kernel/sql/database.ts";
import { sql } from "#kernel/sql/sql.ts";
import type { AccountId, OrganizationId } from "#kernel/values/ids.ts";

/** What is older needs a person. */
export interface OpenSince {
  /** `YYYY-MM-DD`: movements that the bank booked until that day. */
  readonly bookedUntil: string;
  /** Pages that arrived until then. */
  readonly arrivedUntil: Date;
}

/** Organizations with open movements or missing pages that administrators do not know of yet. */
export const organizationsToAlert = (db: Queryable, { bookedUntil, arrivedUntil }: OpenSince) =>
  db.many<{ organization_id: OrganizationId }>(sql`
  select organization_id from bank_movements
   where state = 'open' and alerted_at is null and booked_on <= ${bookedUntil}::date
  union
  select organization_id from bank_statement_pages
   where joined_at is null and alerted_at is null and arrived_at <= ${arrivedUntil}`);

export interface AlertedMovements {
  readonly accountId: AccountId;
  readonly movements: bigint;
  /** Cents. */
  readonly creditMinor: bigint;
  readonly debitMinor: bigint;
}

/** Marks what has been open for too long and was not reported; returns it by account. */
export const takeOpenMovements = (
  tx: Tx,
  organizationId: OrganizationId,
  { bookedUntil, now }: { readonly bookedUntil: string; readonly now: Date },
) =>
  tx.many<AlertedMovements>(sql`
  with taken as (
    update bank_movements set alerted_at = ${now}
     where organization_id = ${organizationId} and state = 'open' and alerted_at is null and booked_on <= ${bookedUntil}::date
    returning account_id, amount_minor)
  select account_id as "accountId", count(*) as movements,
         coalesce(sum(amount_minor) filter (where amount_minor > 0), 0)::bigint as "creditMinor",
         coalesce(-sum(amount_minor) filter (where amount_minor < 0), 0)::bigint as "debitMinor"
    from taken group by account_id order by account_id`);

/** The same for reports of which pages are missing. */
export const takeWaitingReports = (
  tx: Tx,
  organizationId: OrganizationId,
  { arrivedUntil, now }: { readonly arrivedUntil: Date; readonly now: Date },
) =>
  tx.many<{ reference: string; pages: number[] }>(sql`
  with late as (
    select distinct account_id, format, reference from bank_statement_pages
     where organization_id = ${organizationId} and joined_at is null and alerted_at is null and arrived_at <= ${arrivedUntil}),
  taken as (
    update bank_statement_pages p set alerted_at = ${now} from late
     where p.organization_id = ${organizationId} and p.account_id = late.account_id and p.format = late.format
       and p.reference = late.reference and p.joined_at is null
    returning p.account_id, p.reference, p.page)
  select reference, array_agg(page order by page) as pages from taken group by account_id, reference order by reference`);

/** How many movements have been open for too long, and how many reports lack pages for too long. */
export const countOverdue = (db: Queryable, { bookedUntil, arrivedUntil }: OpenSince) =>
  db.one<{ movements: bigint; reports: bigint }>(sql`
  select (select count(*) from bank_movements where state = 'open' and booked_on <= ${bookedUntil}::date) as movements,
         (select count(*) from (
            select distinct organization_id, account_id, format, reference from bank_statement_pages
             where joined_at is null and arrived_at <= ${arrivedUntil}) r) as reports`);
