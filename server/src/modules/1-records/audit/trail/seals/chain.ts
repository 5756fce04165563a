import { hmacSha256, sha256 } from "#kernel/crypto/cipher.ts";
import type { OrganizationId } from "#kernel/values/ids.ts";
import { type ChainKey, netstring, type SealedRow } from "#records/audit";

/**
 * The keyed chain over the audit log (ADR 0008). A seal's code (HMAC-SHA-256) covers the previous code, its own number
 * and time, and the digest of its rows; the head's code authenticates the end of the chain. Database access without the
 * key is enough to break the chain but not to repair it.
 *
 * A code covers a list of fields, each as length (4 bytes, big endian) and UTF-8 text or raw bytes.
 * tools/verify-audit-export.mjs is an independent implementation.
 */
export interface SealContent {
  readonly organizationId: OrganizationId;
  readonly sealNumber: bigint;
  readonly sealedAt: string;
  /** Code of the previous seal; `CHAIN_START` for the first. */
  readonly previousMac: Buffer;
  readonly rowCount: number;
  /** The `rowsDigest` of the rows under the seal. */
  readonly rowsDigest: Buffer;
}

export const CHAIN_START = Buffer.alloc(32);
const LENGTH_BYTES = 4;

export function sealMac(key: ChainKey, seal: SealContent): Buffer {
  const { organizationId, sealNumber, sealedAt, previousMac, rowCount, rowsDigest: digest } = seal;
  return hmacSha256(
    key,
    bytesOf([
      "bursar audit seal 1",
      previousMac,
      organizationId,
      sealNumber.toString(),
      sealedAt,
      rowCount.toString(),
      digest,
    ]),
  );
}

/**
 * SHA-256 over the rows in ID order, one line each. A numbered row's code authenticates its content, so its line is ID,
 * stream, number, and code; the line of a row from before numbering is its content. The line of a missing row is its ID
 * and `!`, so that it cannot be restored unnoticed.
 */
export function rowsDigest(auditIds: readonly string[], rows: ReadonlyMap<string, SealedRow>): Buffer {
  const lines = auditIds.map((auditId) => {
    const row = rows.get(auditId);
    if (row === undefined) return `${netstring(auditId)}!\n`;
    if (row.number === null) return `${row.content}\n`;
    const fields = [auditId, row.stream_id, row.number.toString(), row.mac?.toString("hex") ?? null];
    return `${fields.map(netstring).join("")}\n`;
  });
  return sha256(lines.join(""));
}

export interface HeadContent {
  readonly organizationId: OrganizationId;
  readonly sealNumber: bigint;
  readonly rowsSealed: bigint;
  /** Code of the seal with this number. */
  readonly lastMac: Buffer;
}

export const headMac = (key: ChainKey, { organizationId, sealNumber, rowsSealed, lastMac }: HeadContent): Buffer =>
  hmacSha256(
    key,
    bytesOf(["bursar audit head 1", organizationId, sealNumber.toString(), rowsSealed.toString(), lastMac]),
  );

export interface StreamEnd {
  readonly organizationId: OrganizationId;
  readonly streamId: string;
  /** The last sealed number. */
  readonly number: bigint;
}

export const streamEndMac = (key: ChainKey, { organizationId, streamId, number }: StreamEnd): Buffer =>
  hmacSha256(key, bytesOf(["bursar audit stream 1", organizationId, streamId, number.toString()]));

function bytesOf(fields: readonly (string | Buffer)[]): Buffer {
  return Buffer.concat(
    fields.flatMap((field) => {
      const bytes = Buffer.from(field);
      const length = Buffer.alloc(LENGTH_BYTES);
      length.writeUInt32BE(bytes.length);
      return [length, bytes];
    }),
  );
}
