import { errors } from "undici";
import type { WebhookUrlFault } from "../endpoints/webhook-url.ts";

/**
 * Why an attempt that reached the network failed. Stable texts: the delivery log stores them and the dashboard shows
 * them. Only `httpStatus` and `redirect` carry a status code.
 */
export type DeliveryFailure =
  | "timeout"
  | "dns"
  | "connectionRefused"
  | "connectionReset"
  | "unreachable"
  | "tls"
  | "invalidResponse"
  | "httpStatus"
  | "redirect"
  | "senderClosed"
  | "unknown";

/** The outcome of an attempt. Only `delivered` counts as received; the others are retried. */
export type DeliveryOutcome =
  | {
      readonly kind: "delivered";
      readonly statusCode: number;
      readonly durationMs: number;
      readonly responseSnippet: string;
      /** The answer, if the sender keeps it, and if it is complete: neither too long nor broken off. */
      readonly answer?: Buffer;
    }
  | {
      /** Not sent: the guard rejected the URL or its address. */
      readonly kind: "refused";
      readonly reason: WebhookUrlFault;
      readonly durationMs: number;
    }
  | {
      readonly kind: "failed";
      readonly reason: DeliveryFailure;
      readonly durationMs: number;
      readonly statusCode?: number;
      readonly responseSnippet?: string;
      /** The `Retry-After` header as received, for `retryAfterMs`. */
      readonly retryAfter?: string;
    };

/** Raised inside a connection attempt if the name resolves to a forbidden address. */
export class TargetRefused extends Error {
  override readonly name = "TargetRefused";
}

const reasonsByCode: Readonly<Record<string, DeliveryFailure>> = {
  ECONNREFUSED: "connectionRefused",
  ECONNRESET: "connectionReset",
  EPIPE: "connectionReset",
  UND_ERR_SOCKET: "connectionReset",
  ETIMEDOUT: "timeout",
  UND_ERR_CONNECT_TIMEOUT: "timeout",
  UND_ERR_HEADERS_TIMEOUT: "timeout",
  UND_ERR_BODY_TIMEOUT: "timeout",
  EHOSTUNREACH: "unreachable",
  ENETUNREACH: "unreachable",
  EADDRNOTAVAIL: "unreachable",
  EHOSTDOWN: "unreachable",
  ENOTFOUND: "dns",
  ENODATA: "dns",
  ESERVFAIL: "dns",
  EREFUSED: "dns",
  EBADNAME: "dns",
  EBADRESP: "dns",
  EFORMERR: "dns",
  ENOTIMP: "dns",
  ECANCELLED: "dns",
  ETIMEOUT: "dns",
  EAI_AGAIN: "dns",
  UND_ERR_HEADERS_OVERFLOW: "invalidResponse",
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: "invalidResponse",
  UND_ERR_DESTROYED: "senderClosed",
  UND_ERR_CLOSED: "senderClosed",
  EPROTO: "tls",
  HOSTNAME_MISMATCH: "tls",
  INVALID_CA: "tls",
  INVALID_PURPOSE: "tls",
  PATH_LENGTH_EXCEEDED: "tls",
};
const tlsCode = /^(ERR_TLS_|ERR_SSL_|CERT_|CRL_|UNABLE_TO_|ERROR_IN_CERT_|DEPTH_ZERO_|SELF_SIGNED_)/;

/** The reason for an error of the HTTP client. Searches causes and the errors of several addresses. */
export function failureReason(error: unknown): DeliveryFailure {
  // The error's code is not always set.
  if (error instanceof errors.HTTPParserError) return "invalidResponse";
  for (const code of errorCodes(error, 4)) {
    const reason = reasonsByCode[code];
    if (reason !== undefined) return reason;
    if (tlsCode.test(code)) return "tls";
  }
  return "unknown";
}

function errorCodes(error: unknown, depth: number): readonly string[] {
  if (!(error instanceof Error) || depth === 0) return [];
  const own = "code" in error && typeof error.code === "string" ? [error.code] : [];
  const inner = error instanceof AggregateError ? error.errors : [error.cause];
  return [...own, ...inner.flatMap((each: unknown) => errorCodes(each, depth - 1))];
}

/** The maximum number of response bytes in the delivery log. */
export const snippetBytesMax = 1024;

/**
 * The start of a response for the delivery log: at most 1 KB of UTF-8, without characters that move a terminal's
 * cursor, change the text direction, or are rejected by the database (NUL).
 */
export function printableSnippet(bytes: Uint8Array): string {
  // Streaming mode drops a truncated character at the end instead of replacing it.
  const text = new TextDecoder().decode(bytes.subarray(0, snippetBytesMax), { stream: true });
  const printable = text.replace(/[\p{C}\p{Zl}\p{Zp}]+/gu, " ").trim();
  // An invalid byte becomes a three-byte replacement character, so the text may have grown.
  return new TextDecoder().decode(Buffer.from(printable).subarray(0, snippetBytesMax), { stream: true });
}
