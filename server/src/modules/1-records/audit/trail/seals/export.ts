import { once } from "node:events";
import type { Writable } from "node:stream";
import type { Service } from "#kernel/process/service.ts";
import type { Queryable } from "#kernel/sql/database.ts";
import type { OrganizationId } from "#kernel/values/ids.ts";
import { contentColumns } from "#records/audit";
import { type ExportedRow, findChainEnd, findRows, findSealsAfter, findUnsealedIds } from "./seals.queries.ts";

const SEALS_PER_BATCH = 20;

const EXPLANATION = [
  "One JSON value per line. Each seal line follows the lines of the rows it covers; rows after the last seal wait for theirs.",
  "HMAC is HMAC-SHA-256 under the organization's chain key (`bursar audit export --with-key` prints it). Codes are in hexadecimal.",
  "A netstring is a text's length in bytes, ':', the UTF-8 text, and ','; '-' stands for null. The content of a row is its members in the order of `columns`, each as a netstring.",
  "mac of a row = SHA-256(proof, number (8 bytes, big endian), UTF-8 of decided), where proof = HMAC('bursar audit row 1', a line feed, organizationId and stream_id as netstrings, content). `decided` is what the database decided when it wrote the row: a payment's bank details and name.",
  "A stream is an account, for the payments it makes, or the organization, for everything else. In the order of the seals, the numbers of a stream run from 1 without a gap. Rows from before numbering have no stream_id, number, decided, and mac; none may follow a numbered row.",
  "Fields of a seal: 'bursar audit seal 1', code of the previous seal (32 zero bytes for the first), organizationId, sealNumber, sealedAt, number of rows, digest of the rows (32 raw bytes). Each field is its length in bytes (4 bytes, big endian) and its UTF-8 text or raw bytes; the code is the HMAC of all fields.",
  "The digest of the rows is SHA-256 over one line per row in the order of auditIds, each ending in a line feed: audit_id, stream_id, number, and mac as netstrings; for a row from before numbering its content; for a row that was missing when it was sealed, its ID as a netstring and '!'.",
  "Fields of the head: 'bursar audit head 1', organizationId, sealNumber, rowsSealed, code of that last seal.",
  "Seal numbers run from 1 without a gap, and the head names the last one. tools/verify-audit-export.mjs checks all of this with nothing but Node.js.",
];

export interface ExportTotals {
  readonly rows: number;
  readonly seals: number;
}

/**
 * Writes an organization's audit log with its seals and head as JSON lines, a few seals at a time, oldest first. Anyone
 * with the organization's chain key can verify it. Does not end `out`.
 */
export async function exportAudit(
  service: Pick<Service, "clock">,
  db: Queryable,
  organizationId: OrganizationId,
  out: Writable,
): Promise<ExportTotals> {
  const line = async (value: Readonly<Record<string, unknown>>): Promise<void> => {
    if (!out.write(`${JSON.stringify(value)}\n`)) await once(out, "drain");
  };
  await line({
    type: "explanation",
    format: "bursar-audit-export/2",
    organizationId,
    exportedAt: service.clock.now().toISOString(),
    columns: contentColumns,
    howToVerify: EXPLANATION,
  });
  // In this order: a row sealed between the two reads is written with its seal and is no longer waiting.
  const waiting = new Set((await findUnsealedIds(db, organizationId)).flatMap((row) => row.ids));
  const end = await findChainEnd(db, organizationId);
  let rows = 0;
  let seals = 0;
  let after = 0n;
  const last = end.last_seal_number ?? 0n;
  while (after < last) {
    const batch = (await findSealsAfter(db, organizationId, after, SEALS_PER_BATCH)).filter(
      (seal) => seal.seal_number <= last,
    );
    const found = await findRows(
      db,
      organizationId,
      batch.flatMap((seal) => seal.audit_ids),
    );
    const byId = new Map(found.map((row) => [row.audit_id, row]));
    for (const seal of batch) {
      const covered = seal.audit_ids.flatMap((id) => byId.get(id) ?? []);
      for (const row of covered) await line(rowLine(row));
      for (const auditId of seal.audit_ids) waiting.delete(auditId);
      await line({
        type: "seal",
        sealNumber: seal.seal_number.toString(),
        sealedAt: seal.sealed_at,
        auditIds: seal.audit_ids,
        mac: seal.mac.toString("hex"),
      });
      rows += covered.length;
      seals += 1;
      after = seal.seal_number;
    }
    if (batch.length === 0) break;
  }
  for (const row of await findRows(db, organizationId, [...waiting])) {
    await line(rowLine(row));
    rows += 1;
  }
  if (end.head_seal_number !== null && end.head_mac !== null) {
    await line({
      type: "head",
      sealNumber: end.head_seal_number.toString(),
      rowsSealed: String(end.head_rows_sealed),
      mac: end.head_mac.toString("hex"),
    });
  }
  return { rows, seals };
}

const rowLine = (row: ExportedRow) => ({
  type: "row",
  ...Object.fromEntries(contentColumns.map((column) => [column, row[column]])),
  ...(row.number === null
    ? {}
    : {
        stream_id: row.stream_id,
        number: row.number.toString(),
        decided: row.decided,
        mac: row.mac?.toString("hex") ?? null,
      }),
});
