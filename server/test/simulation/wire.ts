import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";

/**
 * What happens to a process's connections with PostgreSQL at the nth round trip of a step.
 *
 * - `cut`: the connections are reset before the server receives the request.
 * - `loseAnswer`: the server has carried it out, perhaps committed, and its answer is lost.
 * - `die`, `dieAfter`: the same moments, but the process learns nothing: it has died, and waits forever.
 */
export const wireFaults = ["cut", "loseAnswer", "die", "dieAfter"] as const;
export type WireFault = (typeof wireFaults)[number];

export interface Armed {
  readonly fault: WireFault;
  /** Counted from 1. */
  readonly nth: number;
  /** New connections are refused until the step has ended. */
  readonly refuses: boolean;
}

/** What a fault met. */
export interface Met {
  readonly fault: WireFault;
  /** The round trip was `commit`, or a statement that commits alone. */
  readonly text: string;
}

/** A process's way to PostgreSQL, which sees the messages of the protocol (PostgreSQL, "Message Flow"). */
export interface Wire {
  readonly port: number;
  arm(armed: Armed | undefined): void;
  /** What the armed fault met; undefined if the step ended before it. */
  met(): Met | undefined;
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
  /** Within a round trip: the first message has been seen, Sync has not. */
  isAsking: boolean;
  /** The answer to what was asked is not passed on. */
  isLosing: boolean;
  text: string;
}

const messageEnd = (bytes: Buffer): number | undefined => {
  if (bytes.length < 5) return undefined;
  const end = 1 + bytes.readUInt32BE(1);
  return bytes.length < end ? undefined : end;
};

const textOf = (message: Buffer): string | undefined => {
  const kind = String.fromCharCode(message[0] ?? 0);
  if (kind === "Q") return message.toString("utf8", 5, message.indexOf(0, 5));
  if (kind !== "P") return undefined;
  const from = message.indexOf(0, 5) + 1;
  return message.toString("utf8", from, message.indexOf(0, from));
};

export async function openWire(target: { readonly host: string; readonly port: number }): Promise<Wire> {
  const links = new Set<Link>();
  const ended: number[] = [];
  const clients = new Set<Socket>();
  const death = Promise.withResolvers<void>();
  let armed: Armed | undefined;
  let trips = 0;
  let met: Met | undefined;
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
  const strike = (text: string): void => {
    const { fault } = armed as Armed;
    met = { fault, text };
    isDead = fault === "die" || fault === "dieAfter";
    endAll();
    if (isDead) death.resolve();
  };
  /** Returns false if the message must not be passed on. */
  const ask = (link: Link, message: Buffer): boolean => {
    link.text = textOf(message) ?? link.text;
    if (!link.isAsking) {
      link.isAsking = true;
      trips += 1;
    }
    const kind = message[0];
    if (kind !== 0x51 && kind !== 0x53) return true;
    link.isAsking = false;
    if (armed === undefined || met !== undefined || trips < armed.nth) return true;
    const isAfter = armed.fault === "loseAnswer" || armed.fault === "dieAfter";
    if (isAfter) link.isLosing = true;
    else strike(link.text);
    return isAfter;
  };
  const fromClient = (link: Link, chunk: Buffer): void => {
    if (armed === undefined && link.pending.length === 0) {
      link.server.write(chunk);
      return;
    }
    link.pending = link.pending.length === 0 ? chunk : Buffer.concat([link.pending, chunk]);
    for (let end = messageEnd(link.pending); end !== undefined; end = messageEnd(link.pending)) {
      const message = link.pending.subarray(0, end);
      link.pending = link.pending.subarray(end);
      if (!ask(link, message)) return;
      link.server.write(message);
    }
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
        strike(link.text);
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
      isAsking: false,
      isLosing: false,
      text: "",
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
      trips = 0;
      met = undefined;
    },
    met: () => met,
    death: death.promise,
    takeEnded: () => ended.splice(0),
    close: () => {
      endAll();
      for (const client of clients) client.destroy();
      listener.close();
    },
  };
}
