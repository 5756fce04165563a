import { hmacSha256, sha256 } from "../../kernel/crypto/cipher.ts";
import type { Vault } from "../../kernel/crypto/vault.ts";
import type { OrganizationId } from "../../kernel/ids.ts";

/**
 * The keyed chain over the audit log (ADR 0008). A seal's code (HMAC-SHA-256) covers the code before it, its own number
 * and time, and the digest of every column of every row it seals; the head's code says where the chain ends. Whoever can
 * write the database but has no key can break the chain and cannot mend it.
 *
 * The bytes under a code are a list of fields, each as length (4 bytes, big endian) and UTF-8 text or raw bytes.
 * tools/verify-audit-export.mjs builds them a second time, independently.
 */
export type ChainKey = Buffer;

/**
 * The key of one organisation's chain, derived from the service's audit key: an operator can hand it out together with an
 * export without giving away any other organisation's.
 */
export const chainKeyOf = (vault: Pick<Vault, "mac">, organizationId: OrganizationId): ChainKey =>
  vault.mac("audit", `audit-chain/${organizationId}`);

/** An audit row in the order its columns are sealed. Instants are texts with microseconds, as the database keeps them. */
export interface SealedRow {
  readonly audit_id: string;
  readonly at: string;
  readonly actor_type: string;
  readonly actor_id: string | null;
  readonly address: string | null;
  readonly http_request_id: string | null;
  readonly action: string;
  readonly resource_type: string;
  readonly resource_id: string;
  readonly before: string | null;
  readonly after: string | null;
}

export const sealedColumns = [
  "audit_id",
  "at",
  "actor_type",
  "actor_id",
  "address",
  "http_request_id",
  "action",
  "resource_type",
  "resource_id",
  "before",
  "after",
] as const satisfies readonly (keyof SealedRow)[];

export interface SealContent {
  readonly organizationId: OrganizationId;
  readonly sealNumber: bigint;
  readonly sealedAt: string;
  /** Code of the seal before; `CHAIN_START` for the first. */
  readonly previousMac: Buffer;
  readonly rowCount: number;
  /** What `rowsDigest` makes of the rows under the seal. */
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
 * SHA-256 over the rows in the order of their ids here. A field is its length in bytes, `:`, its UTF-8 text and `,` (a
 * netstring), or `-` for null; a row is its fields and a line feed. A row that is not there is its id and `!`, so that it
 * cannot be put back unnoticed. The sealer has the database do the same (`digestRows`), which spares it reading every row.
 */
export function rowsDigest(auditIds: readonly string[], rows: ReadonlyMap<string, SealedRow>): Buffer {
  const texts = auditIds.map((auditId) => {
    const row = rows.get(auditId);
    return row === undefined
      ? `${netstring(auditId)}!\n`
      : `${sealedColumns.map((column) => netstring(row[column])).join("")}\n`;
  });
  return sha256(texts.join(""));
}

const netstring = (text: string | null): string => (text === null ? "-" : `${Buffer.byteLength(text)}:${text},`);

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

/** The instant as the database writes it: microseconds, UTC. */
export const microsecondText = (at: Date): string => at.toISOString().replace("Z", "000Z");
