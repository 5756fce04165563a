import { connect, type Socket } from "node:net";

/** A session of the server, which one connection after the other has for itself. */
export interface ServerSession {
  readonly socket: Socket;
  /** What the server said when the session began: the same for everyone who begins it in the same way. */
  greeting: Buffer;
  /** Who receives what the server says now. */
  take: (chunk: Buffer) => void;
  /** Who learns that the session has ended. */
  ended: () => void;
  /** Statements that the server has prepared here, by their text and types, for any connection. */
  readonly prepared: Map<string, string>;
}

/**
 * PostgreSQL's sessions, kept when their connection has ended: a new one would load the catalog, and prepare and plan
 * every statement again, which takes longer than most steps of a simulation. A session that is given back is rolled back
 * and reset, so that only what the server has cached is left.
 */
export interface ServerSessions {
  /**
   * Begins a session with the client's first message, or takes one that began with the same. Waits for resets: what an
   * earlier session has locked would be skipped or not, as it happens.
   */
  lend(startup: Buffer, listener: Pick<ServerSession, "take" | "ended">): Promise<ServerSession>;
  /** The server has answered everything that was asked. */
  giveBack(session: ServerSession): void;
  /** Ends the session, whatever it is doing; the server notices later. */
  end(session: ServerSession): void;
  /** Everything that was given back is reset. */
  settled(): Promise<unknown>;
  /** Local ports of sessions that were ended and may still run at the server. */
  takeEnded(): readonly number[];
  close(): void;
}

export const READY_FOR_QUERY = 0x5a;
const query = (text: string): Buffer => {
  const message = Buffer.alloc(text.length + 6);
  message.write("Q");
  message.writeUInt32BE(text.length + 5, 1);
  message.write(text, 5);
  return message;
};
/** What `discard all` does, except that statements stay prepared. */
const RESET = Buffer.concat([
  query("rollback"),
  query(
    "close all; set session authorization default; reset all; unlisten *; select pg_advisory_unlock_all(); discard temp; discard sequences",
  ),
]);

/** Counts how often a stream of messages says that the server is ready; messages may be split. */
function readyCounter(): (chunk: Buffer) => number {
  const whole = wholeMessages();
  return (chunk) => {
    let ready = 0;
    whole(chunk, (kind) => {
      if (kind === READY_FOR_QUERY) ready += 1;
    });
    return ready;
  };
}

/** Returns the whole messages of a stream so far, after a look at each: its kind, and where it begins in them. */
export function wholeMessages(): (chunk: Buffer, look: (kind: number, at: number, all: Buffer) => void) => Buffer {
  let rest: Buffer = Buffer.alloc(0);
  return (chunk, look) => {
    const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    let at = 0;
    while (bytes.length - at >= 5) {
      const end = at + 1 + bytes.readUInt32BE(at + 1);
      if (end > bytes.length) break;
      look(bytes[at] ?? 0, at, bytes);
      at = end;
    }
    rest = bytes.subarray(at);
    return bytes.subarray(0, at);
  };
}

const nothing = (): void => undefined;

export function openServerSessions(target: { readonly host: string; readonly port: number }): ServerSessions {
  const all = new Set<ServerSession>();
  const startups = new WeakMap<ServerSession, string>();
  const idle = new Map<string, ServerSession[]>();
  const resets = new Set<Promise<void>>();
  const ended: number[] = [];

  const begin = (startup: Buffer, listener: Pick<ServerSession, "take" | "ended">): ServerSession => {
    const socket = connect(target.port, target.host).setNoDelay(true);
    const session: ServerSession = { socket, greeting: Buffer.alloc(0), prepared: new Map(), ...listener };
    all.add(session);
    startups.set(session, startup.toString("latin1"));
    const isGreeted = readyCounter();
    let greeted = 0;
    socket.on("error", nothing);
    socket.on("data", (chunk: Buffer) => {
      if (greeted === 0) {
        session.greeting = Buffer.concat([session.greeting, chunk]);
        greeted += isGreeted(chunk);
      }
      session.take(chunk);
    });
    socket.on("close", () => {
      all.delete(session);
      session.ended();
    });
    socket.write(startup);
    return session;
  };
  const reset = (session: ServerSession): Promise<void> =>
    new Promise((resolve) => {
      const readyTimes = readyCounter();
      let left = 2;
      session.ended = resolve;
      session.take = (chunk) => {
        left -= readyTimes(chunk);
        if (left > 0) return;
        session.take = nothing;
        session.ended = () => {
          const others = idle.get(startups.get(session) ?? "") ?? [];
          if (others.includes(session)) others.splice(others.indexOf(session), 1);
        };
        const startup = startups.get(session) ?? "";
        idle.set(startup, [...(idle.get(startup) ?? []), session]);
        resolve();
      };
      session.socket.write(RESET);
    });
  return {
    lend: async (startup, listener) => {
      while (resets.size > 0) await Promise.all(resets);
      const session = idle.get(startup.toString("latin1"))?.pop();
      if (session === undefined) return begin(startup, listener);
      Object.assign(session, listener);
      // As if the server answered: not before its client waits for it.
      setImmediate(() => listener.take(session.greeting));
      return session;
    },
    giveBack: (session) => {
      const resetting = reset(session).then(() => void resets.delete(resetting));
      resets.add(resetting);
    },
    end: (session) => {
      if (session.socket.localPort !== undefined) ended.push(session.socket.localPort);
      session.take = nothing;
      session.ended = nothing;
      session.socket.destroy();
    },
    settled: () => Promise.all(resets),
    takeEnded: () => ended.splice(0),
    close: () => {
      for (const { socket } of all) socket.destroy();
    },
  };
}
