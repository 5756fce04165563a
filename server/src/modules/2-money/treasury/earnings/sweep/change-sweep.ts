import type { Service } from "#kernel/process/service.ts";
import type { Tx } from "#kernel/sql/database.ts";
import type { AccountId, OrganizationId } from "#kernel/values/ids.ts";
import { dollarsFromMinor } from "#kernel/values/money.ts";
import { type Actor, recordAudit } from "#records/audit";
import type { SweepSettings } from "../custodian/sweep.ts";
import { refuseTreasury } from "../treasury-refusals.ts";
import { readSweep, storeSweep, type VersionedSweep } from "./sweep-settings.queries.ts";

export interface SweepChange {
  readonly organizationId: OrganizationId;
  readonly accountId: AccountId;
  readonly actor: Actor;
  /** The version on which the change is based. */
  readonly version: number;
  readonly settings: SweepSettings;
}

/**
 * Changes the daily sweep. One person may: the money stays in the account, so no control is loosened (decision S12).
 * Refuses with `sweepChanged` if someone changed the settings since they were read.
 */
export async function changeSweep(service: Service, tx: Tx, change: SweepChange): Promise<VersionedSweep> {
  const { organizationId, accountId, actor, settings } = change;
  const before = await readSweep(tx, organizationId, accountId);
  if (before.version !== change.version) throw refuseTreasury("sweepChanged");
  const after = { version: before.version + 1, settings };
  const stored = await storeSweep(tx, { organizationId, accountId, at: service.clock.now() }, after);
  if (stored !== 1) throw refuseTreasury("sweepChanged");
  await recordAudit(service, tx, {
    organizationId,
    actor,
    entries: [
      {
        action: "treasury.changeSweep",
        resourceType: "account",
        resourceId: accountId,
        before: shown(before.settings),
        after: shown(settings),
      },
    ],
  });
  return after;
}

const shown = ({ sweep, targetCashMinor, minimumSweepMinor }: SweepSettings) => ({
  sweep,
  targetCash: dollarsFromMinor(targetCashMinor),
  minimumSweep: dollarsFromMinor(minimumSweepMinor),
});
