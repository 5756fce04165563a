import type { Vault } from "#kernel/crypto/vault.ts";
import { canonicalJson } from "#kernel/values/canonical-json.ts";
import type { OrganizationId } from "#kernel/values/ids.ts";
import type { VersionContent } from "../recipient.ts";

/**
 * Keyed hash over a version's content and owner (ADR 0022). Database access alone does not give the key, so a version
 * that was edited, or that another recipient or method points to, does not verify. Independent of the data key for the
 * account number, so key rotation does not affect it.
 */
export function sealOf(
  vault: Pick<Vault, "mac">,
  organizationId: OrganizationId,
  { routingId, recipientId, name, proposed, details, createdAt }: VersionContent,
): Buffer {
  const content = [organizationId, recipientId, routingId, proposed, name, details, createdAt.toISOString()];
  return vault.mac("routings", canonicalJson(content));
}
