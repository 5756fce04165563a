import { assert } from "../assert.ts";
import { SECOND_MS } from "../clock/clock.ts";
import { type Database, type Queryable, queryable } from "../sql/database.ts";
import { type MarkKind, markKinds } from "../sql/proven-table.ts";
import type { Sql } from "../sql/sql.ts";
import type { OrganizationId } from "../values/ids.ts";
import { isProof, REMOVED, type RowPlace, rowProofOf, subjectOf } from "./row-proof.ts";
import { insertProofs, latestProofs, type ProofRow } from "./row-proofs.queries.ts";
import { type Reporting, reportUnproven, UnprovenRow } from "./unproven-row.ts";

/**
 * The database of the service: it checks the rows of proven tables that statements read, and records proofs of those that
 * they write (docs/adr/0083-proven-rows.md).
 *
 * A row is proven if the last entry about it in row_proofs, to which the serving role can only add, is an HMAC over its
 * present content. So neither an edited row, nor one that was inserted, nor an earlier version of a row is used. A row
 * must be read with its proof in the transaction that changes it: nothing that a writer to the database left in the row
 * may be proven by the next honest change of another column.
 */
export function provingRows(database: Database, { vault, log }: Omit<Reporting, "database">): Database {
  const reporting: Reporting = { vault, log, database };
  return {
    ...database,
    ...checked(database, { reporting, memory: undefined }),
    transaction: (work) =>
      database.transaction(async (tx) => {
        const memory: Memory = { read: new Map(), wrote: new Map() };
        const result = await work({ ...tx, ...checked(tx, { reporting, memory }) });
        await recordWritten(tx, { reporting, memory });
        return result;
      }),
  };
}

/** What one transaction has read with proofs, and written. */
interface Memory {
  /** The last version of each row that was read and is proven, by organization and subject. */
  readonly read: Map<string, number>;
  readonly wrote: Map<string, Written>;
}

interface Written extends RowPlace {
  readonly digest: string;
  readonly kind: Exclude<MarkKind, "proof of" | "proof or skip">;
}

interface Checking {
  readonly reporting: Reporting;
  readonly memory: Memory | undefined;
}

/** The subject of an organization's first proof: from then on, its rows need proofs. Its version is when that was. */
export const REQUIRED = "proofs";
/** The version of organizations that required proofs from their first row on. */
const FROM_THE_START = 1;

const requiredSince = new WeakMap<Reporting["vault"], Map<OrganizationId, Date>>();

/** Since when an organization's rows need proofs, by the service's clock; undefined if they do not yet. It never stops. */
export async function proofsRequiredSince(
  vault: Reporting["vault"],
  db: Queryable,
  organizationId: OrganizationId,
): Promise<Date | undefined> {
  const sinceByOrganization = requiredSince.get(vault) ?? new Map<OrganizationId, Date>();
  requiredSince.set(vault, sinceByOrganization);
  const before = sinceByOrganization.get(organizationId);
  if (before !== undefined) return before;
  const [row] = await latestProofs(db, organizationId, [REQUIRED]);
  if (row === undefined) return undefined;
  // Whatever a writer to the database adds there must not turn the checks off.
  const isOurs = isProof(row.proof, requirement(vault, organizationId, row.version).proof);
  const since = new Date((isOurs ? row.version : FROM_THE_START) * SECOND_MS);
  sinceByOrganization.set(organizationId, since);
  return since;
}

/** Whether an organization requires proofs. */
export const requiresProofs = async (
  vault: Reporting["vault"],
  db: Queryable,
  organizationId: OrganizationId,
): Promise<boolean> => (await proofsRequiredSince(vault, db, organizationId)) !== undefined;

const requirement = (vault: Reporting["vault"], organizationId: OrganizationId, version: number): ProofRow => ({
  subject: REQUIRED,
  version,
  proof: rowProofOf(vault, { organizationId, subject: REQUIRED }, { version, digest: REMOVED }),
});

/** From its first row on, a new organization requires proofs; an older one from now on, whose rows are proven. */
export const requireProofs = (vault: Reporting["vault"], db: Queryable, organizationId: OrganizationId, now?: Date) =>
  insertProofs(db, organizationId, [
    requirement(vault, organizationId, now === undefined ? FROM_THE_START : Math.ceil(now.getTime() / SECOND_MS)),
  ]);

const MARK = new RegExp(`"(?:${markKinds.join("|")}) `);
const hasMarks = ({ text }: Sql): boolean => MARK.test(text);

/**
 * So many written rows are remembered. A transaction that writes more adds their proofs on the way: a file of returns
 * writes hundreds of thousands. It must read a row again before it changes it again.
 */
const WROTE_MAX = 5_000;

function checked(db: Queryable, checking: Checking): Queryable {
  const { reporting, memory } = checking;
  const ofMarked = queryable({
    query: async (statement) => {
      const kept = await takeMarks(db, await db.many<Record<string, unknown>>(statement), checking);
      if (memory !== undefined && memory.wrote.size >= WROTE_MAX) await recordWritten(db, { reporting, memory });
      return { rows: kept, count: kept.length };
    },
  });
  const the = (statement: Sql) => (hasMarks(statement) ? ofMarked : db);
  return {
    many: (statement) => the(statement).many(statement),
    maybe: (statement) => the(statement).maybe(statement),
    one: (statement) => the(statement).one(statement),
    run: (statement) => the(statement).run(statement),
  };
}

/** Removes the marks of rows after checking or remembering them. Returns the rows without those that must be left out. */
async function takeMarks(
  db: Queryable,
  rows: readonly Record<string, unknown>[],
  checking: Checking,
): Promise<Record<string, unknown>[]> {
  const columns = Object.keys(rows[0] ?? {}).flatMap((column) => {
    const kind = markKinds.find((prefix) => column.startsWith(`${prefix} `));
    return kind === undefined ? [] : [{ column, kind, table: column.slice(kind.length + 1) }];
  });
  const kept: Record<string, unknown>[] = [];
  for (const row of rows) {
    let isKept = true;
    for (const { column, kind, table } of columns) {
      const texts = ([] as unknown[]).concat(row[column]).filter((text) => typeof text === "string");
      delete row[column];
      // What a statement wrote into a row that it leaves out is not vouched for.
      for (const text of texts) if (isKept && !(await takeMark(db, { kind, table, text }, checking))) isKept = false;
    }
    if (isKept) kept.push(row);
  }
  return kept;
}

interface Mark {
  readonly kind: MarkKind;
  readonly table: string;
  readonly text: string;
}

async function takeMark(db: Queryable, { kind, table, text }: Mark, checking: Checking): Promise<boolean> {
  const { reporting, memory } = checking;
  if (kind === "proof of" || kind === "proof or skip") {
    const read = readMark(table, text);
    if (await isProven(db, read, checking)) return true;
    if (!(await requiresProofs(reporting.vault, db, read.organizationId))) {
      memory?.read.set(nameOf(read), read.last?.version ?? 0);
      return true;
    }
    const { digest: _, last: __, ...place } = read;
    reportUnproven(reporting, place);
    if (kind === "proof of") throw new UnprovenRow(place);
    return false;
  }
  assert(memory !== undefined, "a proven row is written in a transaction");
  const written = writtenMark(table, text);
  const name = nameOf(written);
  const before = memory.wrote.get(name);
  assert(
    kind !== "changed in" || before !== undefined || memory.read.has(name),
    `${subjectOf(written)} is read with its proof before it is changed`,
  );
  memory.wrote.set(name, { ...written, kind: kind === "changed in" && before ? before.kind : kind });
  return true;
}

interface ReadRow extends RowPlace {
  readonly digest: string;
  readonly last: Omit<ProofRow, "subject"> | undefined;
}

const nameOf = (row: RowPlace): string => `${row.organizationId}/${subjectOf(row)}`;

/** Of `organization | key | digest | version | proof`. */
export function readMark(table: string, text: string): ReadRow {
  const parts = text.split("|");
  const [proof = "", version = "", digest = ""] = parts.splice(-3).reverse();
  const [organizationId, ...key] = parts;
  return {
    organizationId: organizationId as OrganizationId,
    table,
    key: key.join("|"),
    digest,
    last: version === "" ? undefined : { version: Number(version), proof: Buffer.from(proof, "hex") },
  };
}

function writtenMark(table: string, text: string): RowPlace & { readonly digest: string } {
  const parts = text.split("|");
  const [digest = ""] = parts.splice(-1);
  const [organizationId, ...key] = parts;
  return { organizationId: organizationId as OrganizationId, table, key: key.join("|"), digest };
}

async function isProven(db: Queryable, row: ReadRow, { reporting, memory }: Checking): Promise<boolean> {
  // The transaction's own change, which has no proof before it commits.
  if (memory?.wrote.get(nameOf(row))?.digest === row.digest) return true;
  const { vault } = reporting;
  let { last } = row;
  if (last === undefined || !fits(vault, row, last)) {
    // A statement that waited for the row's lock sees the row as it is now, but the proofs as they were when it began.
    [last] = await latestProofs(db, row.organizationId, [subjectOf(row)]);
    if (last === undefined || !fits(vault, row, last)) return false;
  }
  memory?.read.set(nameOf(row), last.version);
  return true;
}

/** Whether the last entry about a row, if there is one, vouches for this content. */
export const fits = (
  vault: Reporting["vault"],
  row: RowPlace & { readonly digest: string },
  last: Omit<ProofRow, "subject"> | undefined,
): boolean => last !== undefined && isProof(last.proof, proofRow(vault, row, last.version).proof);

/** Adds the proofs of what the transaction wrote since it did so before, and forgets it. */
async function recordWritten(tx: Queryable, { reporting, memory }: Checking & { memory: Memory }): Promise<void> {
  const written = [...memory.wrote.values()].map((row) => ({ row, version: (memory.read.get(nameOf(row)) ?? 0) + 1 }));
  // Before the first statement: what is written meanwhile is remembered for the next time.
  for (const name of memory.wrote.keys()) memory.read.delete(name);
  memory.wrote.clear();
  for (const [organizationId, proofs] of Map.groupBy(written, ({ row }) => row.organizationId)) {
    const added = await insertProofs(
      tx,
      organizationId,
      proofs.map(({ row, version }) => proofRow(reporting.vault, row, version)),
    );
    if (added === proofs.length) continue;
    // Rows that were removed or replaced have earlier versions. Anything else was proven by someone else meanwhile.
    const subjects = proofs.map(({ row }) => subjectOf(row));
    const last = new Map((await latestProofs(tx, organizationId, subjects)).map((row) => [row.subject, row]));
    const again: ProofRow[] = [];
    for (const { row, version } of proofs) {
      const earlier = last.get(subjectOf(row));
      const isOurs = earlier?.version === version && fits(reporting.vault, row, earlier);
      if (earlier === undefined || isOurs) continue;
      // Nothing from before is in a row that was replaced or removed, or inserted after it was removed.
      const mayFollow =
        (row.kind !== "changed in" && row.kind !== "inserted into") ||
        (row.kind === "inserted into" && fits(reporting.vault, { ...row, digest: REMOVED }, earlier)) ||
        !(await requiresProofs(reporting.vault, tx, organizationId));
      if (!mayFollow) {
        reportUnproven(reporting, { organizationId, table: row.table, key: row.key });
        throw new UnprovenRow(row);
      }
      again.push(proofRow(reporting.vault, row, earlier.version + 1));
    }
    if (again.length > 0) await insertProofs(tx, organizationId, again);
  }
}

/** Vouches for this content of a row as this version. */
export function proofRow(
  vault: Reporting["vault"],
  row: RowPlace & { readonly digest: string },
  version: number,
): ProofRow {
  const { organizationId, digest } = row;
  const subject = subjectOf(row);
  return { subject, version, proof: rowProofOf(vault, { organizationId, subject }, { version, digest }) };
}
