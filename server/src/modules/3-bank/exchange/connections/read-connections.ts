import { assert } from "#kernel/assert.ts";
import { notFound } from "#kernel/http/http-refusals.ts";
import type { Service } from "#kernel/process/service.ts";
import type { Queryable, Tx } from "#kernel/sql/database.ts";
import { type AccountId, isUuid, type OrganizationId } from "#kernel/values/ids.ts";
import type { BankConnection } from "../bank-connection.ts";
import type { BankRail, ConnectionId } from "../bank-rail.ts";
import type { ConnectionSecrets } from "../settings/connection-secrets.ts";
import { connectionSecrets } from "../tables.ts";
import type { ConnectionState } from "./connection-states.ts";
import {
  type ConnectionRow,
  findConnectionRow,
  findSecrets,
  findServingRow,
  holdConnectionState,
  listActiveConnectionRows,
  listConnectionRows,
  lockConnectionRow,
  rehearsingRows,
  unservedAmong,
} from "./connections.queries.ts";

/** Every connection that is not removed, in order of creation. */
export const listConnections = async (
  db: Queryable,
  organizationId: OrganizationId,
): Promise<readonly BankConnection[]> => (await listConnectionRows(db, organizationId)).map(connectionOf);

/** The connections in rehearsal or live of all organizations; the caller's scope is every organization. */
export const listActiveConnections = async (db: Queryable): Promise<readonly BankConnection[]> =>
  (await listActiveConnectionRows(db)).map(connectionOf);

/** The connection in rehearsal or live that carries an account's payments of a rail. */
export async function findServingConnection(
  db: Queryable,
  organizationId: OrganizationId,
  { accountId, rail }: { readonly accountId: AccountId; readonly rail: BankRail },
): Promise<BankConnection | undefined> {
  const row = await findServingRow(db, organizationId, { accountId, rail });
  if (row === undefined) return undefined;
  assert(row.rail === rail, "a connection carries the payments of its own rail only");
  assert(row.account_ids.includes(accountId), "a connection carries payments of the accounts that it serves");
  return connectionOf(row);
}

/** Whether an account's payments of a rail are rehearsed: written into files that are never sent. */
export async function findRehearsals(
  db: Queryable,
  organizationId: OrganizationId,
): Promise<(accountId: AccountId, rail: BankRail) => boolean> {
  const rows = await rehearsingRows(db, organizationId);
  return (accountId, rail) => rows.some((row) => row.account_id === accountId && row.rail === rail);
}

/** Which of these accounts no connection serves on the rail, not even one that is being set up. */
export const findUnserved = async (
  db: Queryable,
  organizationId: OrganizationId,
  of: { readonly accountIds: readonly AccountId[]; readonly rail: BankRail },
): Promise<readonly AccountId[]> => {
  const unserved = (await unservedAmong(db, organizationId, of)).map((row) => row.account_id);
  assert(
    unserved.every((id) => of.accountIds.includes(id)),
    "only accounts that were asked about are named",
  );
  return unserved;
};

/** A connection that is not removed; otherwise refuses with `resourceNotFound`. */
export async function getConnection(
  db: Queryable,
  organizationId: OrganizationId,
  connectionId: string,
): Promise<BankConnection> {
  return existing(isUuid(connectionId) ? await findConnectionRow(db, organizationId, connectionId) : undefined);
}

/** The same, locked until the transaction ends. */
export async function lockConnection(
  tx: Tx,
  organizationId: OrganizationId,
  connectionId: string,
): Promise<BankConnection> {
  return existing(isUuid(connectionId) ? await lockConnectionRow(tx, organizationId, connectionId) : undefined);
}

function existing(row: ConnectionRow | undefined): BankConnection {
  if (row === undefined) throw notFound("bank connection");
  return connectionOf(row);
}

/** The state of a connection, which stays until the transaction ends; undefined if there is no such connection. */
export const holdState = async (
  tx: Tx,
  organizationId: OrganizationId,
  connectionId: ConnectionId,
): Promise<ConnectionState | undefined> => (await holdConnectionState(tx, organizationId, connectionId))?.state;

/** The secrets of a connection; none if there are none. */
export async function readSecrets(
  { vault }: Pick<Service, "vault">,
  db: Queryable,
  { organizationId, connectionId }: { readonly organizationId: OrganizationId; readonly connectionId: ConnectionId },
): Promise<ConnectionSecrets> {
  const sealed = (await findSecrets(db, organizationId, connectionId))?.secrets;
  if (sealed === null || sealed === undefined) return {};
  // Written by sealSecrets.
  return JSON.parse(
    await vault.open(db, organizationId, connectionSecrets.contextOf(connectionId), sealed),
  ) as ConnectionSecrets;
}

/** The image that signs checks of a connection, if there is one. */
export async function readSignature(
  service: Pick<Service, "vault">,
  db: Queryable,
  connection: { readonly organizationId: OrganizationId; readonly connectionId: ConnectionId },
): Promise<Buffer | undefined> {
  const { signatureImage } = await readSecrets(service, db, connection);
  return signatureImage === undefined ? undefined : Buffer.from(signatureImage, "base64");
}

/** As they are stored; null if there are none. */
export const sealSecrets = async (
  { vault }: Pick<Service, "vault">,
  tx: Tx,
  {
    organizationId,
    connectionId,
    secrets,
  }: {
    readonly organizationId: OrganizationId;
    readonly connectionId: ConnectionId;
    readonly secrets: ConnectionSecrets;
  },
): Promise<Buffer | null> =>
  Object.keys(secrets).length === 0
    ? null
    : vault.seal(tx, organizationId, connectionSecrets.contextOf(connectionId), JSON.stringify(secrets));

function connectionOf(row: ConnectionRow): BankConnection {
  // Proven columns only: the others may have been edited, which must not stop the list.
  assert(row.version > 0, "versions of a connection are counted from 1");
  assert(row.state !== "removed", "a removed connection is not read");
  // Only checked settings are stored (`validSettings`), together with their rail and kind.
  return {
    organizationId: row.organization_id,
    connectionId: row.connection_id,
    rail: row.rail,
    kind: row.kind,
    name: row.name,
    state: row.state,
    ...row.settings,
    accountIds: row.account_ids,
    version: row.version,
    testedAt: row.tested_at,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    liveAt: row.live_at,
  } as BankConnection;
}
