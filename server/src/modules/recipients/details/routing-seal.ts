import type { Vault } from "../../../kernel/crypto/vault.ts";
import { canonicalJson } from "../../../kernel/values/canonical-json.ts";
import type { OrganizationId } from "../../../kernel/values/ids.ts";
import type { VersionContent } from "../recipient.ts";

/**
 * Keyed hash over everything a version says and where it belongs (ADR 0022). A writer of the database has no key: a version
 * that was edited, or that another recipient or method points to, does not verify. Independent of the data key that
 * encrypts the account number, so key rotation leaves it alone.
 */
export function sealOf(
  vault: Pick<Vault, "mac">,
  organizationId: OrganizationId,
  { routingId, recipientId, name, proposed, details, createdAt }: VersionContent,
): Buffer {
  const content = [organizationId, recipientId, routingId, proposed, name, details, createdAt.toISOString()];
  return vault.mac("routings", canonicalJson(content));
}
