import { randomUUID } from "node:crypto";
import { maxHeaderSize, type ServerResponse, STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import type { Refusal } from "../refusal.ts";
import { errorBody } from "./error-reply.ts";
import { refuseHttp } from "./http-refusals.ts";
import { REQUEST_TIMEOUT_MS } from "./time-limit.ts";

/** A socket, with the reply that Node.js is writing to it. */
type Connection = Socket & { readonly _httpMessage?: ServerResponse | null };

/**
 * Bytes that are not HTTP never become a request: Node.js passes the error and the bare socket. The reply still has the
 * one error shape (decision P3). The connection then closes, because the start of a next request is unknown.
 */
export function answerUnreadable(error: Error & { readonly code?: string }, socket: Connection): void {
  if (error.code === "ECONNRESET" || !socket.writable || isAnswering(socket)) {
    socket.destroy();
    return;
  }
  const refusal = unreadableRequestRefusal(error);
  const requestId = randomUUID();
  const body = JSON.stringify(errorBody(refusal, requestId));
  const lines = [
    `HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status]}`,
    "content-type: application/json; charset=utf-8",
    `content-length: ${Buffer.byteLength(body)}`,
    "cache-control: private, no-store",
    "x-content-type-options: nosniff",
    `x-request-id: ${requestId}`,
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

export function unreadableRequestRefusal({
  code,
  message,
}: {
  readonly code?: string;
  readonly message: string;
}): Refusal {
  switch (code) {
    case "HPE_HEADER_OVERFLOW":
      return refuseHttp("headersTooLarge", { details: { limitBytes: maxHeaderSize } });
    case "ERR_HTTP_REQUEST_TIMEOUT":
      return refuseHttp("requestTimeout", { details: { limitSeconds: REQUEST_TIMEOUT_MS / 1_000 } });
    default:
      return refuseHttp("badRequest", { details: { problem: message } });
  }
}
