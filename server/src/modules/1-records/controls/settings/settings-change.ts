import type { Static } from "typebox";
import { type FieldProblem, invalidRequest } from "#kernel/http/http-refusals.ts";
import type { Tx } from "#kernel/sql/database.ts";
import type { OrganizationId, UserId } from "#kernel/values/ids.ts";
import { dollarsFromMinor, minorFromDollars } from "#kernel/values/money.ts";
import type { Actor } from "#records/audit";
import { type ChangeKind, type ControlChange, proposeChange } from "#records/controls";
import {
  changeSettings,
  lockOrganization,
  type OrganizationSettings,
  readSettings,
  type VersionedSettings,
} from "#records/identity";
import { findUsersWithPermission, type PeopleService, userRoles } from "#records/people";
import { loosened } from "./loosens.ts";
import type { ChangeSchema } from "./settings-schemas.ts";

type Body = Static<typeof ChangeSchema>;

/** Settings that weaken a control, together with all other changes in the same form. */
export const settingsKind = (service: PeopleService): ChangeKind<Body, VersionedSettings> => ({
  name: "settings",
  permission: "manageOrganization",
  whoMay: (db, { organizationId }) => findUsersWithPermission(db, organizationId, "manageOrganization"),
  baseOf: async (db, { organizationId }) => String((await readSettings(db, organizationId)).version),
  apply: (tx, { organizationId, proposal }, { actor }) =>
    changeSettings(service, tx, {
      organizationId,
      actor,
      version: proposal.version,
      changes: changesOf(proposal),
      at: service.machineClock.now(),
    }),
  describe: async (_db, { proposal: { version: _, ...changes } }) =>
    `Change the settings: ${Object.entries(changes).map(inWords).join(", ")}`,
});

const words: Readonly<Record<Exclude<keyof Body, "version">, string>> = {
  duplicateGuardHours: "duplicate guard (hours)",
  approvalStepUpFrom: "reauthentication from (dollars)",
  confirmBankDetailChanges: "confirmation of changed bank details by a second user",
  bankDetailsCoolingOffHours: "cooling-off of changed bank details (hours)",
  selfApproval: "requester may approve",
  wireFees: "wire fees",
  secondFactorRequiredFor: "roles that need a second factor",
  secondFactorGraceDays: "days to set up a second factor",
  remittanceAdvice: "emails to recipients about payments",
  requireAccountValidation: "validation of bank details before the first ACH payment",
};

function inWords([name, value]: [string, unknown]): string {
  const label = words[name as keyof typeof words];
  if (typeof value === "boolean") return `${label}: ${value ? "yes" : "no"}`;
  if (Array.isArray(value)) return `${label}: ${value.length === 0 ? "none" : value.join(", ")}`;
  if (typeof value === "object" && value !== null) return label;
  return `${label}: ${value === null ? "never" : String(value)}`;
}

/** The current settings, or the change that waits for a second user. */
export type SettingsOutcome = { readonly settings: VersionedSettings } | { readonly waiting: ControlChange };

/** changeSettings by a user: waits for a second user if it weakens a control. */
export async function changeSettingsByPerson(
  service: PeopleService,
  tx: Tx,
  { organizationId, userId, actor, body }: { organizationId: OrganizationId; userId: UserId; actor: Actor; body: Body },
): Promise<SettingsOutcome> {
  await lockOrganization(tx, organizationId);
  const before = await readSettings(tx, organizationId);
  const changes = changesOf(body);
  const isStale = body.version !== before.version;
  if (isStale || loosened(before, { ...before, ...changes }).length === 0)
    return {
      settings: await changeSettings(service, tx, {
        organizationId,
        actor,
        version: body.version,
        changes,
        at: service.machineClock.now(),
      }),
    };
  const { change, result } = await proposeChange(service, tx, settingsKind(service), {
    organizationId,
    proposer: userId,
    actor,
    subject: organizationId,
    proposal: onlyChanged(body, before),
  });
  return result === undefined ? { waiting: change } : { settings: result };
}

/** A form sends all of its fields; unchanged ones would only distract the confirmer. */
function onlyChanged(body: Body, before: VersionedSettings): Body {
  const present = bodyOf(before);
  const changed = Object.entries(body).filter(
    ([name, value]) => name === "version" || JSON.stringify(value) !== JSON.stringify(present[name as keyof Body]),
  );
  // All members are optional except the version, which is kept.
  return Object.fromEntries(changed) as unknown as Body;
}

/** The settings in the API's format. */
export const bodyOf = (of: VersionedSettings) => ({
  version: of.version,
  duplicateGuardHours: of.duplicateGuardHours,
  approvalStepUpFrom: of.approvalStepUpFromMinor === null ? null : dollarsFromMinor(of.approvalStepUpFromMinor),
  confirmBankDetailChanges: of.confirmBankDetailChanges,
  bankDetailsCoolingOffHours: of.bankDetailsCoolingOffHours,
  selfApproval: of.selfApproval,
  wireFees: { ours: dollarsFromMinor(of.wireFeeOursMinor), shared: dollarsFromMinor(of.wireFeeSharedMinor) },
  secondFactorRequiredFor: userRoles.filter((role) => of.secondFactorRequiredFor.includes(role)),
  secondFactorGraceDays: of.secondFactorGraceDays,
  remittanceAdvice: of.remittanceAdvice,
  requireAccountValidation: of.requireAccountValidation,
});

/** The body in the service's terms; refuses amounts with more than two decimals. */
function changesOf({
  version: _,
  approvalStepUpFrom,
  wireFees,
  ...plain
}: Static<typeof ChangeSchema>): Partial<OrganizationSettings> {
  const problems: FieldProblem[] = [];
  const minor = (path: string, given: number): bigint => {
    // Zero is valid for a fee or a limit, but not for a payment.
    const cents = given === 0 ? 0n : minorFromDollars(given);
    if (cents === undefined) problems.push({ path, message: "must be an amount in dollars with at most two decimals" });
    return cents ?? 0n;
  };
  const changes = {
    ...plain,
    ...(approvalStepUpFrom === undefined
      ? {}
      : {
          approvalStepUpFromMinor: approvalStepUpFrom === null ? null : minor("approvalStepUpFrom", approvalStepUpFrom),
        }),
    ...(wireFees === undefined
      ? {}
      : {
          wireFeeOursMinor: minor("wireFees.ours", wireFees.ours),
          wireFeeSharedMinor: minor("wireFees.shared", wireFees.shared),
        }),
  };
  if (problems.length > 0) throw invalidRequest(problems);
  return changes;
}
