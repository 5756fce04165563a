import { parseMasterKeys } from "#kernel/crypto/master-key.ts";
import { openVault } from "#kernel/crypto/vault.ts";
import type { Config } from "#kernel/process/config.ts";
import type { Service } from "#kernel/process/service.ts";
import { provingRows } from "#kernel/proofs/proving-database.ts";
import type { Database } from "#kernel/sql/database.ts";
import { openPostgres } from "#kernel/sql/postgres.ts";
import type { ObjectStore } from "#kernel/storage/object-store.ts";
import { openObjectStore } from "#kernel/storage/open-object-store.ts";
import { createIdSource } from "#kernel/values/ids.ts";
import { type App, createApp } from "#main/app.ts";
import type { MailTransport } from "#records/mail";
import type { Sender } from "#reports/webhooks";
import type { ServerSessions } from "./server-sessions.ts";
import type { Surroundings } from "./surroundings.ts";
import { type Armed, type Met, type Moment, openWire, type Wire } from "./wire.ts";

/** A process of the service, without a socket and without loops: it does what a step makes it do. */
export interface SimulatedNode {
  readonly name: string;
  readonly app: App;
  readonly service: Service;
  readonly wire: Wire;
  isDead: boolean;
}

export interface NodeParts {
  readonly name: string;
  readonly config: Config;
  readonly databaseUrl: string;
  readonly sessions: ServerSessions;
  /** By how much its clock differs. */
  readonly skewMs: number;
  readonly surroundings: Surroundings;
  readonly sender: Sender;
  readonly mail: MailTransport;
  /** The object store with its faults. */
  readonly behindDisks: (store: ObjectStore) => ObjectStore;
  /** Errors that the process logs. */
  readonly onError: Service["log"]["error"];
  /** Plants a bug between the service and its database. */
  readonly plant: (database: Database) => Database;
  /** Whether rows are compared with their proofs; only a planted bug says no. */
  readonly provesRows: boolean;
}

/** One connection, so that statements reach the server in one order; nothing waits for it in real time. */
const POOL_SIZE = 1;
const PATIENCE_MS = 600_000;
const MASTER_KEY = Buffer.alloc(32, 7).toString("base64");

export async function openNode(parts: NodeParts): Promise<SimulatedNode> {
  const { name, config, skewMs, surroundings, onError } = parts;
  const wire = await openWire(parts.sessions);
  const url = new URL(parts.databaseUrl);
  url.hostname = "127.0.0.1";
  url.port = `${wire.port}`;
  const clock = { now: () => new Date(surroundings.nowMs + skewMs) };
  const identity = {};
  surroundings.owner = identity;
  const plain = openPostgres({
    url: url.toString(),
    poolSize: POOL_SIZE,
    connectionWaitMs: PATIENCE_MS,
    sendsScope: true,
  });
  const vault = await openVault(plain, parseMasterKeys(MASTER_KEY));
  const log = { info: nothing, warn: nothing, error: onError, debug: nothing };
  const proven = parts.provesRows ? provingRows(plain, { vault, log }) : plain;
  const service = {
    config,
    database: parts.plant(proven),
    clock,
    newId: createIdSource(clock.now),
    vault,
    objects: parts.behindDisks(await openObjectStore(config)),
    log,
  };
  const app = await createApp(service, {
    work: false,
    sender: parts.sender,
    mail: parts.mail,
    machineClock: clock,
    fileSettleMs: 1,
    banksAtOnce: 1,
  });
  surroundings.owner = undefined;
  const node: SimulatedNode = { name, app, service, wire, isDead: false };
  void wire.death.then(() => {
    node.isDead = true;
  });
  owners.set(node, identity);
  return node;
}

const nothing = (): void => undefined;
const owners = new WeakMap<SimulatedNode, object>();

/** What a process does in a step, to its end or to its death. */
export async function runOn<Result>(
  node: SimulatedNode,
  surroundings: Surroundings,
  armed: Armed | undefined,
  work: () => Promise<Result>,
): Promise<{ readonly result: Result | undefined; readonly met: Met | undefined; readonly seen: ReadonlySet<Moment> }> {
  const owner = owners.get(node);
  node.wire.arm(armed);
  surroundings.owner = owner;
  try {
    const result = await Promise.race([work(), node.wire.death.then(() => undefined)]);
    return { result: node.isDead ? undefined : result, met: node.wire.met(), seen: node.wire.seen() };
  } finally {
    surroundings.owner = undefined;
    node.wire.arm(undefined);
    if (node.isDead && owner !== undefined) surroundings.endTimersOf(owner);
  }
}
