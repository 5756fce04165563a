/**
 * Connections to banks: how files of each rail reach a bank, which accounts a connection serves, and moving files.
 *
 * Guarantees: an account has at most one connection for a rail; a connection carries no payments before its present
 * settings have passed a test; secrets are stored encrypted and shown nowhere; files go to no server whose host key is
 * not pinned; a file appears at the bank under its name completely or not at all, and replaces no other.
 */

export type { BankConnection } from "./bank-connection.ts";
export { bankConnectionRefusals } from "./bank-connection-refusals.ts";
export { bankConnectionRoutes } from "./bank-connections.routes.ts";
export { type BankRail, bankRails, type ConnectionId, type ConnectionKind, connectionKinds } from "./bank-rail.ts";
export { addConnection } from "./connections/add-connection.ts";
export { addSimulatedConnection } from "./connections/add-simulated-connection.ts";
export { changeConnection } from "./connections/change-connection.ts";
export { connectionStates } from "./connections/connection-states.ts";
export { placeOf } from "./connections/connection-summary.ts";
export type { EndedRehearsal, EndRehearsal } from "./connections/leave-rehearsal.ts";
export { moveConnection } from "./connections/move-connection.ts";
export { achWindowsOf } from "./connections/publish-cut-offs.ts";
export {
  findRehearsals,
  findUnserved,
  getConnection,
  holdState,
  listActiveConnections,
  listConnections,
} from "./connections/read-connections.ts";
export { channelKinds, PgpSettingsSchema, pollIntervalMs } from "./settings/channel-settings.ts";
export { type SecretName, secretNames } from "./settings/connection-secrets.ts";
export { FirstDaysSchema, limitsOn } from "./settings/first-days.ts";
export { railKinds } from "./settings/rail-settings.ts";
export { type ConnectionTest, testConnection } from "./test-connection.ts";
export { openTransport } from "./transports/open-transport.ts";
export { type Channel, type IncomingFile, type Transport, TransportError } from "./transports/transport.ts";
