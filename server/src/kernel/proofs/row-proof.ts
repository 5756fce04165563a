import { timingSafeEqual } from "node:crypto";
import type { Vault } from "../crypto/vault.ts";
import type { OrganizationId } from "../values/ids.ts";

/** A row of a proven table. */
export interface RowPlace {
  readonly organizationId: OrganizationId;
  readonly table: string;
  /** The key's columns after the organization, joined by slashes. */
  readonly key: string;
}

export const subjectOf = ({ table, key }: Pick<RowPlace, "table" | "key">): string => `${table}/${key}`;

/** 128 bits, half of the HMAC (RFC 2104, section 5): nobody can try more than a few of them. */
const PROOF_BYTES = 16;
/** The digest of a row that was deleted. */
export const REMOVED = "";
/** In place of a digest: an operator has looked at a row of a table without proofs that contradicted others. */
export const ACCEPTED = "accepted";

/**
 * What vouches for one version of a row: an HMAC, under a key that the database does not have, over the row's place, the
 * number of the version, and the digest of its content.
 */
export function rowProofOf(
  vault: Pick<Vault, "mac">,
  { organizationId, subject }: { readonly organizationId: OrganizationId; readonly subject: string },
  { version, digest }: { readonly version: number; readonly digest: string },
): Buffer {
  const text = ["bursar row 1", organizationId, subject, version, digest].join("\n");
  return vault.mac("rows", text).subarray(0, PROOF_BYTES);
}

export const isProof = (given: Buffer, expected: Buffer): boolean =>
  given.length === expected.length && timingSafeEqual(given, expected);
