import type { Queryable, Tx } from "#kernel/sql/database.ts";
import { sql } from "#kernel/sql/sql.ts";
import type { AccountId, OrganizationId } from "#kernel/values/ids.ts";
import { defaultSweep, type SweepSettings } from "../custodian/sweep.ts";
import { sweeps } from "../tables.ts";

/** Table: treasury_settings. */
export interface VersionedSweep {
  /** 0 until the settings are first changed. */
  readonly version: number;
  readonly settings: SweepSettings;
}

export async function readSweep(
  db: Queryable,
  organizationId: OrganizationId,
  accountId: AccountId,
): Promise<VersionedSweep> {
  const row = await db.maybe<{
    version: number;
    sweep: boolean;
    target_cash_minor: bigint;
    minimum_sweep_minor: bigint;
  }>(sql`
    select version, sweep, target_cash_minor, minimum_sweep_minor, ${sweeps.proof("s")} from treasury_settings s
     where organization_id = ${organizationId} and account_id = ${accountId}`);
  if (row === undefined) return { version: 0, settings: defaultSweep };
  return {
    version: row.version,
    settings: {
      sweep: row.sweep,
      targetCashMinor: row.target_cash_minor,
      minimumSweepMinor: row.minimum_sweep_minor,
    },
  };
}

/** Returns the number of rows: 0 if the settings are no longer of the version before. */
export const storeSweep = (
  tx: Tx,
  { organizationId, accountId, at }: { organizationId: OrganizationId; accountId: AccountId; at: Date },
  { version, settings }: VersionedSweep,
) =>
  tx.run(sql`
  insert into treasury_settings as s (organization_id, account_id, version, sweep, target_cash_minor, minimum_sweep_minor, updated_at)
  values (${organizationId}, ${accountId}, ${version}, ${settings.sweep}, ${settings.targetCashMinor}, ${settings.minimumSweepMinor}, ${at})
  on conflict (organization_id, account_id) do update
    set version = excluded.version, sweep = excluded.sweep, target_cash_minor = excluded.target_cash_minor,
        minimum_sweep_minor = excluded.minimum_sweep_minor, updated_at = excluded.updated_at
   where s.version = ${version - 1}
  returning ${sweeps.replaced("s")}`);
