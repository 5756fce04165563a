import type { Queryable, Tx } from "#kernel/sql/database.ts";
import { isOneOf, sql } from "#kernel/sql/sql.ts";
import type { AccountId, OrganizationId } from "#kernel/values/ids.ts";
import type { BankRail, ConnectionId, ConnectionKind } from "../bank-rail.ts";
import { connections, servedAccounts } from "../tables.ts";
import { type ConnectionState, connectionStates } from "./connection-states.ts";

const exists = isOneOf(sql`c.state`, connectionStates.statesBefore("remove"));

/** What settings contain, as stored. */
export interface StoredSettings {
  readonly railSettings: unknown;
  readonly channel: unknown;
  readonly firstDays: unknown;
}

export interface ConnectionRow {
  readonly organization_id: OrganizationId;
  readonly connection_id: ConnectionId;
  readonly rail: BankRail;
  readonly kind: ConnectionKind;
  readonly name: string;
  readonly state: ConnectionState;
  readonly settings: StoredSettings;
  readonly version: number;
  readonly tested_at: Date | null;
  readonly created_at: Date;
  readonly updated_at: Date;
  readonly live_at: Date | null;
  /** The accounts that it serves, in the order in which they were opened. */
  readonly account_ids: readonly AccountId[];
}

const served = sql`from bank_connection_accounts a where a.organization_id = c.organization_id and a.connection_id = c.connection_id`;
const columns = sql`
  c.organization_id, c.connection_id, c.rail, c.kind, c.name, c.state, c.settings, c.version, c.tested_at, c.created_at,
  c.updated_at, c.live_at, array(select a.account_id ${served} order by a.account_id) as account_ids`;
/** Of one connection. */
const proofs = sql`${connections.proof("c")}, ${servedAccounts.proofsOf("a", served)}`;
/** Of several: one that was changed outside the service carries nothing, and the others go on. */
const proofsOfEach = sql`${connections.proofOrSkip("c")}, ${servedAccounts.proofsOfOrSkip("a", served)}`;

/** Connections that are not removed, in order of creation. */
export const listConnectionRows = (db: Queryable, organizationId: OrganizationId) =>
  db.many<ConnectionRow>(sql`
  select ${columns}, ${proofsOfEach} from bank_connections c
   where c.organization_id = ${organizationId} and ${exists} order by c.connection_id`);

/** The connections in rehearsal or live of every organization, in the scope of all. */
export const listActiveConnectionRows = (db: Queryable) =>
  db.many<ConnectionRow>(sql`
  select ${columns}, ${proofsOfEach} from bank_connections c
   where c.organization_id is not null and c.state in ('rehearsal', 'live')
   order by c.organization_id, c.connection_id`);

/** A connection that is not removed. */
export const findConnectionRow = (db: Queryable, organizationId: OrganizationId, connectionId: string) =>
  db.maybe<ConnectionRow>(sql`
  select ${columns}, ${proofs} from bank_connections c
   where c.organization_id = ${organizationId} and c.connection_id = ${connectionId} and ${exists}`);

/** Locks a connection that is not removed. */
export const lockConnectionRow = (tx: Tx, organizationId: OrganizationId, connectionId: string) =>
  tx.maybe<ConnectionRow>(sql`
  select ${columns}, ${proofs} from bank_connections c
   where c.organization_id = ${organizationId} and c.connection_id = ${connectionId} and ${exists} for update of c`);

/** The state of a connection, which stays until the transaction ends. */
export const holdConnectionState = (tx: Tx, organizationId: OrganizationId, connectionId: ConnectionId) =>
  tx.maybe<{ state: ConnectionState }>(sql`
  select c.state, ${connections.proof("c")} from bank_connections c
   where organization_id = ${organizationId} and connection_id = ${connectionId} for share of c`);

/** The connection that serves an account on a rail, if it is in rehearsal or live. */
export const findServingRow = (
  db: Queryable,
  organizationId: OrganizationId,
  { accountId, rail }: { readonly accountId: AccountId; readonly rail: BankRail },
) =>
  db.maybe<ConnectionRow>(sql`
  select ${columns}, ${proofsOfEach} from bank_connections c
    join bank_connection_accounts s on s.organization_id = c.organization_id and s.connection_id = c.connection_id
   where c.organization_id = ${organizationId} and s.account_id = ${accountId} and s.rail = ${rail}
     and c.state in ('rehearsal', 'live')`);

/** The accounts whose payments of a rail are rehearsed. One that is not proven is not rehearsed, and carries nothing either. */
export const rehearsingRows = (db: Queryable, organizationId: OrganizationId) =>
  db.many<{ account_id: AccountId; rail: BankRail }>(sql`
  select s.account_id, s.rail, ${servedAccounts.proofOrSkip("s")}, ${connections.proofOrSkip("c")}
    from bank_connections c
    join bank_connection_accounts s on s.organization_id = c.organization_id and s.connection_id = c.connection_id
   where c.organization_id = ${organizationId} and c.state = 'rehearsal'`);

export const findSecrets = (db: Queryable, organizationId: OrganizationId, connectionId: ConnectionId) =>
  db.maybe<{ secrets: Buffer | null }>(sql`
  select c.secrets, ${connections.proof("c")} from bank_connections c
   where c.organization_id = ${organizationId} and c.connection_id = ${connectionId}`);

export interface NewConnection {
  readonly organizationId: OrganizationId;
  readonly connectionId: ConnectionId;
  readonly rail: BankRail;
  readonly kind: ConnectionKind;
  readonly name: string;
  readonly state: ConnectionState;
  readonly settings: StoredSettings;
  readonly secrets: Buffer | null;
  readonly at: Date;
}

export const insertConnection = (tx: Tx, row: NewConnection) =>
  tx.run(sql`
  insert into bank_connections (organization_id, connection_id, rail, kind, name, state, settings, secrets, version,
                                created_at, updated_at)
  values (${row.organizationId}, ${row.connectionId}, ${row.rail}, ${row.kind}, ${row.name}, ${row.state},
          ${JSON.stringify(row.settings)}::jsonb, ${row.secrets}, 1, ${row.at}, ${row.at})
  returning ${connections.inserted()}`);

/** Stores changed settings and secrets. They have not been tested. */
export const storeConnection = (
  tx: Tx,
  {
    organizationId,
    connectionId,
    name,
    settings,
    secrets,
    at,
  }: Pick<NewConnection, "organizationId" | "connectionId" | "name" | "settings" | "secrets" | "at">,
) =>
  tx.run(sql`
  update bank_connections
     set name = ${name}, settings = ${JSON.stringify(settings)}::jsonb, secrets = ${secrets}, version = version + 1,
         tested_at = null, updated_at = ${at}
   where organization_id = ${organizationId} and connection_id = ${connectionId}
  returning ${connections.changed()}`);

/** Records a test that passed, unless the settings have changed since it began. */
export const storeTested = (
  tx: Tx,
  of: {
    readonly organizationId: OrganizationId;
    readonly connectionId: ConnectionId;
    readonly version: number;
    readonly at: Date;
  },
) =>
  tx.run(sql`
  update bank_connections set tested_at = ${of.at}
   where organization_id = ${of.organizationId} and connection_id = ${of.connectionId} and version = ${of.version}`);

export const storeState = (
  tx: Tx,
  of: {
    readonly organizationId: OrganizationId;
    readonly connectionId: ConnectionId;
    readonly state: ConnectionState;
    readonly at: Date;
  },
) =>
  tx.run(sql`
  update bank_connections
     set state = ${of.state}, updated_at = ${of.at},
         live_at = case when ${of.state} = 'live' then ${of.at} else live_at end,
         removed_at = case when ${of.state} = 'removed' then ${of.at}::timestamptz end,
         secrets = case when ${of.state} = 'removed' then null else secrets end
   where organization_id = ${of.organizationId} and connection_id = ${of.connectionId}
  returning ${connections.changed()}`);

/** Locks who serves these accounts on the rail now. */
export const lockServed = (
  tx: Tx,
  organizationId: OrganizationId,
  { accountIds, rail }: { readonly accountIds: readonly AccountId[]; readonly rail: BankRail },
) =>
  tx.many<{ account_id: AccountId; connection_id: ConnectionId; kind: ConnectionKind }>(sql`
  select s.account_id, s.connection_id, c.kind, ${servedAccounts.proof("s")}, ${connections.proof("c")}
    from bank_connection_accounts s
    join bank_connections c on c.organization_id = s.organization_id and c.connection_id = s.connection_id
   where s.organization_id = ${organizationId} and s.rail = ${rail} and s.account_id = any (${[...accountIds]}::uuid[])
   order by s.account_id for update of s`);

/** The connection no longer serves these accounts; by default, none. */
export const deleteServed = (
  tx: Tx,
  organizationId: OrganizationId,
  { connectionId, accountIds }: { readonly connectionId: ConnectionId; readonly accountIds?: readonly AccountId[] },
) =>
  tx.run(sql`
  delete from bank_connection_accounts
   where organization_id = ${organizationId} and connection_id = ${connectionId}
     and (${accountIds === undefined} or account_id = any (${[...(accountIds ?? [])]}::uuid[]))
  returning ${servedAccounts.removed()}`);

/** Which of these accounts no connection serves on the rail, not even one that is being set up. */
export const unservedAmong = (
  db: Queryable,
  organizationId: OrganizationId,
  { accountIds, rail }: { readonly accountIds: readonly AccountId[]; readonly rail: BankRail },
) =>
  db.many<{ account_id: AccountId }>(sql`
  select g.account_id from unnest(${[...accountIds]}::uuid[]) as g(account_id)
   where not exists (select from bank_connection_accounts s
                      where s.organization_id = ${organizationId} and s.rail = ${rail} and s.account_id = g.account_id)
   order by g.account_id`);

export const insertServed = (
  tx: Tx,
  of: {
    readonly organizationId: OrganizationId;
    readonly connectionId: ConnectionId;
    readonly rail: BankRail;
    readonly accountIds: readonly AccountId[];
  },
) =>
  tx.run(sql`
  insert into bank_connection_accounts (organization_id, account_id, rail, connection_id)
  select ${of.organizationId}, account_id, ${of.rail}, ${of.connectionId}
    from unnest(${[...of.accountIds]}::uuid[]) as account_id
  returning ${servedAccounts.inserted()}`);
