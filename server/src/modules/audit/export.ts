import { once } from "node:events";
import type { Writable } from "node:stream";
import type { OrganizationId } from "../../kernel/ids.ts";
import type { Service } from "../../kernel/service.ts";
import type { Queryable } from "../../kernel/sql/database.ts";
import { type SealedRow, sealedColumns } from "./chain.ts";
import { findChainEnd, findRows, findSealsAfter, findUnsealedIds } from "./seals.queries.ts";

const SEALS_PER_BATCH = 20;

const EXPLANATION = [
  "One JSON value per line. Each seal line follows the lines of the rows it covers; rows after the last seal wait for theirs.",
  "All codes are HMAC-SHA-256, in hexadecimal, under the organisation's chain key (`bursar audit export --with-key` prints it).",
  "The bytes under a code are fields, each as its length in bytes (4 bytes, big endian) and its UTF-8 text or raw bytes.",
  "Fields of a seal: 'bursar audit seal 1', code of the seal before (32 zero bytes for the first), organizationId, sealNumber, sealedAt, number of rows, digest of the rows (32 raw bytes).",
  "The digest of the rows is SHA-256 over the rows in the order of auditIds. A row is its members in the order of `columns`, each as a netstring (length in bytes, ':', UTF-8 text, ',') or '-' for null, and a line feed. A row that was missing when it was sealed is its id as a netstring, '!' and a line feed.",
  "Fields of the head: 'bursar audit head 1', organizationId, sealNumber, rowsSealed, code of that last seal.",
  "Seal numbers run from 1 without a gap, and the head names the last one. tools/verify-audit-export.mjs does all of this with nothing but Node.js.",
];

export interface ExportTotals {
  readonly rows: number;
  readonly seals: number;
}

/**
 * Writes an organisation's audit log with its seals and head as JSON lines, a few seals at a time, oldest first. It can be
 * verified anywhere by whoever has the organisation's chain key. Does not end `out`.
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
    format: "bursar-audit-export/1",
    organizationId,
    exportedAt: service.clock.now().toISOString(),
    columns: sealedColumns,
    howToVerify: EXPLANATION,
  });
  // In this order: a row sealed between the two reads is written with its seal, and then no longer waits.
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

const rowLine = (row: SealedRow) => ({
  type: "row",
  ...Object.fromEntries(sealedColumns.map((column) => [column, row[column]])),
});
