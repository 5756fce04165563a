import { timingSafeEqual } from "node:crypto";
import { hmacSha256, sha256 } from "#kernel/crypto/cipher.ts";
import type { Vault } from "#kernel/crypto/vault.ts";
import type { OrganizationId } from "#kernel/values/ids.ts";

/**
 * The code of one audit row (ADR 0008). The service computes a proof, an HMAC over the row's content, and passes it to
 * the database with the row; the database stores SHA-256(proof, number, its own decisions) and discards the proof.
 * Without the key, nobody can change, insert, or renumber a row unnoticed, not even before sealing.
 * tools/verify-audit-export.mjs is an independent implementation.
 */
export type ChainKey = Buffer;

/**
 * One organization's key, derived from the service's audit key: an operator can hand it out with an export without
 * exposing any other organization.
 */
export const chainKeyOf = (vault: Pick<Vault, "mac">, organizationId: OrganizationId): ChainKey =>
  vault.mac("audit", `audit-chain/${organizationId}`);

/** The columns of a row's content, in order. Instants are texts with microseconds, as in the database. */
export const contentColumns = [
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
] as const;

export type RowContent = Readonly<Record<(typeof contentColumns)[number], string | null>> & {
  readonly audit_id: string;
};

/** A row as sealed and verified. */
export interface SealedRow {
  readonly audit_id: string;
  /** `contentOf` its columns. */
  readonly content: string;
  /** What the database decided when it wrote the row: a payment's bank details and name. */
  readonly decided: string;
  /** Null for rows from before numbering, like the next two. */
  readonly stream_id: string | null;
  readonly number: bigint | null;
  readonly mac: Buffer | null;
}

/** Length in bytes, `:`, the text and `,`; `-` for null. */
export const netstring = (text: string | null): string => (text === null ? "-" : `${Buffer.byteLength(text)}:${text},`);

/** The database builds the same text (`findSealedRows`). */
export const contentOf = (row: RowContent): string => contentColumns.map((column) => netstring(row[column])).join("");

/** The instant as the database formats it: microseconds, UTC. */
export const microsecondText = (at: Date): string => at.toISOString().replace("Z", "000Z");

export interface Proven {
  readonly organizationId: OrganizationId;
  readonly streamId: string;
  readonly content: string;
}

export const proofOf = (key: ChainKey, { organizationId, streamId, content }: Proven): Buffer =>
  hmacSha256(key, `bursar audit row 1\n${netstring(organizationId)}${netstring(streamId)}${content}`);

const NUMBER_BYTES = 8;

function codeOf(proof: Buffer, number: bigint, decided: string): Buffer {
  const bytes = Buffer.alloc(NUMBER_BYTES);
  bytes.writeBigInt64BE(number);
  return sha256(Buffer.concat([proof, bytes, Buffer.from(decided)]));
}

/** Whether a numbered row is exactly what the service wrote at this position. */
export function rowFits(key: ChainKey, organizationId: OrganizationId, row: SealedRow): boolean {
  const { stream_id: streamId, number, mac, content, decided } = row;
  if (streamId === null || number === null || mac === null) return false;
  const expected = codeOf(proofOf(key, { organizationId, streamId, content }), number, decided);
  return mac.length === expected.length && timingSafeEqual(mac, expected);
}
