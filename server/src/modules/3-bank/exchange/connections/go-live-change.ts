import { assert } from "#kernel/assert.ts";
import type { Service } from "#kernel/process/service.ts";
import type { Queryable } from "#kernel/sql/database.ts";
import { findAccounts } from "#money/accounts";
import type { ChangeKind } from "#records/controls";
import { findUsersWithPermission } from "#records/people";
import type { BankConnection } from "../bank-connection.ts";
import { placeOf, railInWords } from "./connection-summary.ts";
import type { EndRehearsal } from "./leave-rehearsal.ts";
import { type ConnectionMoved, moveLocked, requireReadyToGoLive } from "./move-connection.ts";
import { getConnection, listConnections, lockConnection } from "./read-connections.ts";

/** What the second person sees. The subject is the connection's ID; its version is the change's base. */
export interface ProposedGoLive {
  readonly name: string;
  readonly rail: string;
  readonly place: string;
  readonly hostKeys: readonly string[];
  /** The names of the accounts whose payments it carries. */
  readonly accounts: readonly string[];
}

export async function goLiveProposal(db: Queryable, connection: BankConnection): Promise<ProposedGoLive> {
  const accounts = await findAccounts(db, connection.organizationId, connection.accountIds);
  return {
    name: connection.name,
    rail: railInWords(connection.rail),
    place: placeOf(connection),
    hostKeys: connection.kind === "sftp" ? connection.channel.hostKeys : [],
    accounts: accounts.map(({ name }) => name),
  };
}

/**
 * From here on, money leaves over the connection to where its settings say, so a second person confirms exactly these
 * settings: any change of them, by whomever, overtakes the proposal (ADR 0120).
 */
export const goLiveKind = (
  service: Service,
  endRehearsal: EndRehearsal,
): ChangeKind<ProposedGoLive, ConnectionMoved> => ({
  name: "bankConnectionGoLive",
  permission: "manageOrganization",
  whoMay: (db, { organizationId }) => findUsersWithPermission(db, organizationId, "manageOrganization"),
  lockFirst: async (tx, { organizationId, subject }) => {
    const connection = await find(tx, organizationId, subject);
    if (connection?.state === "rehearsal") await endRehearsal.lock(tx, connection);
  },
  check: async (tx, { organizationId, subject }) =>
    requireReadyToGoLive(await getConnection(tx, organizationId, subject)),
  baseOf: async (db, { organizationId, subject }) => {
    const connection = await find(db, organizationId, subject);
    return connection === undefined ? "absent" : `${connection.state}, version ${connection.version}`;
  },
  apply: async (tx, { organizationId, subject }, { actor }) => {
    const connection = await lockConnection(tx, organizationId, subject);
    assert(connection.connectionId === subject, "the connection that goes live is the one that was proposed");
    assert(connection.state === "rehearsal", "only a rehearsed connection goes live");
    assert(connection.testedAt !== null, "a connection goes live with settings that passed a test");
    assert(connection.accountIds.length > 0, "a connection that goes live has an account");
    const move = { connection, trigger: "goLive", actor, countUnsent: async () => 0, endRehearsal } as const;
    const moved = await moveLocked(service, tx, move);
    assert(moved.state === "live", "going live ends in the state live");
    return moved;
  },
  describe: async (_db, { proposal: { name, rail, place, hostKeys, accounts } }) => {
    const keys = hostKeys.length === 0 ? "" : ` (host key ${hostKeys.join(" or ")})`;
    return `Go live with the bank connection "${name}": send files with ${rail} from ${accounts.join(", ")} to ${place}${keys}`;
  },
});

const find = async (db: Queryable, organizationId: BankConnection["organizationId"], connectionId: string) =>
  (await listConnections(db, organizationId)).find((connection) => connection.connectionId === connectionId);
