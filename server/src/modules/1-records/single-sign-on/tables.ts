import { sealedColumn } from "#kernel/crypto/sealed-column.ts";
import type { OwnedTables } from "#kernel/sql/owned-tables.ts";
import { provenTable } from "#kernel/sql/proven-table.ts";

/** Whose word admits users, and which roles it gives them. */
export const identityProviders = provenTable("identity_providers", {
  key: [],
  columns: [
    "enabled",
    "name",
    "issuer",
    "client_id",
    "secret_id",
    "email_domains",
    "creates_users",
    "role_source",
    "role_claim",
    "role_mappings",
    "version",
    "changed_at",
  ],
});

/** Who a user is at the provider. */
export const identityLinks = provenTable("identity_links", {
  key: ["link_id"],
  columns: ["issuer", "subject", "user_id", "linked_at", "ended_at"],
});

/** Whom the provider manages, under which ID, and whom it deactivated. */
export const provisionedUsers = provenTable("provisioned_users", {
  key: ["user_id"],
  columns: ["external_id", "user_name", "deactivated_at"],
});

/** A mapping may give the members of a group a role. */
export const provisionedGroups = provenTable("provisioned_groups", {
  key: ["group_id"],
  columns: ["external_id", "name", "deleted_at"],
});

export const provisionedMembers = provenTable("provisioned_members", {
  key: ["group_id", "user_id"],
  columns: ["removed_at"],
});

export const clientSecrets = sealedColumn("identity_provider_secrets.secret", {
  key: ["secret_id"],
  contextOf: (secretId: string) => `identity-provider/${secretId}`,
});

export const ownedTables: OwnedTables = {
  tables: [
    "identity_providers",
    "identity_provider_secrets",
    "identity_links",
    "used_provider_tokens",
    "provisioned_users",
    "provisioned_groups",
    "provisioned_members",
  ],
};
