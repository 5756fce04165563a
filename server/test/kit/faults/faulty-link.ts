import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";

type Fault = "cut" | "cutAnswer" | "silence";

/** A connection through a proxy that can be cut, or fall silent, after a number of bytes. */
export interface FaultyLink {
  readonly port: number;
  /** Bytes that clients have sent since the last fault was set. */
  sent(): number;
  /** Bytes that clients have received since the last fault was set. */
  received(): number;
  /**
   * Passes this many more bytes of clients on, then resets the connections or passes nothing more in either direction.
   * `cutAnswer` counts the bytes that clients receive.
   */
  fail(how: Fault, afterBytes: number): void;
  /** Passes nothing on, and loses nothing: it arrives after `heal`, as when a network drops packets for a while. */
  hold(): void;
  heal(): void;
  close(): Promise<void>;
}

export async function openFaultyLink(targetPort: number, targetHost = "127.0.0.1"): Promise<FaultyLink> {
  const state: { how: Fault | undefined; left: number; sent: number; received: number } = {
    how: undefined,
    left: 0,
    sent: 0,
    received: 0,
  };
  const sockets = new Set<Socket>();
  let isHeld = false;
  const server = createServer((client) => {
    const target = connect(targetPort, targetHost);
    for (const socket of [client, target]) {
      sockets.add(socket);
      socket.setNoDelay(true);
      if (isHeld) socket.pause();
      // Resets are what is tested.
      socket.on("error", () => undefined);
      socket.on("close", () => {
        sockets.delete(socket);
        client.destroy();
        target.destroy();
      });
    }
    // What was passed arrives first, as on a real line.
    const resetSoon = () =>
      setTimeout(() => {
        client.resetAndDestroy();
        target.resetAndDestroy();
      }, 20);
    client.on("data", (chunk: Buffer) => {
      state.sent += chunk.length;
      const isCounted = state.how === "cut" || state.how === "silence";
      const passed = isCounted ? chunk.subarray(0, state.left) : chunk;
      if (isCounted) state.left -= passed.length;
      if (passed.length > 0) target.write(passed);
      if (state.how === "cut" && state.left === 0) resetSoon();
    });
    target.on("data", (chunk: Buffer) => {
      state.received += chunk.length;
      if (state.how === "cutAnswer") {
        const passed = chunk.subarray(0, state.left);
        state.left -= passed.length;
        client.write(passed);
        if (state.left === 0) resetSoon();
      } else if (state.how !== "silence" || state.left > 0) client.write(chunk);
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (typeof address !== "object" || address === null) throw new Error("no port");
  return {
    port: address.port,
    sent: () => state.sent,
    received: () => state.received,
    fail: (how, afterBytes) => Object.assign(state, { how, left: afterBytes, sent: 0, received: 0 }),
    hold: () => {
      isHeld = true;
      for (const socket of sockets) socket.pause();
    },
    heal: () => {
      Object.assign(state, { how: undefined, left: 0, sent: 0, received: 0 });
      isHeld = false;
      for (const socket of sockets) socket.resume();
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}
