import type { Service } from "../process/service.ts";
import { withinOrganization } from "../sql/scope.ts";
import type { OrganizationId } from "../values/ids.ts";
import { findProvenTable, type ProvenTable, provenTables } from "./proven-table.ts";
import { fits, REQUIRED, readMark, requireProofs, requiresProofs } from "./proving-database.ts";
import { ACCEPTED, proofOf, type RowPlace, subjectOf } from "./row-proof.ts";
import {
  findMarkedRow,
  findUnprovenRows,
  insertProofs,
  latestProofs,
  lockMarkedRow,
  lockPageOfRows,
  mayOlderVersionsWrite,
  organizationsBefore,
  pageOfRows,
} from "./row-proofs.queries.ts";
import { findingsOf, forgetUnproven, reportUnproven } from "./unproven-row.ts";

/**
 * Looks at the rows of all proven tables, a page of each per pass, so that a row that was changed outside the service is
 * reported even while nothing uses it. Whatever uses it checks it, too.
 */
const ROWS_PER_PAGE = 1_000;

type Watching = Pick<Service, "database" | "vault" | "log">;

interface Watch {
  readonly cursors: Map<string, readonly string[]>;
  /** Every organization requires proofs, and later ones do from the start. */
  everyoneRequires: boolean;
}
const byProcess = new WeakMap<Service["vault"], Watch>();

/** The migration that made the tables of proofs. */
const MIGRATION = 41;

/** One pass, in the scope of all organizations. Returns 0: no other job waits for its work. */
export async function watchRows(service: Watching): Promise<number> {
  const watch: Watch = byProcess.get(service.vault) ?? { cursors: new Map(), everyoneRequires: false };
  byProcess.set(service.vault, watch);
  watch.everyoneRequires ||= await proveOldRows(service);
  for (const table of provenTables()) {
    const page = await pageOfRows(service.database, table, {
      after: watch.cursors.get(table.name) ?? [],
      limit: ROWS_PER_PAGE,
    });
    for (const { mark } of page) if (mark !== null) await reportIfUnproven(service, table, mark);
    const last = page.length < ROWS_PER_PAGE ? undefined : page.at(-1)?.cursor;
    if (last === undefined) watch.cursors.delete(table.name);
    else watch.cursors.set(table.name, last);
  }
  for (const row of findingsOf(service.vault).rows.values()) await forgetIfProven(service, row);
  return 0;
}

async function reportIfUnproven(service: Watching, table: ProvenTable, mark: string): Promise<void> {
  const row = readMark(table.name, mark);
  if (row.last !== undefined && fits(service.vault, row, row.last)) return;
  // The row may have changed while the page was read: what counts is one look at the row and its proof.
  if (await isUnproven(service, row)) reportUnproven(service, placeOf(row));
}

async function forgetIfProven(service: Watching, row: RowPlace): Promise<void> {
  if (!(await isUnproven(service, row))) forgetUnproven(service.vault, row);
}

const placeOf = ({ organizationId, table, key }: RowPlace): RowPlace => ({ organizationId, table, key });

/** Whether the row exists, needs a proof, and has none for its present content. */
export function isUnproven(service: Watching, { organizationId, table: name, key }: RowPlace): Promise<boolean> {
  return withinOrganization(organizationId, async () => {
    const table = findProvenTable(name);
    if (table === undefined) return !(await isAccepted(service, { organizationId, table: name, key }));
    const found = await findMarkedRow(service.database, table, { organizationId, key });
    if (typeof found?.mark !== "string") return false;
    const row = readMark(name, found.mark);
    if (row.last !== undefined && fits(service.vault, row, row.last)) return false;
    return requiresProofs(service.vault, service.database, organizationId);
  });
}

/** A row that contradicts others, of a table without proofs, stays in doubt until an operator accepts it. */
async function isAccepted({ database, vault }: Watching, row: RowPlace): Promise<boolean> {
  const [last] = await latestProofs(database, row.organizationId, [subjectOf(row)]);
  return last !== undefined && fits(vault, { ...row, digest: ACCEPTED }, last);
}

/**
 * The rows that organizations had before their rows were proven: proven as they are, once processes of the older version
 * have had a day to end. Returns whether every organization requires proofs now.
 */
async function proveOldRows(service: Watching): Promise<boolean> {
  const { database, vault } = service;
  const waiting = await organizationsBefore(database, REQUIRED);
  if (waiting.length === 0) return true;
  if ((await mayOlderVersionsWrite(database, MIGRATION)).may) return false;
  for (const { organization_id: organizationId } of waiting)
    await withinOrganization(organizationId, async () => {
      for (const table of provenTables()) await proveAsIs(service, table, organizationId);
      await requireProofs(vault, database, organizationId);
    });
  return true;
}

/** Vouches for every row of the table as it is. Returns how many had no proof. */
export async function proveAsIs(
  { database, vault }: Watching,
  table: ProvenTable,
  organizationId: OrganizationId,
): Promise<number> {
  let proven = 0;
  for (let after: readonly string[] = []; ; ) {
    const page = await database.transaction(async (tx) => {
      const rows = await lockPageOfRows(tx, table, { organizationId, after, limit: ROWS_PER_PAGE });
      const unproven = rows
        .flatMap(({ mark }) => (mark === null ? [] : readMark(table.name, mark)))
        .filter((row) => row.last === undefined || !fits(vault, row, row.last));
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

function nextProof(vault: Watching["vault"], row: ReturnType<typeof readMark>) {
  const subject = subjectOf(row);
  const version = (row.last?.version ?? 0) + 1;
  const { organizationId, digest } = row;
  return { subject, version, proof: proofOf(vault, { organizationId, subject }, { version, digest }) };
}

/** An operator vouches for a row as it is. False if there is no such row, or it is proven. */
export async function acceptRow({ database, vault, log }: Watching, { organizationId, table: name, key }: RowPlace) {
  const table = findProvenTable(name);
  const place = { organizationId, table: name, key };
  if (table === undefined) {
    if (await isAccepted({ database, vault, log }, place)) return false;
    const last = (await latestProofs(database, organizationId, [subjectOf(place)]))[0];
    await insertProofs(database, organizationId, [nextProof(vault, { ...place, digest: ACCEPTED, last })]);
    forgetUnproven(vault, place);
    return true;
  }
  return database.transaction(async (tx) => {
    const found = await lockMarkedRow(tx, table, { organizationId, key });
    if (typeof found?.mark !== "string") return false;
    const row = readMark(name, found.mark);
    if (row.last !== undefined && fits(vault, row, row.last)) return false;
    await insertProofs(tx, organizationId, [nextProof(vault, row)]);
    forgetUnproven(vault, row);
    return true;
  });
}

export interface UnprovenRowSeen extends RowPlace {
  readonly foundAt: Date;
}

const SEEN_MAX = 100;

/** The rows of an organization that any process found unproven and that still are. */
export async function unprovenRowsOf(service: Watching, organizationId: OrganizationId): Promise<UnprovenRowSeen[]> {
  const seen: UnprovenRowSeen[] = [];
  for (const row of await findUnprovenRows(service.database, organizationId, SEEN_MAX)) {
    const place = { organizationId, table: row.table_name, key: row.row_key };
    if (await isUnproven(service, place)) seen.push({ ...place, foundAt: row.found_at });
  }
  return seen;
}
