import { randomBytes } from "node:crypto";
import { assert } from "#kernel/assert.ts";
import type { Mode } from "#kernel/process/config.ts";
import type { OrganizationId } from "#kernel/values/ids.ts";
import type { TokenKind } from "../scopes.ts";

/**
 * `secret-token:bursar_<mode>_<kind>_<random>` (decision P2; RFC 8959, which secret scanners recognize). The last part
 * is base64url of the organization's id (16 bytes) and 256 random bits, so a token is looked up within its organization
 * and never across all of them. Clients treat the text as opaque.
 */
const kindCodes = {
  readOnly: "ro",
  readWrite: "rw",
  custom: "cu",
  provisioning: "pr",
  agent: "ag",
} as const satisfies Readonly<Record<TokenKind, string>>;
const ORGANIZATION_BYTES = 16;
const RANDOM_BYTES = 32;
// 48 bytes are exactly 64 characters of base64url: without padding bits, a token has one spelling.
const TOKEN = /^secret-token:bursar_(?:sandbox|production)_(?:ro|rw|cu|pr|ag)_([A-Za-z0-9_-]{64})$/;

export function makeTokenText({
  mode,
  kind,
  organizationId,
}: {
  mode: Mode;
  kind: TokenKind;
  organizationId: OrganizationId;
}): string {
  const organization = Buffer.from(organizationId.replaceAll("-", ""), "hex");
  assert(organization.length === ORGANIZATION_BYTES, "an organization id is 16 bytes");
  const random = Buffer.concat([organization, randomBytes(RANDOM_BYTES)]).toString("base64url");
  return `secret-token:bursar_${mode}_${kindCodes[kind]}_${random}`;
}

/** Whether the token's prefix says production. */
export const isProductionToken = (text: string): boolean => text.startsWith("secret-token:bursar_production_");

/** Whether the token's prefix says that it is an agent's: such a text can be an access token. */
export const isAgentToken = (text: string): boolean => /^secret-token:bursar_[a-z]+_ag_/.test(text);

/** The organization named in a token, or undefined if the text does not have the format of a token. */
export function organizationOfToken(text: string): OrganizationId | undefined {
  const random = TOKEN.exec(text)?.[1];
  if (random === undefined) return undefined;
  const hex = Buffer.from(random, "base64url").subarray(0, ORGANIZATION_BYTES).toString("hex");
  // Only the format of an id; the database knows whether the organization exists.
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}` as OrganizationId;
}
