import { randomUUID } from "node:crypto";
import { METHODS, maxHeaderSize, type ServerResponse, STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import type { Refusal } from "../refusal.ts";
import { errorBody } from "./error-reply.ts";
import { refuseHttp } from "./http-refusals.ts";
import type { KnownRoutes } from "./route-not-found.ts";
import { REQUEST_TIMEOUT_MS } from "./time-limit.ts";

/** A socket, with the reply that Node.js is writing to it. */
type Connection = Socket & { readonly _httpMessage?: ServerResponse | null };

/**
 * Bytes that are not HTTP never become a request: Node.js passes the error and the bare socket. The reply still has the
 * one error shape (decision P3). The connection then closes, because the start of a next request is unknown.
 */
export function answerUnreadable(error: Unreadable, socket: Connection, routes: KnownRoutes): void {
  if (error.code === "ECONNRESET" || !socket.writable || isAnswering(socket)) socket.destroy();
  else refuseConnection(socket, unreadableRequestRefusal(error, routes));
}

/** What the parser of Node.js reports: the bytes that it last received, and how many of them it could read. */
interface Unreadable {
  readonly code?: string;
  readonly message: string;
  readonly rawPacket?: unknown;
  readonly bytesParsed?: number;
}

/** Writes the refusal where Node.js writes no reply, and closes the connection. */
export function refuseConnection(socket: Duplex, refusal: Refusal): void {
  const requestId = randomUUID();
  const body = JSON.stringify(errorBody(refusal, requestId));
  const lines = [
    `HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status]}`,
    "content-type: application/json; charset=utf-8",
    `content-length: ${Buffer.byteLength(body)}`,
    "cache-control: private, no-store",
    "x-content-type-options: nosniff",
    `x-request-id: ${requestId}`,
    ...Object.entries(refusal.headers).map(([name, value]) => `${name}: ${value}`),
    "connection: close",
  ];
  socket.end(`${lines.join("\r\n")}\r\n\r\n${body}`, () => socket.destroy());
}

/**
 * True if an earlier request awaits its reply or is receiving it. Anything written now would be mistaken for that
 * reply, so a payment being created could appear rejected.
 */
const isAnswering = ({ _httpMessage: answer }: Connection): boolean =>
  answer !== undefined && answer !== null && (answer.req.complete || answer.headersSent);

export function unreadableRequestRefusal(error: Unreadable, routes: KnownRoutes): Refusal {
  const { code, message } = error;
  switch (code) {
    case "HPE_HEADER_OVERFLOW":
      return refuseHttp("headersTooLarge", { details: { limitBytes: maxHeaderSize } });
    case "ERR_HTTP_REQUEST_TIMEOUT":
      return refuseHttp("requestTimeout", { details: { limitSeconds: REQUEST_TIMEOUT_MS / 1_000 } });
  }
  const { method, url } = requestLineOf(error) ?? {};
  // The parser knows the registered methods only, but any token can be one (RFC 9110 §9.1).
  if (method !== undefined && url !== undefined && !METHODS.includes(method)) return routes.refusalOf(method, url);
  return refuseHttp("badRequest", { details: { problem: message } });
}

const REQUEST_LINE = /^([!#$%&'*+.^_`|~0-9A-Za-z-]{1,40}) (\/[!-~]{0,2000}) HTTP\/1\.[01]\r?\n/;

/** The method and target of the line in which the parser failed, if the line has arrived completely. */
function requestLineOf({ rawPacket, bytesParsed = 0 }: Unreadable) {
  if (!Buffer.isBuffer(rawPacket)) return undefined;
  const start = rawPacket.lastIndexOf("\n", Math.max(bytesParsed - 2, 0)) + 1;
  const [, method, url] = REQUEST_LINE.exec(rawPacket.toString("latin1", start, start + 2_100)) ?? [];
  return method === undefined || url === undefined ? undefined : { method, url };
}
