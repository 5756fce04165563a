import { hmacSha256 } from "../../kernel/crypto/cipher.ts";
import type { Vault } from "../../kernel/crypto/vault.ts";
import type { OrganizationId } from "../../kernel/ids.ts";

/**
 * The keyed chain over the audit log (ADR 0008). A seal's code (HMAC-SHA-256) covers the code before it, its own number
 * and time, and every column of every row it seals; the head's code says where the chain ends. Whoever can write the
 * database but has no key can break the chain and cannot mend it.
 *
 * The bytes under a code are a list of fields, each as length (4 bytes, big endian) and UTF-8 text; the length
 * 0xffffffff stands for null. tools/verify-audit-export.mjs builds them a second time, independently.
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
  readonly auditIds: readonly string[];
  /** The rows with these ids; one that is not there is sealed as missing, so that it cannot be put back unnoticed. */
  readonly rows: ReadonlyMap<string, SealedRow>;
}

export const CHAIN_START = Buffer.alloc(32);
const LENGTH_BYTES = 4;
const NULL_LENGTH = 0xffff_ffff;

export function sealMac(key: ChainKey, seal: SealContent): Buffer {
  const { organizationId, sealNumber, sealedAt, previousMac, auditIds, rows } = seal;
  const fields: Field[] = [
    "bursar audit seal 1",
    previousMac,
    organizationId,
    sealNumber.toString(),
    sealedAt,
    auditIds.length.toString(),
  ];
  for (const auditId of auditIds) {
    const row = rows.get(auditId);
    if (row === undefined) fields.push(auditId, null);
    else for (const column of sealedColumns) fields.push(row[column]);
  }
  return hmacSha256(key, bytesOf(fields));
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

type Field = string | Buffer | null;

/** One buffer for all fields: a seal has thousands, and a buffer for each costs more than the code over them. */
function bytesOf(fields: readonly Field[]): Buffer {
  const lengths = fields.map((field) => (field === null ? 0 : Buffer.byteLength(field)));
  const bytes = Buffer.allocUnsafe(lengths.reduce((sum, length) => sum + length + LENGTH_BYTES, 0));
  let at = 0;
  fields.forEach((field, index) => {
    const length = lengths[index] ?? 0;
    at = bytes.writeUInt32BE(field === null ? NULL_LENGTH : length, at);
    if (typeof field === "string") bytes.write(field, at);
    else field?.copy(bytes, at);
    at += length;
  });
  return bytes;
}

/** The instant as the database writes it: microseconds, UTC. */
export const microsecondText = (at: Date): string => at.toISOString().replace("Z", "000Z");
