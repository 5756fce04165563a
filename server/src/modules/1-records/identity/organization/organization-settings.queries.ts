import type { Queryable, Tx } from "#kernel/sql/database.ts";
import { sql } from "#kernel/sql/sql.ts";
import type { OrganizationId, UserId } from "#kernel/values/ids.ts";
import { organizations } from "../tables.ts";
import type { OrganizationSettings } from "./organization.ts";
import { lockOrganization } from "./organization-lock.queries.ts";

export interface SettingsRow {
  readonly settings_version: number;
  readonly duplicate_guard_hours: number;
  readonly approval_step_up_from_minor: bigint | null;
  readonly confirm_bank_detail_changes: boolean;
  readonly bank_details_cooling_off_hours: number;
  readonly self_approval: boolean;
  readonly wire_fee_ours_minor: bigint;
  readonly wire_fee_shared_minor: bigint;
  readonly second_factor_roles: string[];
  readonly second_factor_grace_days: number;
  readonly remittance_advice: boolean;
  readonly account_validation_since: Date | null;
}

export const settingsRow = (db: Queryable, organizationId: OrganizationId) =>
  db.one<SettingsRow>(sql`
  select settings_version, duplicate_guard_hours, approval_step_up_from_minor, confirm_bank_detail_changes,
         bank_details_cooling_off_hours, self_approval, wire_fee_ours_minor, wire_fee_shared_minor,
         second_factor_roles, second_factor_grace_days, remittance_advice, account_validation_since,
         ${organizations.proof("o")}
    from organizations o where organization_id = ${organizationId}`);

/**
 * A role that newly requires a second factor has its grace period from `at` on; validation is required of what is entered
 * from `now` on, on the service's clock.
 */
export const updateSettingsRow = (
  tx: Tx,
  organizationId: OrganizationId,
  { settings, at, now }: { settings: OrganizationSettings; at: Date; now: Date },
) =>
  tx.run(sql`
  update organizations
     set settings_version = settings_version + 1, duplicate_guard_hours = ${settings.duplicateGuardHours},
         approval_step_up_from_minor = ${settings.approvalStepUpFromMinor},
         confirm_bank_detail_changes = ${settings.confirmBankDetailChanges},
         bank_details_cooling_off_hours = ${settings.bankDetailsCoolingOffHours}, self_approval = ${settings.selfApproval},
         wire_fee_ours_minor = ${settings.wireFeeOursMinor}, wire_fee_shared_minor = ${settings.wireFeeSharedMinor},
         second_factor_roles = ${[...settings.secondFactorRequiredFor]}, second_factor_grace_days = ${settings.secondFactorGraceDays},
         remittance_advice = ${settings.remittanceAdvice},
         account_validation_since = case when ${settings.requireAccountValidation}::boolean then coalesce(account_validation_since, ${now}::timestamptz) end,
         second_factor_since = second_factor_since || coalesce(
           (select jsonb_object_agg(role, ${at.toISOString()}::text)
              from unnest(${[...settings.secondFactorRequiredFor]}::text[]) as role
             where role <> all (second_factor_roles)), '{}')
   where organization_id = ${organizationId}
  returning ${organizations.changed()}`);

/** For an organization whose users have no second factor to set up, such as the demo's. */
export async function waiveSecondFactor(tx: Tx, organizationId: OrganizationId): Promise<void> {
  await lockOrganization(tx, organizationId);
  await tx.run(sql`
  update organizations set second_factor_roles = '{}' where organization_id = ${organizationId}
  returning ${organizations.changed()}`);
}

/** Since when users must sign in with the identity provider, and the administrators who need not. */
export interface SignOnPolicy {
  readonly enforcedSince: Date | undefined;
  readonly breakGlassUsers: readonly UserId[];
}

export async function readSignOnPolicy(db: Queryable, organizationId: OrganizationId): Promise<SignOnPolicy> {
  const row = await db.one<{ single_sign_on_since: Date | null; break_glass_users: UserId[] | null }>(sql`
    select single_sign_on_since, break_glass_users, ${organizations.proof("o")}
      from organizations o where organization_id = ${organizationId}`);
  return { enforcedSince: row.single_sign_on_since ?? undefined, breakGlassUsers: row.break_glass_users ?? [] };
}

/** The caller has read the policy in this transaction, under the organization's lock. */
export const storeSignOnPolicy = (
  tx: Tx,
  organizationId: OrganizationId,
  { enforcedSince, breakGlassUsers }: SignOnPolicy,
) =>
  tx.run(sql`
  update organizations
     set single_sign_on_since = ${enforcedSince ?? null}, break_glass_users = ${[...breakGlassUsers]}::uuid[]
   where organization_id = ${organizationId}
  returning ${organizations.changed()}`);

/** Whether recipients receive an email when a payment to them was sent. */
export const sendsRemittanceAdvice = async (db: Queryable, organizationId: OrganizationId): Promise<boolean> =>
  (
    await db.one<{ remittance_advice: boolean }>(sql`
    select remittance_advice, ${organizations.proof("o")} from organizations o where organization_id = ${organizationId}`)
  ).remittance_advice;

/** Since when bank details that are entered must be validated before the first ACH payment; null: they need not. */
export const validationRequiredSince = async (db: Queryable, organizationId: OrganizationId): Promise<Date | null> =>
  (
    await db.one<{ since: Date | null }>(sql`
    select account_validation_since as since, ${organizations.proof("o")} from organizations o where organization_id = ${organizationId}`)
  ).since;
