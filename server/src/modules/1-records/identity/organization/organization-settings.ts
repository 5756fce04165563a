import { isDeepStrictEqual } from "node:util";
import type { Service } from "#kernel/process/service.ts";
import type { Queryable, Tx } from "#kernel/sql/database.ts";
import type { OrganizationId } from "#kernel/values/ids.ts";
import { dollarsFromMinor } from "#kernel/values/money.ts";
import { type Actor, recordAudit } from "#records/audit";
import { refuseIdentity } from "../identity-refusals.ts";
import type { OrganizationSettings } from "./organization.ts";
import { lockOrganization } from "./organization-lock.queries.ts";
import { settingsRow, updateSettingsRow } from "./organization-settings.queries.ts";

export interface VersionedSettings extends OrganizationSettings {
  readonly version: number;
}

export async function readSettings(db: Queryable, organizationId: OrganizationId): Promise<VersionedSettings> {
  const row = await settingsRow(db, organizationId);
  return {
    version: row.settings_version,
    duplicateGuardHours: row.duplicate_guard_hours,
    approvalStepUpFromMinor: row.approval_step_up_from_minor,
    confirmBankDetailChanges: row.confirm_bank_detail_changes,
    bankDetailsCoolingOffHours: row.bank_details_cooling_off_hours,
    selfApproval: row.self_approval,
    wireFeeOursMinor: row.wire_fee_ours_minor,
    wireFeeSharedMinor: row.wire_fee_shared_minor,
    secondFactorRequiredFor: row.second_factor_roles,
    secondFactorGraceDays: row.second_factor_grace_days,
    remittanceAdvice: row.remittance_advice,
    requireAccountValidation: row.account_validation_since !== null,
  };
}

export interface SettingsChange {
  readonly organizationId: OrganizationId;
  readonly actor: Actor;
  /** The version on which the change is based. */
  readonly version: number;
  readonly changes: Partial<OrganizationSettings>;
  /** Now, on the machine's clock, which all sign-in times use: when a grace period begins. */
  readonly at: Date;
}

/**
 * Changes settings; omitted settings keep their values. Takes the organization's lock, which decisions about requests
 * share, so a decision comes either before or after the change. Refuses a change of an older version with
 * `settingsChanged`.
 */
export async function changeSettings(
  service: Service,
  tx: Tx,
  { organizationId, actor, version, changes, at }: SettingsChange,
): Promise<VersionedSettings> {
  await lockOrganization(tx, organizationId);
  const { version: present, ...before } = await readSettings(tx, organizationId);
  if (version !== present) throw refuseIdentity("settingsChanged", { details: { version: present } });
  const after: OrganizationSettings = { ...before, ...changes };
  const shownBefore = shown(before);
  const shownAfter = shown(after);
  const changed = Object.keys(shownAfter).filter((name) => !isDeepStrictEqual(shownBefore[name], shownAfter[name]));
  if (changed.length === 0) return { ...after, version };
  await updateSettingsRow(tx, organizationId, { settings: after, at, now: service.clock.now() });
  const of = (values: Readonly<Record<string, unknown>>) =>
    Object.fromEntries(changed.map((name) => [name, values[name]]));
  await recordAudit(service, tx, {
    organizationId,
    actor,
    entries: [
      {
        action: "organization.changeSettings",
        resourceType: "organization",
        resourceId: organizationId,
        before: of(shownBefore),
        after: of(shownAfter),
      },
    ],
  });
  return { ...after, version: version + 1 };
}

const dollarsOrNull = (minor: bigint | null) => (minor === null ? null : dollarsFromMinor(minor));

/** The form in the audit log: the API's names, amounts in dollars. */
const shown = (settings: OrganizationSettings): Readonly<Record<string, unknown>> => ({
  duplicateGuardHours: settings.duplicateGuardHours,
  approvalStepUpFrom: dollarsOrNull(settings.approvalStepUpFromMinor),
  confirmBankDetailChanges: settings.confirmBankDetailChanges,
  bankDetailsCoolingOffHours: settings.bankDetailsCoolingOffHours,
  selfApproval: settings.selfApproval,
  wireFeeOurs: dollarsFromMinor(settings.wireFeeOursMinor),
  wireFeeShared: dollarsFromMinor(settings.wireFeeSharedMinor),
  secondFactorRequiredFor: settings.secondFactorRequiredFor,
  secondFactorGraceDays: settings.secondFactorGraceDays,
  remittanceAdvice: settings.remittanceAdvice,
  requireAccountValidation: settings.requireAccountValidation,
});
