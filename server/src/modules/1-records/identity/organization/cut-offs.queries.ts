import type { AccountCutOffs, WireCutOffs } from "bursar-banking/calendar/account-cut-offs";
import type { Queryable, Tx } from "#kernel/sql/database.ts";
import { sql } from "#kernel/sql/sql.ts";
import type { AccountId, OrganizationId } from "#kernel/values/ids.ts";
import { organizations } from "../tables.ts";

/** The cut-offs of accounts with bank connections. */
export type CutOffsByAccount = ReadonlyMap<AccountId, AccountCutOffs>;

/** As stored: JSON has no bigint. */
interface StoredCutOffs extends WireCutOffs {
  readonly ach?: { readonly windows: readonly { at: string; sameDay: boolean }[]; readonly sameDayMaxMinor: string };
}
export type StoredCutOffsByAccount = Readonly<Record<string, StoredCutOffs>>;

/**
 * Stores what bank connections say (modules/3-bank/exchange decides): with the organization, because every token lookup
 * reads it, so that a payment's times need no query of their own (ADR 0058). The caller has the organization's lock.
 */
export const storeCutOffs = (tx: Tx, organizationId: OrganizationId, byAccount: CutOffsByAccount) => {
  const stored = Object.fromEntries(
    [...byAccount].map(([accountId, { ach, ...wires }]) => [
      accountId,
      { ...wires, ...(ach && { ach: { windows: ach.windows, sameDayMaxMinor: String(ach.sameDayMaxMinor) } }) },
    ]),
  );
  return tx.run(sql`
  update organizations set cut_offs = ${byAccount.size === 0 ? null : JSON.stringify(stored)}::jsonb
   where organization_id = ${organizationId}
  returning ${organizations.changed()}`);
};

export const readCutOffs = async (db: Queryable, organizationId: OrganizationId): Promise<CutOffsByAccount> =>
  cutOffsOf(
    (
      await db.one<{ cut_offs: StoredCutOffsByAccount | null }>(sql`
      select cut_offs, ${organizations.proof("o")} from organizations o where organization_id = ${organizationId}`)
    ).cut_offs,
  );

const none: CutOffsByAccount = new Map();

export const cutOffsOf = (stored: StoredCutOffsByAccount | null): CutOffsByAccount =>
  stored === null
    ? none
    : new Map(
        Object.entries(stored).map(([accountId, { ach, ...wires }]) => [
          // Only the IDs of accounts are stored.
          accountId as AccountId,
          { ...wires, ...(ach && { ach: { windows: ach.windows, sameDayMaxMinor: BigInt(ach.sameDayMaxMinor) } }) },
        ]),
      );
