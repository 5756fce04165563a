import type { Queryable, Tx } from "#kernel/sql/database.ts";
import { sql } from "#kernel/sql/sql.ts";
import type { OrganizationId } from "#kernel/values/ids.ts";
import type { ClientSecretId, Provider, ProviderSettings, RoleMapping, RoleSource } from "./provider.ts";
import { identityProviders } from "./tables.ts";

/** Table: identity_providers. */
interface ProviderRow {
  readonly organization_id: OrganizationId;
  readonly enabled: boolean;
  readonly name: string;
  readonly issuer: string;
  readonly client_id: string;
  readonly secret_id: ClientSecretId | null;
  readonly email_domains: string[];
  readonly creates_users: boolean;
  readonly role_source: RoleSource;
  readonly role_claim: string | null;
  readonly role_mappings: RoleMapping[];
  readonly version: number;
  readonly changed_at: Date;
}

const columns = sql`
  p.organization_id, p.enabled, p.name, p.issuer, p.client_id, p.secret_id, p.email_domains, p.creates_users, p.role_source,
  p.role_claim, p.role_mappings, p.version, p.changed_at`;

const providerOf = (row: ProviderRow): Provider => ({
  organizationId: row.organization_id,
  enabled: row.enabled,
  name: row.name,
  issuer: row.issuer,
  clientId: row.client_id,
  secretId: row.secret_id,
  emailDomains: row.email_domains,
  createsUsers: row.creates_users,
  roleSource: row.role_source,
  roleClaim: row.role_claim,
  roleMappings: row.role_mappings,
  version: row.version,
  changedAt: row.changed_at,
});

/** The organization's provider; undefined if it never had one. Fails if the row is not proven. */
export async function findProvider(db: Queryable, organizationId: OrganizationId): Promise<Provider | undefined> {
  const row = await db.maybe<ProviderRow>(sql`
  select ${columns}, ${identityProviders.proof("p")} from identity_providers p where p.organization_id = ${organizationId}`);
  return row && providerOf(row);
}

/** The same, locked: a sign-in comes either before or after a change of the provider. */
export async function lockProvider(
  tx: Tx,
  organizationId: OrganizationId,
  strength: "share" | "update",
): Promise<Provider | undefined> {
  const lock = strength === "share" ? sql`for share of p` : sql`for update of p`;
  const row = await tx.maybe<ProviderRow>(sql`
  select ${columns}, ${identityProviders.proof("p")} from identity_providers p
   where p.organization_id = ${organizationId} ${lock}`);
  return row && providerOf(row);
}

/** Organizations whose users with addresses of this domain sign in with a provider: only for signing in. */
export async function providersOfDomain(db: Queryable, domain: string, limit: number): Promise<readonly Provider[]> {
  const rows = await db.many<ProviderRow>(sql`
  select ${columns}, ${identityProviders.proofOrSkip("p")} from identity_providers p
   where p.enabled and p.email_domains @> array[${domain}::text] order by p.organization_id limit ${limit}`);
  return rows.map(providerOf);
}

type StoredProvider = ProviderSettings & { readonly version: number; readonly at: Date };

export const insertProvider = (tx: Tx, organizationId: OrganizationId, provider: StoredProvider) =>
  tx.run(sql`
  insert into identity_providers (organization_id, enabled, name, issuer, client_id, secret_id, email_domains, creates_users,
                                  role_source, role_claim, role_mappings, version, changed_at)
  values (${organizationId}, ${provider.enabled}, ${provider.name}, ${provider.issuer}, ${provider.clientId},
          ${provider.secretId}, ${[...provider.emailDomains]}, ${provider.createsUsers}, ${provider.roleSource},
          ${provider.roleClaim}, ${JSON.stringify(provider.roleMappings)}::jsonb, ${provider.version}, ${provider.at})
  returning ${identityProviders.inserted()}`);

export const updateProvider = (tx: Tx, organizationId: OrganizationId, provider: StoredProvider) =>
  tx.run(sql`
  update identity_providers
     set enabled = ${provider.enabled}, name = ${provider.name}, issuer = ${provider.issuer}, client_id = ${provider.clientId},
         secret_id = ${provider.secretId}, email_domains = ${[...provider.emailDomains]},
         creates_users = ${provider.createsUsers}, role_source = ${provider.roleSource}, role_claim = ${provider.roleClaim},
         role_mappings = ${JSON.stringify(provider.roleMappings)}::jsonb, version = ${provider.version},
         changed_at = ${provider.at}
   where organization_id = ${organizationId}
  returning ${identityProviders.changed()}`);

export const insertSecret = (
  tx: Tx,
  organizationId: OrganizationId,
  { secretId, secret, at }: { secretId: ClientSecretId; secret: Buffer; at: Date },
) =>
  tx.run(sql`
  insert into identity_provider_secrets (organization_id, secret_id, secret, created_at)
  values (${organizationId}, ${secretId}, ${secret}, ${at})`);

export const findSecret = (db: Queryable, organizationId: OrganizationId, secretId: ClientSecretId) =>
  db.maybe<{ secret: Buffer }>(sql`
  select secret from identity_provider_secrets where organization_id = ${organizationId} and secret_id = ${secretId}`);

export const emptySecret = (tx: Tx, organizationId: OrganizationId, secretId: ClientSecretId) =>
  tx.run(sql`
  update identity_provider_secrets set secret = '' where organization_id = ${organizationId} and secret_id = ${secretId}`);

/** Returns 1 for the one who uses it, 0 afterward. */
export const insertUsedToken = (
  db: Queryable,
  organizationId: OrganizationId,
  { tokenHash, expiresAt }: { tokenHash: Buffer; expiresAt: Date },
) =>
  db.run(sql`
  insert into used_provider_tokens (organization_id, token_hash, expires_at)
  values (${organizationId}, ${tokenHash}, ${expiresAt}) on conflict do nothing`);
