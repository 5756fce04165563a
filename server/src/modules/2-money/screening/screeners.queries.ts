import type { Queryable, Tx } from "#kernel/sql/database.ts";
import { sql } from "#kernel/sql/sql.ts";
import type { OrganizationId, RecipientId } from "#kernel/values/ids.ts";
import { organizationsWith } from "#records/identity";
import type { ListId, Screener, ScreenerId, ScreenerKind, ScreenerSettings } from "./screener.ts";
import { screeners } from "./tables.ts";

interface ScreenerRow {
  readonly screener_id: ScreenerId;
  readonly kind: ScreenerKind;
  readonly url: string | null;
  readonly threshold: number;
  readonly countries: string[];
  readonly fail_after_hours: number | null;
  readonly version: number;
  readonly changed_at: Date;
  readonly failing_since: Date | null;
  readonly failures: number;
  readonly problem: string | null;
  readonly list_id: ListId | null;
}

/** The organization's screener; undefined if it never had one. Fails if the row is not proven. */
export async function findScreener(db: Queryable, organizationId: OrganizationId): Promise<Screener | undefined> {
  const row = await db.maybe<ScreenerRow>(sql`
    select s.screener_id, s.kind, s.url, s.threshold, s.countries, s.fail_after_hours, s.version, s.changed_at,
           s.failing_since, s.failures, s.problem,
           (select l.list_id from screening_lists l where l.organization_id = s.organization_id order by l.list_id desc limit 1) as list_id,
           ${screeners.proof("s")}
      from screeners s where s.organization_id = ${organizationId}`);
  return (
    row && {
      organizationId,
      screenerId: row.screener_id,
      kind: row.kind,
      url: row.url,
      threshold: row.threshold,
      countries: row.countries,
      failAfterHours: row.fail_after_hours,
      version: row.version,
      changedAt: row.changed_at,
      failingSince: row.failing_since ?? undefined,
      failures: row.failures,
      problem: row.problem ?? undefined,
      listId: row.list_id ?? undefined,
    }
  );
}

/** Read with its proof and locked, before it is changed. */
export const lockScreener = (tx: Tx, organizationId: OrganizationId) =>
  tx.maybe<{ version: number }>(sql`
  select s.version, ${screeners.proof("s")} from screeners s where s.organization_id = ${organizationId} for update of s`);

interface StoredScreener extends ScreenerSettings {
  readonly screenerId: ScreenerId;
  readonly version: number;
  readonly at: Date;
}

export const insertScreener = (tx: Tx, organizationId: OrganizationId, screener: StoredScreener) =>
  tx.run(sql`
  insert into screeners (organization_id, screener_id, kind, url, threshold, countries, fail_after_hours, version, changed_at)
  values (${organizationId}, ${screener.screenerId}, ${screener.kind}, ${screener.url}, ${screener.threshold},
          ${[...screener.countries]}, ${screener.failAfterHours}, ${screener.version}, ${screener.at})
  returning ${screeners.inserted()}`);

/** What was wrong with the one before is forgotten. */
export const updateScreener = (tx: Tx, organizationId: OrganizationId, screener: StoredScreener) =>
  tx.run(sql`
  update screeners
     set screener_id = ${screener.screenerId}, kind = ${screener.kind}, url = ${screener.url}, threshold = ${screener.threshold},
         countries = ${[...screener.countries]}, fail_after_hours = ${screener.failAfterHours}, version = ${screener.version},
         changed_at = ${screener.at}, failing_since = null, failures = 0, problem = null, try_after = null
   where organization_id = ${organizationId}
  returning ${screeners.changed()}`);

/** Organizations for which something is to be screened now. */
export const organizationsToScreen = (db: Queryable, now: Date): Promise<readonly OrganizationId[]> =>
  organizationsWith(
    db,
    sql`from screeners s
       where s.organization_id = o.organization_id and s.kind <> 'none' and coalesce(s.try_after <= ${now}, true)
         and (exists (select from screening_asks a where a.organization_id = o.organization_id)
              or exists (select from screening_checks c where c.organization_id = o.organization_id and c.asked_at is not null)
              or s.round_after is not null or s.round_basis is null
              or s.round_basis <> concat_ws('/', s.screener_id, s.version,
                   case when s.kind = 'list' then coalesce((select l.list_id::text from screening_lists l
                     where l.organization_id = s.organization_id order by l.list_id desc limit 1), 'no list') end))`,
  );

/** How far every recipient was screened with the present settings. */
export const findRound = (db: Queryable, organizationId: OrganizationId) =>
  db.one<{ round_basis: string | null; round_after: RecipientId | null }>(sql`
  select round_basis, round_after from screeners where organization_id = ${organizationId}`);

export const storeRound = (
  tx: Tx,
  organizationId: OrganizationId,
  { basis, after }: { basis: string; after: RecipientId | null },
) =>
  tx.run(sql`
  update screeners set round_basis = ${basis}, round_after = ${after} where organization_id = ${organizationId}`);

/** Returns how often it has failed since it last answered, and since when. */
export const noteScreenerFailure = (
  tx: Tx,
  organizationId: OrganizationId,
  { at, tryAfter, problem }: { at: Date; tryAfter: Date; problem: string },
) =>
  tx.one<{ failures: number; failing_since: Date }>(sql`
  update screeners
     set failures = failures + 1, failing_since = coalesce(failing_since, ${at}), problem = ${problem}, try_after = ${tryAfter}
   where organization_id = ${organizationId} returning failures, failing_since`);

/** A list that was missing is there: no need to wait for the next attempt. */
export const tryScreenerAgain = (tx: Tx, organizationId: OrganizationId) =>
  tx.run(sql`
  update screeners set try_after = null where organization_id = ${organizationId} and try_after is not null`);

/** Returns 0 if it had not failed. */
export const noteScreenerAnswer = (tx: Tx, organizationId: OrganizationId) =>
  tx.run(sql`
  update screeners set failures = 0, failing_since = null, problem = null, try_after = null
   where organization_id = ${organizationId} and failing_since is not null`);

/** Organizations with a screener that does not answer, and open cases of all. For the metrics. */
export const screeningFigures = (db: Queryable) =>
  db.one<{ unavailable: bigint; open_cases: bigint }>(sql`
  select (select count(*) from screeners where failing_since is not null) as unavailable,
         (select count(*) from screening_cases where state = 'open') as open_cases`);
