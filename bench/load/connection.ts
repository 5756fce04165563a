import { connect, type Socket } from "node:net";

export interface Answer {
  readonly status: number;
  /** From writing the request to the socket until the response's last byte. */
  readonly latencyMs: number;
  /** Of the body. */
  readonly bytes: number;
  /** The response's text, only if the status is not 200. */
  readonly refusal: string | undefined;
  /** How often the request was sent. */
  readonly attempts: number;
}

export interface Connection {
  /** One request at a time. */
  ask(request: string): Promise<Answer>;
  close(): void;
}

const LONGEST_HEAD_BYTES = 65_536;
const HEAD_END = Buffer.from("\r\n\r\n");

/**
 * The minimum of HTTP/1.1 for measuring: keep-alive, one request at a time, responses with a Content-Length. A general
 * client costs more per request than the service, so a small machine would measure the client.
 */
export async function openConnection(port: number): Promise<Connection> {
  const socket = connect({ port, host: "127.0.0.1", noDelay: true });
  await new Promise<void>((resolve, reject) => {
    socket.once("connect", resolve);
    socket.once("error", reject);
  });
  socket.removeAllListeners("error");
  return driveSocket(socket);
}

function driveSocket(socket: Socket): Connection {
  let pending: { resolve: (answer: Answer) => void; reject: (error: Error) => void } | undefined;
  let sentAt = 0;
  let parts: Buffer[] = [];
  let received = 0;
  let expected = -1;
  let bytes = 0;
  let status = 0;

  const fail = (error: Error) => {
    const waiting = pending;
    pending = undefined;
    waiting?.reject(error);
  };
  socket.on("error", fail);
  socket.on("close", () => fail(new Error("The service closed the connection")));
  socket.on("data", (chunk: Buffer) => {
    parts.push(chunk);
    received += chunk.length;
    if (expected < 0) {
      const head = parts.length === 1 ? chunk : Buffer.concat(parts);
      const end = head.indexOf(HEAD_END);
      if (end < 0) {
        if (received > LONGEST_HEAD_BYTES) fail(new Error("The response's headers do not end"));
        return;
      }
      const text = head.toString("latin1", 0, end);
      const length = /\r\ncontent-length: (\d+)/i.exec(text)?.[1];
      if (length === undefined) return fail(new Error(`A response without a Content-Length:\n${text}`));
      status = Number(text.slice(9, 12));
      bytes = Number(length);
      expected = end + HEAD_END.length + bytes;
    }
    if (received < expected) return;
    const waiting = pending;
    const answer = {
      status,
      latencyMs: performance.now() - sentAt,
      bytes,
      refusal: status === 200 ? undefined : Buffer.concat(parts).toString("utf8"),
      attempts: 1,
    };
    pending = undefined;
    parts = [];
    received = 0;
    expected = -1;
    waiting?.resolve(answer);
  });
  return {
    ask: (request) => {
      sentAt = performance.now();
      socket.write(request, "latin1");
      return new Promise((resolve, reject) => {
        pending = { resolve, reject };
      });
    },
    close: () => socket.destroy(),
  };
}
