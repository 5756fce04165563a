import { randomUUID } from "node:crypto";
import { maxHeaderSize, type ServerResponse, STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import type { Refusal } from "../refusal.ts";
import { errorBody } from "./error-reply.ts";
import { refuseHttp } from "./http-refusals.ts";

/** How long the whole of a request may take to arrive. */
export const REQUEST_TIMEOUT_MS = 30_000;

/** A socket, with the answer that Node.js is at on it. */
type Connection = Socket & { readonly _httpMessage?: ServerResponse | null };

/**
 * What cannot be read as HTTP never becomes a request: Node.js hands over the error and the bare socket. It is told in the
 * one error shape all the same (decision P3), and the connection ends: nobody knows where a next request would begin.
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
 * True when a request that came whole waits for its answer, or has begun to get it: what is said now would be taken for that
 * answer, and a payment that is being made for a refused one.
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
