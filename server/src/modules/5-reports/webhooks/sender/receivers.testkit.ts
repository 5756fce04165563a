import {
  createServer as createHttpServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from "node:http";
import { createServer as createHttpsServer } from "node:https";
import { type AddressInfo, createServer as createTcpServer, type Socket } from "node:net";
import type { TestContext } from "node:test";

/**
 * Receivers for tests of outgoing HTTP: real sockets on this machine that count connections. Each is closed when the
 * test that opened it ends.
 */

export type Receiver = {
  readonly port: number;
  readonly origin: string;
  /** Connections accepted so far, counted before a byte is read. */
  connections: () => number;
  /** The largest number of open connections at one time. */
  connectionsMax: () => number;
  readonly requests: ReceivedRequest[];
};

export type ReceivedRequest = {
  readonly url: string;
  readonly method: string;
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
};

type Place = { readonly host?: string; readonly port?: number };

/** Opens an HTTP receiver; `answer` gets each request after its body has arrived. */
export function openReceiver(t: TestContext, answer: RequestListener = accept, place: Place = {}): Promise<Receiver> {
  const requests: ReceivedRequest[] = [];
  return open(t, createHttpServer(recorder(requests, answer)), { ...place, scheme: "http", requests });
}

/** Opens an HTTPS receiver with the test certificate below. */
export function openTlsReceiver(t: TestContext, answer: RequestListener = accept): Promise<Receiver> {
  const requests: ReceivedRequest[] = [];
  const server = createHttpsServer({ key: testPrivateKey, cert: testCertificate }, recorder(requests, answer));
  return open(t, server, { scheme: "https", requests });
}

/** Opens a plain TCP receiver, for behavior that no HTTP server has. */
export function openTcpReceiver(t: TestContext, talk: (socket: Socket) => void): Promise<Receiver> {
  return open(t, createTcpServer(talk), { scheme: "http", requests: [] });
}

export function accept(_request: IncomingMessage, response: ServerResponse): void {
  response.end("ok");
}

function recorder(requests: ReceivedRequest[], answer: RequestListener): RequestListener {
  return (request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const { url = "", method = "", headers } = request;
      requests.push({ url, method, headers, body: Buffer.concat(chunks).toString("utf8") });
      answer(request, response);
    });
  };
}

type Opening = Place & { readonly scheme: string; readonly requests: ReceivedRequest[] };

async function open(
  t: TestContext,
  server: Server | ReturnType<typeof createTcpServer>,
  opening: Opening,
): Promise<Receiver> {
  const { host = "127.0.0.1", port = 0, scheme, requests } = opening;
  const sockets = new Set<Socket>();
  let [accepted, most] = [0, 0];
  server.on("connection", (socket: Socket) => {
    accepted += 1;
    sockets.add(socket);
    most = Math.max(most, sockets.size);
    socket.on("error", () => {});
    socket.on("close", () => sockets.delete(socket));
  });
  const listening = Promise.withResolvers<void>();
  server.once("error", listening.reject);
  server.listen({ host, port }, listening.resolve);
  await listening.promise;
  t.after(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  // A server listening on TCP has an address of this kind.
  const bound = (server.address() as AddressInfo).port;
  return {
    port: bound,
    origin: `${scheme}://${host}:${bound}`,
    connections: () => accepted,
    connectionsMax: () => most,
    requests,
  };
}

/**
 * A self-signed certificate for receiver.example, localhost, and 127.0.0.1, valid to 2126, with its key. It protects
 * nothing: it simulates a receiver that nobody trusts.
 */
export const testCertificate = `-----BEGIN CERTIFICATE-----
MIIBtjCCAVygAwIBAgIUaBcp69boN7s+UXJ0x+bsdZVEWS0wCgYIKoZIzj0EAwIw
GDEWMBQGA1UEAwwNbG9vcGJhY2sgdGVzdDAgFw0yNjExMjEwNzE0MDFaGA8yMTI2
MTAyODA3MTQwMVowGDEWMBQGA1UEAwwNbG9vcGJhY2sgdGVzdDBZMBMGByqGSM49
AgEGCCqGSM49AwEHA0IABDrv6Yn+y8hktbbeSgjxjXKlHD3hM6zas6xACcd/44pB
iVJXjkGE5rT47encY+fEW4c1O+B1fTlbdjimLYJ2UaejgYEwfzAdBgNVHQ4EFgQU
CxJ9ExW03/73TtE6D0znKYl0qewwHwYDVR0jBBgwFoAUCxJ9ExW03/73TtE6D0zn
KYl0qewwDwYDVR0TAQH/BAUwAwEB/zAsBgNVHREEJTAjghByZWNlaXZlci5leGFt
cGxlgglsb2NhbGhvc3SHBH8AAAEwCgYIKoZIzj0EAwIDSAAwRQIgOJZAA0xHdju3
N1q+t+PXeKjEtXmvRW8LmITsvGpkVZUCIQClaKZzsalaukQK5IEcp4P4KgKXhET8
FPE4MUZ/k9ZXsA==
-----END CERTIFICATE-----
`;
const testPrivateKey = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgLWjDleR+EBklroLp
fXkpFvpMetl73FBk9Gg3msvIjXahRANCAAQ67+mJ/svIZLW23koI8Y1ypRw94TOs
2rOsQAnHf+OKQYlSV45BhOa0+O3p3GPnxFuHNTvgdX05W3Y4pi2CdlGn
-----END PRIVATE KEY-----
`;
