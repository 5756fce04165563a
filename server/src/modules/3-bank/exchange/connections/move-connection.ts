import { assert, present } from "#kernel/assert.ts";
import type { Service } from "#kernel/process/service.ts";
import type { Tx } from "#kernel/sql/database.ts";
import type { OrganizationId } from "#kernel/values/ids.ts";
import { type Actor, recordAudit } from "#records/audit";
import type { BankConnection } from "../bank-connection.ts";
import { refuseBankConnection } from "../bank-connection-refusals.ts";
import { type ConnectionState, type ConnectionTrigger, connectionStates } from "./connection-states.ts";
import { placeOf, railInWords } from "./connection-summary.ts";
import { deleteServed, storeState } from "./connections.queries.ts";
import {
  type EndedRehearsal,
  type EndRehearsal,
  endedInAudit,
  endedInWords,
  leaveRehearsal,
  lockForChange,
} from "./leave-rehearsal.ts";
import { publishCutOffs } from "./publish-cut-offs.ts";
import { tellAdministrators } from "./tell-administrators.ts";

export interface ConnectionMove {
  readonly organizationId: OrganizationId;
  readonly connectionId: string;
  readonly trigger: ConnectionTrigger;
  readonly actor: Actor;
  /** Counts the files that could not be sent without the connection; asked before it is removed. */
  readonly countUnsent: (tx: Tx, connection: BankConnection) => Promise<number>;
  readonly endRehearsal: EndRehearsal;
  /** Refuses what a user may not do, when the connection is locked. The operator may make every move. */
  readonly requireAllowed?: (connection: BankConnection) => void;
}

export interface ConnectionMoved {
  readonly connection: BankConnection;
  readonly state: ConnectionState;
  /** What its rehearsal left. */
  readonly ended: EndedRehearsal;
}

/**
 * Starts the rehearsal, goes live, or removes the connection. The first two need an account and a test that passed with
 * the current settings. Removing erases the secrets, so files that wait to be sent, or are in doubt, prevent it. Rehearsal
 * and live never share a payment: what the rehearsal left ends in the transaction that ends the rehearsal.
 */
export const moveConnection = (service: Service, move: ConnectionMove): Promise<ConnectionMoved> =>
  service.database.transaction(async (tx) =>
    moveLocked(service, tx, { ...move, connection: await lockForChange(tx, move, move.endRehearsal) }),
  );

/** The same for a connection that the caller has locked, with what `endRehearsal` locks and its organization before it. */
export async function moveLocked(
  service: Service,
  tx: Tx,
  {
    connection,
    trigger,
    actor,
    countUnsent,
    endRehearsal,
    requireAllowed = () => undefined,
  }: Omit<ConnectionMove, "organizationId" | "connectionId"> & { readonly connection: BankConnection },
): Promise<ConnectionMoved> {
  const { organizationId, connectionId } = connection;
  requireAllowed(connection);
  const state = stateAfter(connection, trigger);
  if (trigger !== "remove") requireReady(connection);
  else await requireNoFiles(tx, connection, countUnsent);
  const ended = await leaveRehearsal(tx, connection, { accountIds: connection.accountIds, endRehearsal });
  const moved = await storeState(tx, { organizationId, connectionId, state, at: service.clock.now() });
  assert(moved === 1, "a locked connection moves to the next state");
  if (trigger === "remove") {
    const left = await deleteServed(tx, organizationId, { connectionId });
    assert(left === connection.accountIds.length, "a removed connection serves none of its accounts");
  }
  await publishCutOffs(tx, organizationId);
  await record(service, tx, { connection, trigger, state, actor, ended });
  return { connection, state, ended };
}

/** Refuses with `bankConnectionInState` if its state does not allow the move. */
function stateAfter(connection: BankConnection, trigger: ConnectionTrigger): ConnectionState {
  const state = connectionStates.next(connection.state, trigger);
  if (state === undefined) throw refuseInState(connection);
  return state;
}

export const refuseInState = ({ state }: BankConnection) =>
  refuseBankConnection("bankConnectionInState", { details: { state, hint: hints[state] } });

/** Refuses what a connection cannot go live for now. */
export function requireReadyToGoLive(connection: BankConnection): void {
  stateAfter(connection, "goLive");
  requireReady(connection);
}

const hints = {
  draft: "Start its rehearsal first.",
  rehearsal: "Its rehearsal has begun. To send files, go live.",
  live: "It sends files already. Only the operator changes or removes it: bursar bank change, bursar bank remove.",
  removed: "Add another one.",
} as const satisfies Readonly<Record<ConnectionState, string>>;

function requireReady({ connectionId, accountIds, testedAt }: BankConnection): void {
  if (accountIds.length === 0)
    throw refuseBankConnection("bankConnectionWithoutAccount", { details: { connectionId } });
  if (testedAt === null) throw refuseBankConnection("bankConnectionNotTested", { details: { connectionId } });
}

async function requireNoFiles(
  tx: Tx,
  connection: BankConnection,
  countUnsent: ConnectionMove["countUnsent"],
): Promise<void> {
  const count = await countUnsent(tx, connection);
  if (count > 0) throw refuseBankConnection("bankConnectionHasFiles", { details: { count } });
}

const verbs = {
  rehearse: "started its rehearsal",
  goLive: "is live: payments leave through it",
  remove: "was removed",
} as const satisfies Readonly<Record<ConnectionTrigger, string>>;

async function record(
  service: Service,
  tx: Tx,
  {
    connection,
    trigger,
    state,
    actor,
    ended,
  }: ConnectionMoved & { readonly trigger: ConnectionTrigger; readonly actor: Actor },
): Promise<void> {
  const { organizationId, connectionId, rail, name } = connection;
  await recordAudit(service, tx, {
    organizationId,
    actor,
    entries: [
      {
        action: `bankConnection.${trigger}`,
        resourceType: "bankConnection",
        resourceId: connectionId,
        before: { state: connection.state },
        after: { state, ...endedInAudit(ended) },
      },
    ],
  });
  await tellAdministrators(service, tx, {
    organizationId,
    actor,
    sentence: `The bank connection for ${railInWords(rail)} ${present(verbs[trigger], "every move has words")}`,
    facts: [["Connection", name], ["Files go to", placeOf(connection)], ...endedInWords(ended)],
  });
}
