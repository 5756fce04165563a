import type { AccountCutOffs } from "bursar-banking/calendar/account-cut-offs";
import type { AchWindow } from "bursar-banking/calendar/ach-windows";
import { present } from "#kernel/assert.ts";
import type { Tx } from "#kernel/sql/database.ts";
import type { AccountId, OrganizationId } from "#kernel/values/ids.ts";
import { minorFromDollars } from "#kernel/values/money.ts";
import { storeCutOffs } from "#records/identity";
import type { BankConnection } from "../bank-connection.ts";
import type { AchSettings } from "../settings/ach-settings.ts";
import { listConnections } from "./read-connections.ts";

/** When ACH files are written, earliest rule first. */
export const achWindowsOf = ({ sameDayCutOffs, nextDayCutOffs }: AchSettings): readonly AchWindow[] => [
  ...sameDayCutOffs.map((at) => ({ at, sameDay: true })),
  ...nextDayCutOffs.map((at) => ({ at, sameDay: false })),
];

/** Tells payments when the banks of the organization's accounts take them. Called after every change of a connection. */
export async function publishCutOffs(tx: Tx, organizationId: OrganizationId): Promise<void> {
  const byAccount = new Map<AccountId, AccountCutOffs>();
  for (const connection of await listConnections(tx, organizationId)) {
    if (connection.state === "draft") continue;
    const cutOffs = cutOffsIn(connection);
    for (const accountId of connection.accountIds)
      byAccount.set(accountId, { ...byAccount.get(accountId), ...cutOffs });
  }
  await storeCutOffs(tx, organizationId, byAccount);
}

function cutOffsIn(connection: BankConnection): AccountCutOffs {
  const { rail } = connection;
  if (rail === "ach") {
    const { railSettings: settings } = connection;
    const limit = present(minorFromDollars(settings.sameDayLimit), "a stored limit is a whole number of cents");
    return { ach: { windows: achWindowsOf(settings), sameDayMaxMinor: limit } };
  }
  if (rail === "wire") return { domesticWire: { closesAt: connection.railSettings.cutOff } };
  if (rail === "internationalWire") return { internationalWire: { closesAt: connection.railSettings.cutOff } };
  // Checks are printed by the general schedule, and real-time payments leave at once.
  return {};
}
