import type { Queryable } from "#kernel/sql/database.ts";
import { sql } from "#kernel/sql/sql.ts";
import type { OrganizationId, UserId } from "#kernel/values/ids.ts";
import { organizations } from "#records/identity";
import type { FactorFacts } from "../sign-in/sign-in-policy.ts";
import { passkeys, totpSecrets, users } from "../tables.ts";

/**
 * FactorFacts, of a user `u` and the settings `o` of the organization. Having no second factor asks less of a user, so
 * everything that says so is proven: the settings, the user's authenticator app, and every passkey they have had.
 */
export const factorColumns = (organizationId: OrganizationId) => sql`
  u.role = any (o.second_factor_roles) as second_factor_required, o.second_factor_grace_days,
  (o.second_factor_since ->> u.role)::timestamptz as second_factor_since, u.created_at as user_created_at,
  exists (select 1 from totp_secrets t
           where t.organization_id = ${organizationId} and t.user_id = u.user_id and t.confirmed_at is not null) as has_totp,
  exists (select 1 from passkeys p
           where p.organization_id = ${organizationId} and p.user_id = u.user_id and p.removed_at is null) as has_passkey,
  u.password_hash is not null as has_password,
  o.single_sign_on_since is not null and u.user_id <> all (coalesce(o.break_glass_users, '{}')) as must_use_provider,
  o.single_sign_on_since is not null and u.user_id = any (coalesce(o.break_glass_users, '{}')) as breaks_glass,
  ${organizations.proof("o")},
  ${totpSecrets.proofsOf("t", sql`from totp_secrets t where t.organization_id = ${organizationId} and t.user_id = u.user_id`)},
  ${passkeys.proofsOf("k", sql`from passkeys k where k.organization_id = ${organizationId} and k.user_id = u.user_id`)}`;

export const factorFactsOf = (db: Queryable, organizationId: OrganizationId, userId: UserId) =>
  db.one<FactorFacts>(sql`
  select ${factorColumns(organizationId)}, ${users.proof("u")}
    from users u join organization_settings o on o.organization_id = u.organization_id
   where u.organization_id = ${organizationId} and u.user_id = ${userId}`);

/** The users with an authenticator app or, where passkeys work, a passkey. Only shown: nothing is decided by it. */
export const usersWithFactor = (
  db: Queryable,
  organizationId: OrganizationId,
  { passkeysWork }: { readonly passkeysWork: boolean },
) =>
  db.many<{ user_id: UserId }>(sql`
  select t.user_id from totp_secrets t where t.organization_id = ${organizationId} and t.confirmed_at is not null
  union
  select p.user_id from passkeys p
   where p.organization_id = ${organizationId} and p.removed_at is null and ${passkeysWork}::boolean`);

/** When each user last signed in. Only shown. */
export const latestSignIns = (db: Queryable, organizationId: OrganizationId) =>
  db.many<{ user_id: UserId; at: Date }>(sql`
  select user_id, max(created_at) as at from sessions where organization_id = ${organizationId} group by user_id`);
