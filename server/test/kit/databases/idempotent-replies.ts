import type { Service } from "#kernel/process/service.ts";
import { replyBodies } from "#kernel/tables.ts";
import type { OrganizationId } from "#kernel/values/ids.ts";
import { storedReplies } from "./idempotent-replies.queries.ts";

/** Every stored response of an organization, decrypted. */
export async function openReplies(
  { database, vault }: Pick<Service, "database" | "vault">,
  organizationId: OrganizationId,
): Promise<readonly { readonly operation: string; readonly body: string }[]> {
  const rows = await storedReplies(database, organizationId);
  return Promise.all(
    rows.map(async ({ operation, key_digest: keyDigest, body }) => ({
      operation,
      body: await vault.open(database, organizationId, replyBodies.contextOf(operation, keyDigest), body),
    })),
  );
}
