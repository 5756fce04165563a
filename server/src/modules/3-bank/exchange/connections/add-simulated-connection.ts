import { assert } from "#kernel/assert.ts";
import type { Service } from "#kernel/process/service.ts";
import type { Tx } from "#kernel/sql/database.ts";
import type { AccountId, OrganizationId } from "#kernel/values/ids.ts";
import { recordAudit } from "#records/audit";
import type { BankRail, ConnectionId } from "../bank-rail.ts";
import { validSettings } from "../settings/validate-settings.ts";
import { requireMode } from "./add-connection.ts";
import { auditedConnection } from "./connection-audit.ts";
import { connectionStates } from "./connection-states.ts";
import { insertConnection, storeState, storeTested } from "./connections.queries.ts";
import { serveAccounts } from "./serve-accounts.ts";

export interface NewSimulatedConnection {
  readonly organizationId: OrganizationId;
  readonly connectionId: ConnectionId;
  readonly name: string;
  readonly rail: BankRail;
  readonly railSettings: unknown;
  readonly accountIds: readonly AccountId[];
}

/**
 * Adds a live connection to the sandbox's bank, without the steps that an operator takes with a real bank: there is
 * nothing to agree on, nothing to test, and nobody to tell. The caller holds the organization's lock. Refuses with
 * `simulatedBankInProduction`.
 */
export async function addSimulatedConnection(
  service: Service,
  tx: Tx,
  { organizationId, connectionId, name, rail, railSettings, accountIds }: NewSimulatedConnection,
): Promise<void> {
  const settings = validSettings({ rail, railSettings, kind: "simulated", channel: {}, firstDays: null });
  requireMode(service, settings);
  const at = service.clock.now();
  const inserted = await insertConnection(tx, {
    organizationId,
    connectionId,
    rail,
    kind: settings.kind,
    name,
    state: "draft",
    secrets: null,
    at,
    settings: { railSettings: settings.railSettings, channel: settings.channel, firstDays: settings.firstDays },
  });
  assert(inserted === 1, "a connection is added once");
  await serveAccounts(tx, { organizationId, connectionId, rail, accountIds });
  const tested = await storeTested(tx, { organizationId, connectionId, version: 1, at });
  assert(tested === 1, "a connection that was just added has its first version");
  for (const trigger of ["rehearse", "goLive"] as const) {
    const moved = await storeState(tx, { organizationId, connectionId, state: connectionStates.moves[trigger].to, at });
    assert(moved === 1, "a connection that was just added moves to the next state");
  }
  const after = { ...auditedConnection({ name, accountIds, settings, secrets: {} }), state: "live" };
  await recordAudit(service, tx, {
    organizationId,
    actor: { type: "service" },
    entries: [{ action: "bankConnection.create", resourceType: "bankConnection", resourceId: connectionId, after }],
  });
}
