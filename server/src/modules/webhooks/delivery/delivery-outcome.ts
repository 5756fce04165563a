import { errors } from "undici";
import type { WebhookUrlFault } from "../endpoints/webhook-url.ts";

/**
 * Why an attempt that reached out did not deliver. Stable texts: the delivery log stores them and the dashboard shows them.
 * `httpStatus` and `redirect` carry a status code, the others do not.
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

/** What became of one attempt. Only `delivered` counts as received; the other two are tried again later. */
export type DeliveryOutcome =
  | {
      readonly kind: "delivered";
      readonly statusCode: number;
      readonly durationMs: number;
      readonly responseSnippet: string;
    }
  | {
      /** Not sent: the guard refused the URL or the address it led to. */
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

/** Raised inside a connection attempt when the name led to an address deliveries may not go to. */
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

/** The reason behind an error of the HTTP client. Looks through causes and through the errors of several addresses tried. */
export function failureReason(error: unknown): DeliveryFailure {
  // Its code is not always set.
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

/** Most bytes of a response kept for the delivery log. */
export const snippetBytesMax = 1024;

/**
 * The start of a response as text for the delivery log: at most 1 KB of UTF-8 and nothing that could move a terminal's cursor,
 * turn text around or be refused by the database (NUL).
 */
export function printableSnippet(bytes: Uint8Array): string {
  // Streaming mode drops a character cut in half at the end instead of showing it as damaged.
  const text = new TextDecoder().decode(bytes.subarray(0, snippetBytesMax), { stream: true });
  const printable = text.replace(/[\p{C}\p{Zl}\p{Zp}]+/gu, " ").trim();
  // A damaged byte becomes a three-byte replacement character, so the text can have grown.
  return new TextDecoder().decode(Buffer.from(printable).subarray(0, snippetBytesMax), { stream: true });
}
