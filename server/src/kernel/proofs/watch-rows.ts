import { KeyRevoked } from "../crypto/vault.ts";
import { keptBy } from "../process/generations.ts";
import type { Service } from "../process/service.ts";
import type { Queryable, Tx } from "../sql/database.ts";
import { findProvenTable, type ProvenTable, provenTables } from "../sql/proven-table.ts";
import { withinOrganization } from "../sql/scope.ts";
import type { OrganizationId } from "../values/ids.ts";
import { fits, proofRow, REQUIRED, readMark, requireProofs, requiresProofs } from "./proving-database.ts";
import { ACCEPTED, type RowPlace, subjectOf } from "./row-proof.ts";
import {
  findMarkedRow,
  findUnprovenElsewhere,
  findUnprovenRows,
  insertProofs,
  isRecordedUnproven,
  latestProofs,
  lockMarkedRow,
  lockPageOfRows,
  type MarkedRow,
  mayOlderVersionsWrite,
  organizationsBefore,
  pageOfRows,
} from "./row-proofs.queries.ts";
import { findingsOf, forgetUnproven, reportUnproven, type UnprovenRowSeen } from "./unproven-row.ts";

/**
 * Looks at the rows of all proven tables, a few pages of each per pass, so that a row that was changed outside the service
 * is reported even while nothing uses it. Whatever uses it checks it, too.
 */
const ROWS_PER_PAGE = 1_000;
const PAGES_PER_PASS = 3;
/** Most tables take one statement per pass, also while nothing happens: rarely, but more than once a minute. */
export const WATCH_ROWS_MS = 30_000;

type Watching = Pick<Service, "database" | "vault" | "log" | "clock">;
type Examining = Pick<Service, "database" | "vault">;

interface Watch {
  readonly cursors: Map<string, readonly string[]>;
  /** Every organization requires proofs, and later ones do from the start. */
  everyoneRequires: boolean;
}
const watchOf = keptBy<Service["vault"], Watch>(() => ({ cursors: new Map(), everyoneRequires: false }));

/** The migration that made the tables of proofs. */
const MIGRATION = 41;

/** One pass, in the scope of all organizations. Returns 0: no other job waits for its work. */
export async function watchRows(service: Watching): Promise<number> {
  const watch = watchOf(service.vault);
  watch.everyoneRequires ||= await proveOldRows(service);
  for (const table of provenTables()) {
    let after = watch.cursors.get(table.name);
    for (let pages = 0; pages < PAGES_PER_PASS && (pages === 0 || after !== undefined); pages += 1)
      after = await watchPage(service, table, after);
    if (after === undefined) watch.cursors.delete(table.name);
    else watch.cursors.set(table.name, after);
  }
  for (const row of findingsOf(service.vault).rows.values()) await forgetIfProven(service, row);
  return 0;
}

/** Returns where the next page begins; undefined after the last one. */
async function watchPage(
  service: Watching,
  table: ProvenTable,
  after: readonly string[] | undefined,
): Promise<readonly string[] | undefined> {
  const page = await pageOfRows(service.database, table, { after: after ?? [], limit: ROWS_PER_PAGE });
  for (const { mark } of page) if (mark !== null) await reportIfUnproven(service, table, mark);
  return page.length < ROWS_PER_PAGE ? undefined : page.at(-1)?.cursor;
}

async function reportIfUnproven(service: Watching, table: ProvenTable, mark: string): Promise<void> {
  const row = readMark(table.name, mark);
  if (fits(service.vault, row, row.last)) return;
  // The row may have changed while the page was read: what counts is one look at the row and its proof.
  if (await isUnproven(service, row)) reportUnproven(service, placeOf(row));
}

async function forgetIfProven(service: Examining, row: RowPlace): Promise<void> {
  if (!(await isUnproven(service, row))) forgetUnproven(service.vault, row);
}

const placeOf = ({ organizationId, table, key }: RowPlace): RowPlace => ({ organizationId, table, key });

/** Whether the row exists, needs a proof, and has none for its present content. */
export function isUnproven(service: Examining, { organizationId, table: name, key }: RowPlace): Promise<boolean> {
  return withinOrganization(organizationId, async () => {
    const table = findProvenTable(name);
    if (table === undefined) {
      const row = await acceptanceOf(service.database, { organizationId, table: name, key });
      return !fits(service.vault, row, row.last);
    }
    const found = await findMarkedRow(service.database, table, { organizationId, key });
    if (typeof found?.mark !== "string") return false;
    const row = readMark(name, found.mark);
    if (fits(service.vault, row, row.last)) return false;
    return requiresProofs(service.vault, service.database, organizationId);
  });
}

/**
 * A row of a table without proofs that contradicts others, such as one of `bank_orders`. Whatever found that does not use
 * it; the alarm lasts until an operator accepts it.
 */
async function acceptanceOf(db: Queryable, row: RowPlace) {
  const [last] = await latestProofs(db, row.organizationId, [subjectOf(row)]);
  return { ...placeOf(row), digest: ACCEPTED, last };
}

/**
 * The rows that organizations had before their rows were proven: proven as they are, once processes of the older version
 * have had a day to end. Returns whether every organization requires proofs now.
 */
async function proveOldRows(service: Watching): Promise<boolean> {
  const { database, vault, clock } = service;
  const waiting = await organizationsBefore(database, REQUIRED);
  if (waiting.length === 0) return true;
  if ((await mayOlderVersionsWrite(database, MIGRATION)).may) return false;
  for (const { organization_id: organizationId } of waiting)
    await withinOrganization(organizationId, async () => {
      if (!(await hasKey(service, organizationId)))
        return reportUnproven(service, { organizationId, table: "organization_keys", key: "1" });
      for (const table of provenTables()) await proveAsIs(service, table, organizationId);
      await requireProofs(vault, database, organizationId, clock.now());
    });
  return true;
}

/** False for an organization that a writer to the database inserted: a key is encrypted with the master key. */
const hasKey = ({ database, vault }: Examining, organizationId: OrganizationId): Promise<boolean> =>
  vault.seal(database, organizationId, REQUIRED, "").then(
    () => true,
    (error: unknown) => error instanceof KeyRevoked,
  );

/** Vouches for every row of the table as it is. Returns how many had no proof. */
export async function proveAsIs(
  { database, vault }: Examining,
  table: ProvenTable,
  organizationId: OrganizationId,
): Promise<number> {
  let proven = 0;
  for (let after: readonly string[] = []; ; ) {
    const page = await database.transaction(async (tx) => {
      const rows = await lockPageOfRows(tx, table, { organizationId, after, limit: ROWS_PER_PAGE });
      const unproven = rows
        .flatMap(({ mark }) => (mark === null ? [] : readMark(table.name, mark)))
        .filter((row) => !fits(vault, row, row.last));
      proven += await insertProofs(
        tx,
        organizationId,
        unproven.map((row) => nextProof(vault, row)),
      );
      return rows;
    });
    const last = page.at(-1);
    if (page.length < ROWS_PER_PAGE || last === undefined) return proven;
    after = last.cursor;
  }
}

const nextProof = (vault: Examining["vault"], row: ReturnType<typeof readMark>) =>
  proofRow(vault, row, (row.last?.version ?? 0) + 1);

/**
 * An operator vouches for a row as it is, in the caller's transaction. False if there is no such row, it is proven, or, in
 * a table without proofs, nothing was reported about it.
 */
export async function acceptRow(
  { vault }: Pick<Service, "vault">,
  tx: Tx,
  { organizationId, table: name, key }: RowPlace,
): Promise<boolean> {
  const table = findProvenTable(name);
  const place = { organizationId, table: name, key };
  if (table === undefined && !(await isRecordedUnproven(tx, organizationId, place)).recorded) return false;
  const found = table && (await lockMarkedRow(tx, table, { organizationId, key }));
  const row = table === undefined ? await acceptanceOf(tx, place) : found?.mark && readMark(name, found.mark);
  if (!row || fits(vault, row, row.last)) return false;
  await insertProofs(tx, organizationId, [nextProof(vault, row)]);
  tx.afterCommit(() => forgetUnproven(vault, place));
  return true;
}

/**
 * Every row of every organization, or of one, that needs a proof and has none, and those of other tables that were reported;
 * at most so many.
 */
export async function findAllUnproven(
  service: Examining,
  { organizationId, limit }: { readonly organizationId?: OrganizationId | undefined; readonly limit: number },
): Promise<readonly RowPlace[]> {
  const found: RowPlace[] = [];
  for (const table of provenTables())
    for (let after: readonly string[] | undefined = []; after !== undefined && found.length < limit; ) {
      const page: readonly MarkedRow[] = await pageOfRows(service.database, table, {
        organizationId,
        after,
        limit: ROWS_PER_PAGE,
      });
      for (const { mark } of page) {
        if (mark === null) continue;
        const row = readMark(table.name, mark);
        if (!fits(service.vault, row, row.last) && (await isUnproven(service, row))) found.push(placeOf(row));
      }
      after = page.length < ROWS_PER_PAGE ? undefined : page.at(-1)?.cursor;
    }
  const except = provenTables().map(({ name }) => name);
  for (let offset = 0, page = ROWS_PER_PAGE; page === ROWS_PER_PAGE && found.length < limit; offset += page) {
    const of = { organizationId, except, limit: ROWS_PER_PAGE, offset };
    const rows = await findUnprovenElsewhere(service.database, of);
    for (const row of rows) {
      const place = { organizationId: row.organization_id, table: row.table_name, key: row.row_key };
      if (found.length < limit && (await isUnproven(service, place))) found.push(place);
    }
    page = rows.length;
  }
  return found;
}

const SEEN_MAX = 100;

/**
 * The rows of an organization that any process found unproven and that still are: those that this one found first, because a
 * writer to the database can hide the others behind many made-up ones.
 */
export async function unprovenRowsOf(service: Examining, organizationId: OrganizationId): Promise<UnprovenRowSeen[]> {
  const recorded = (await findUnprovenRows(service.database, organizationId, SEEN_MAX)).map((row) => ({
    organizationId,
    table: row.table_name,
    key: row.row_key,
    foundAt: row.found_at,
  }));
  const own = findingsOf(service.vault).rows.values();
  const seen = new Map<string, UnprovenRowSeen>();
  for (const row of [...own, ...recorded].filter((found) => found.organizationId === organizationId))
    if (seen.size < SEEN_MAX && !seen.has(subjectOf(row)) && (await isUnproven(service, row)))
      seen.set(subjectOf(row), row);
  return [...seen.values()];
}
