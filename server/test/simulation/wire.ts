import { once } from "node:events";
import { createServer, type Socket } from "node:net";
import { READY_FOR_QUERY, type ServerSession, type ServerSessions, wholeMessages } from "./server-sessions.ts";

/**
 * What happens to a process's connections with PostgreSQL at a round trip.
 *
 * - `cut`: the connections are reset before the server receives the request.
 * - `loseAnswer`: the server has carried it out, perhaps committed, and its answer is lost.
 * - `die`, `dieAfter`: the same moments, but the process learns nothing: it has died, and waits forever.
 */
export const wireFaults = ["cut", "loseAnswer", "die", "dieAfter"] as const;
export type WireFault = (typeof wireFaults)[number];

/**
 * What a round trip is. Those that make something permanent: `commit`, and statements outside of transactions that write,
 * of which `create_payments` has its own name.
 */
export const moments = ["begin", "a statement", "commit", "a statement that commits", "create_payments"] as const;
export type Moment = (typeof moments)[number];

/** A fault that waits for its moment, over several steps if need be. */
export interface Armed {
  readonly fault: WireFault;
  /** Any round trip if undefined. */
  readonly moment: Moment | undefined;
  /** It strikes at the last of so many such moments; the wire counts down. */
  left: number;
  /** New connections are refused until the step has ended. */
  readonly refuses: boolean;
}

/** What a fault met. */
export interface Met {
  readonly fault: WireFault;
  readonly moment: Moment;
}

/** A process's way to PostgreSQL, which sees the messages of the protocol (PostgreSQL, "Message Flow"). */
export interface Wire {
  readonly port: number;
  arm(armed: Armed | undefined): void;
  /** What the armed fault met; undefined if the step ended before it. */
  met(): Met | undefined;
  /** The moments that the step has had. */
  seen(): ReadonlySet<Moment>;
  /** Resolves if the process dies. */
  readonly death: Promise<void>;
  /** Ends all connections, also those of a process that died. */
  close(): void;
}

/** One connection. */
interface Link {
  readonly client: Socket;
  /** Since the client's first message. */
  session: ServerSession | undefined;
  /** Of what the process sends. */
  readonly whole: ReturnType<typeof wholeMessages>;
  /** Messages were passed on that no Sync has followed: the server is in the middle of a request. */
  isAmid: boolean;
  /** Answers that the server owes. */
  owed: number;
  /** The answer to what was asked is not passed on. */
  isLosing: boolean;
  text: string;
  /** The statements that the process had prepared, by its names, and what they are called here. */
  readonly prepared: Map<string, { readonly text: string; readonly name: string }>;
  /** Statements of the present request that are prepared unless there is an error. */
  unsure: string[];
  plansDropped: number;
  isInTransaction: boolean;
  moment: Moment;
}

const stringAt = (message: Buffer, from: number): string => message.toString("utf8", from, message.indexOf(0, from));

/** A message with its length. */
const message = (kind: string, ...parts: readonly (string | Buffer)[]): Buffer => {
  const body = Buffer.concat(parts.map((part) => (typeof part === "string" ? Buffer.from(`${part}\0`) : part)));
  const head = Buffer.alloc(5);
  head.write(kind);
  head.writeUInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
};

/** Closes a statement that is not there: the server says in its turn that it did, and changes nothing. */
const NOTHING = message("C", Buffer.from("S"), "none");
const CLOSE_COMPLETE = 0x33;
const PARSE_COMPLETE = 0x31;
const ERROR_RESPONSE = 0x45;
/** One of so many times that a process drops its plans, the server does. */
const PLANS_KEPT_TIMES = 20;
const DROP_PLANS = "discard plans";
const EMPTY_QUERY = message("Q", "");

let names = 0;

/**
 * What the server receives instead of a message of the process. What a session has once prepared stays prepared, under a
 * name of its own: planning takes most of the server's time, and only decides how rows are found. Notes what is about to
 * be executed.
 */
function translated(link: Link, session: ServerSession, given: Buffer): Buffer {
  switch (String.fromCharCode(given[0] ?? 0)) {
    case "Q": {
      link.text = stringAt(given, 5);
      if (link.text !== DROP_PLANS) return given;
      link.plansDropped += 1;
      return link.plansDropped % PLANS_KEPT_TIMES === 0 ? given : EMPTY_QUERY;
    }
    case "P": {
      const from = given.indexOf(0, 5) + 1;
      link.text = stringAt(given, from);
      const own = given.toString("latin1", from);
      const before = session.prepared.get(own);
      const name = before ?? `s${++names}`;
      link.prepared.set(stringAt(given, 5), { text: link.text, name });
      if (before !== undefined) return NOTHING;
      session.prepared.set(own, name);
      link.unsure.push(own);
      return message("P", name, given.subarray(from));
    }
    case "B": {
      const from = given.indexOf(0, 5) + 1;
      const prepared = link.prepared.get(stringAt(given, from));
      if (prepared === undefined) return given;
      link.text = prepared.text;
      return message("B", given.subarray(5, from), prepared.name, given.subarray(given.indexOf(0, from) + 1));
    }
    case "D": {
      const prepared = given[5] === STATEMENT ? link.prepared.get(stringAt(given, 6)) : undefined;
      return prepared === undefined ? given : message("D", given.subarray(5, 6), prepared.name);
    }
    default:
      return given;
  }
}
const STATEMENT = 0x53;

const WRITES = /\b(?:insert into|delete from|append_outbox)\b|(?<!for |no key )\bupdate\b/;

function momentOf(link: Link): Moment {
  const control = /^(begin|commit|rollback)/.exec(link.text)?.[1];
  const wasInTransaction = link.isInTransaction;
  if (control !== undefined) link.isInTransaction = control === "begin";
  if (control === "begin" || control === "commit") return control;
  if (link.text.includes("create_payments(")) return "create_payments";
  return !wasInTransaction && WRITES.test(link.text) ? "a statement that commits" : "a statement";
}

const QUERY = 0x51;
const SYNC = 0x53;
const TERMINATE = 0x58;

export async function openWire(sessions: ServerSessions): Promise<Wire> {
  const links = new Set<Link>();
  const clients = new Set<Socket>();
  const death = Promise.withResolvers<void>();
  let armed: Armed | undefined;
  let met: Met | undefined;
  let seen = new Set<Moment>();
  let isDead = false;

  /** The connection has ended; what the server was doing for it is undone, unless it has committed. */
  const release = (link: Link): void => {
    if (!links.delete(link) || link.session === undefined) return;
    // They may not have arrived.
    for (const own of link.unsure) link.session.prepared.delete(own);
    if (link.owed === 0 && !link.isAmid) sessions.giveBack(link.session);
    else sessions.end(link.session);
  };
  const endAll = (): void => {
    for (const link of links) {
      release(link);
      // A dead process's sockets stay as they are: nothing in it may notice anything.
      if (!isDead) link.client.destroy();
    }
  };
  const strike = (moment: Moment): void => {
    const { fault } = armed as Armed;
    met = { fault, moment };
    isDead = fault === "die" || fault === "dieAfter";
    endAll();
    if (isDead) death.resolve();
  };
  /** Returns false if the message must not be passed on. */
  const ask = (link: Link, kind: number | undefined): boolean => {
    // Query and Sync end what is asked in one round trip.
    if (kind !== QUERY && kind !== SYNC) return true;
    link.moment = momentOf(link);
    seen.add(link.moment);
    if (armed === undefined || met !== undefined) return true;
    if (armed.moment !== undefined && armed.moment !== link.moment) return true;
    armed.left -= 1;
    if (armed.left > 0) return true;
    const isAfter = armed.fault === "loseAnswer" || armed.fault === "dieAfter";
    if (isAfter) link.isLosing = true;
    else strike(link.moment);
    return isAfter;
  };
  const fromClient = (link: Link, session: ServerSession, chunk: Buffer): void => {
    const passed: Buffer[] = [];
    let { isAmid } = link;
    let asked = 0;
    let isOver = false;
    link.whole(chunk, (kind, at, all) => {
      if (isOver) return;
      if (kind === TERMINATE) release(link);
      const given = all.subarray(at, at + 1 + all.readUInt32BE(at + 1));
      const message = translated(link, session, given);
      isOver = kind === TERMINATE || !ask(link, kind);
      passed.push(message);
      isAmid = kind !== QUERY && kind !== SYNC;
      if (!isAmid) asked += 1;
    });
    if (isOver || passed.length === 0) return;
    link.isAmid = isAmid;
    link.owed += asked;
    session.socket.write(Buffer.concat(passed));
  };

  const listener = createServer((client) => {
    client.on("error", () => undefined);
    clients.add(client);
    client.on("close", () => clients.delete(client));
    if (isDead) return;
    if (met !== undefined && armed?.refuses === true) return void client.destroy();
    client.setNoDelay(true);
    const link: Link = {
      client,
      session: undefined,
      whole: wholeMessages(),
      isAmid: false,
      owed: 1,
      isLosing: false,
      text: "",
      prepared: new Map(),
      unsure: [],
      plansDropped: 0,
      isInTransaction: false,
      moment: "a statement",
    };
    links.add(link);
    const answers = wholeMessages();
    const fromServer = (chunk: Buffer): void => {
      if (!links.has(link)) return;
      let ready = 0;
      const whole = answers(chunk, (kind, at, all) => {
        if (kind === CLOSE_COMPLETE) all[at] = PARSE_COMPLETE;
        else if (kind === ERROR_RESPONSE) for (const own of link.unsure.splice(0)) link.session?.prepared.delete(own);
        else if (kind === READY_FOR_QUERY) {
          ready += 1;
          link.unsure = [];
        }
      });
      link.owed -= ready;
      if (!link.isLosing) client.write(whole);
      // The server has done everything that was asked.
      else if (ready > 0) strike(link.moment);
    };
    client.on("data", (chunk: Buffer) => {
      if (!links.has(link)) return;
      if (link.session !== undefined) return fromClient(link, link.session, chunk);
      // The first message has no kind, and is never a statement. Its answer comes before the next one.
      const ended = (): void => {
        if (links.delete(link)) client.destroy();
      };
      void sessions.lend(chunk, { take: fromServer, ended }).then((session) => {
        if (links.has(link)) link.session = session;
        else sessions.end(session);
      });
    });
    client.on("close", () => release(link));
  });
  listener.listen(0, "127.0.0.1");
  await once(listener, "listening");
  const address = listener.address();
  if (typeof address !== "object" || address === null) throw new Error("no port");
  return {
    port: address.port,
    arm: (next) => {
      armed = next;
      met = undefined;
      seen = new Set();
    },
    met: () => met,
    seen: () => seen,
    death: death.promise,
    close: () => {
      endAll();
      for (const client of clients) client.destroy();
      listener.close();
    },
  };
}
