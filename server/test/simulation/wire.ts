import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";

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
  /** Local ports of connections that were ended and may still run at the server. */
  takeEnded(): readonly number[];
  /** Ends all connections, also those of a process that died. */
  close(): void;
}

/** One connection; bytes wait in `pending` until they are a whole message. */
interface Link {
  readonly client: Socket;
  readonly server: Socket;
  pending: Buffer;
  answered: Buffer;
  /** The answer to what was asked is not passed on. */
  isLosing: boolean;
  text: string;
  /** The statements that were prepared here, by name. */
  readonly prepared: Map<string, string>;
  isInTransaction: boolean;
  moment: Moment;
}

const messageEnd = (bytes: Buffer): number | undefined => {
  if (bytes.length < 5) return undefined;
  const end = 1 + bytes.readUInt32BE(1);
  return bytes.length < end ? undefined : end;
};

const stringAt = (message: Buffer, from: number): string => message.toString("utf8", from, message.indexOf(0, from));

/** Notes what a message is about to execute, if it says so: Query, Parse, or Bind of a prepared statement. */
function noteText(link: Link, message: Buffer): void {
  const kind = String.fromCharCode(message[0] ?? 0);
  if (kind === "Q") link.text = stringAt(message, 5);
  else if (kind === "P") {
    link.text = stringAt(message, message.indexOf(0, 5) + 1);
    link.prepared.set(stringAt(message, 5), link.text);
  } else if (kind === "B") link.text = link.prepared.get(stringAt(message, message.indexOf(0, 5) + 1)) ?? link.text;
}

const WRITES = /\b(?:insert into|delete from|append_outbox)\b|(?<!for |no key )\bupdate\b/;

function momentOf(link: Link): Moment {
  const control = /^(begin|commit|rollback)/.exec(link.text)?.[1];
  const wasInTransaction = link.isInTransaction;
  if (control !== undefined) link.isInTransaction = control === "begin";
  if (control === "begin" || control === "commit") return control;
  if (link.text.includes("create_payments(")) return "create_payments";
  return !wasInTransaction && WRITES.test(link.text) ? "a statement that commits" : "a statement";
}

export async function openWire(target: { readonly host: string; readonly port: number }): Promise<Wire> {
  const links = new Set<Link>();
  const ended: number[] = [];
  const clients = new Set<Socket>();
  const death = Promise.withResolvers<void>();
  let armed: Armed | undefined;
  let met: Met | undefined;
  let seen = new Set<Moment>();
  let isDead = false;

  const endAll = (): void => {
    for (const link of links) {
      if (link.server.localPort !== undefined) ended.push(link.server.localPort);
      link.server.destroy();
      // A dead process's sockets stay as they are: nothing in it may notice anything.
      if (!isDead) link.client.destroy();
      links.delete(link);
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
  const ask = (link: Link, message: Buffer): boolean => {
    noteText(link, message);
    const kind = message[0];
    // Query and Sync end what is asked in one round trip.
    if (kind !== 0x51 && kind !== 0x53) return true;
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
  const fromClient = (link: Link, chunk: Buffer): void => {
    const bytes = link.pending.length === 0 ? chunk : Buffer.concat([link.pending, chunk]);
    let whole = 0;
    for (let end = messageEnd(bytes); end !== undefined; end = messageEnd(bytes.subarray(whole))) {
      if (!ask(link, bytes.subarray(whole, whole + end))) return;
      whole += end;
    }
    link.pending = bytes.subarray(whole);
    if (whole > 0) link.server.write(bytes.subarray(0, whole));
  };
  const fromServer = (link: Link, chunk: Buffer): void => {
    if (!link.isLosing) {
      link.client.write(chunk);
      return;
    }
    link.answered = Buffer.concat([link.answered, chunk]);
    for (let end = messageEnd(link.answered); end !== undefined; end = messageEnd(link.answered)) {
      // ReadyForQuery: the server has done everything that was asked.
      if (link.answered[0] === 0x5a) {
        strike(link.moment);
        return;
      }
      link.answered = link.answered.subarray(end);
    }
  };

  const listener = createServer((client) => {
    client.on("error", () => undefined);
    clients.add(client);
    client.on("close", () => clients.delete(client));
    if (isDead) return;
    if (met !== undefined && armed?.refuses === true) return void client.destroy();
    const server = connect(target.port, target.host);
    const link: Link = {
      client,
      server,
      pending: Buffer.alloc(0),
      answered: Buffer.alloc(0),
      isLosing: false,
      text: "",
      prepared: new Map(),
      isInTransaction: false,
      moment: "a statement",
    };
    links.add(link);
    for (const socket of [client, server]) {
      socket.setNoDelay(true);
      socket.on("error", () => undefined);
    }
    // The first message has no kind, and is never a statement.
    let isStarted = false;
    client.on("data", (chunk: Buffer) => {
      if (!links.has(link)) return;
      if (isStarted) fromClient(link, chunk);
      else server.write(chunk);
      isStarted = true;
    });
    server.on("data", (chunk: Buffer) => {
      if (links.has(link)) fromServer(link, chunk);
    });
    client.on("close", () => {
      server.end();
      links.delete(link);
    });
    server.on("close", () => {
      if (links.delete(link)) client.destroy();
    });
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
    takeEnded: () => ended.splice(0),
    close: () => {
      endAll();
      for (const client of clients) client.destroy();
      listener.close();
    },
  };
}
