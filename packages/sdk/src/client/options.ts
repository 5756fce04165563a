/** What a hook learns about a request. It never contains the token or a body. */
export interface RequestInfo {
  /** Such as `POST /account/{accountId}/transactions`. */
  readonly operation: string;
  readonly url: string;
  /** The same for every attempt. */
  readonly requestId: string;
  readonly idempotencyKey: string | undefined;
  /** Counted from 1. */
  readonly attempt: number;
  /** Without the token. A hook of `onRequest` may add headers, such as `traceparent`. */
  readonly headers: Headers;
}

export interface ResponseInfo extends RequestInfo {
  readonly status: number;
  readonly responseHeaders: Headers;
  /** Since the attempt was sent, in milliseconds. */
  readonly durationMs: number;
}

export interface RetryInfo extends RequestInfo {
  /** Why the attempt failed. */
  readonly error: Error;
  /** How long the client waits before the next attempt, in milliseconds. */
  readonly delayMs: number;
}

/** Of a client. An error that a hook throws ends the call. */
export interface ClientOptions {
  /** Of the service, with or without `/api/v1`, such as `https://bursar.example.com`. */
  readonly baseUrl: string;
  /** The API token, or what returns it before each attempt: a token that is rotated. */
  readonly token: string | (() => string | Promise<string>);
  /** Of each attempt, in milliseconds; 30,000 by default. */
  readonly timeoutMs?: number;
  /** How often a request is sent again at most; 4 by default. */
  readonly maxRetries?: number;
  /** The first pause before a retry, in milliseconds; 500 by default. Later ones double, up to 8 seconds. */
  readonly retryDelayMs?: number;
  /** Sent with every request. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Instead of the global one, such as one that uses a proxy. */
  readonly fetch?: typeof fetch;
  /** Accepts an `http://` address of another machine, over which anyone on the way can read the token. */
  readonly allowHttp?: boolean;
  /** Before each attempt. */
  readonly onRequest?: (request: RequestInfo) => void | Promise<void>;
  /** After each answer, whatever its status. */
  readonly onResponse?: (response: ResponseInfo) => void | Promise<void>;
  /** Before each pause that a retry follows. */
  readonly onRetry?: (retry: RetryInfo) => void | Promise<void>;
}

const API = "/api/v1";
const LOCAL_HOSTS = ["localhost", "127.0.0.1", "[::1]"];

/** The address that paths are appended to. */
export function apiUrlOf({ baseUrl, allowHttp = false }: ClientOptions): string {
  const url = new URL(baseUrl);
  const isPrivate = url.protocol === "https:" || (url.protocol === "http:" && LOCAL_HOSTS.includes(url.hostname));
  if (!isPrivate && !(allowHttp && url.protocol === "http:"))
    throw new TypeError(`baseUrl must be an https:// address, or http:// on this machine, not ${url.origin}`);
  const path = url.pathname.replace(/\/+$/, "");
  return `${url.origin}${path.endsWith(API) ? path : path + API}`;
}
