import { setTimeout as pause } from "node:timers/promises";

/** An answer of the API, whatever its status. */
export interface ApiAnswer {
  readonly status: number;
  readonly body: unknown;
  /** The response of an earlier request with the same key: this one had no effect. */
  readonly isReplay: boolean;
}

export interface ApiClient {
  get(path: string): Promise<ApiAnswer>;
  post(path: string, body: object): Promise<ApiAnswer>;
}

/** Why the service refused a request. */
export const whyRefused = ({ status, body }: Pick<ApiAnswer, "status" | "body">): string =>
  typeof body === "object" && body !== null && "message" in body && typeof body.message === "string"
    ? body.message
    : `The service answered with status ${status}.`;

/** The service could not be reached, or did not answer, although the request was repeated. */
export class NoAnswer extends Error {
  override readonly name = "NoAnswer";
}

/** Pauses before a request is repeated, in milliseconds, unless the answer has `Retry-After`. */
const PAUSES_MS = [500, 1_000, 2_000, 4_000, 8_000];
const LONGEST_PAUSE_MS = 60_000;
const TIMEOUT_MS = 30_000;
/** The service may not have handled the request: with the same key, it may be sent again. */
const REPEATED = new Set([429, 502, 503, 504]);

/** A client that repeats what the service could not do now. Every POST has an idempotency key in its body. */
export function apiClient({ url, token }: { readonly url: string; readonly token: string }): ApiClient {
  const call = async (path: string, init: RequestInit): Promise<ApiAnswer> => {
    let problem = "";
    for (const ms of [...PAUSES_MS, undefined]) {
      const response = await send(`${url}/api/v1${path}`, { ...init, headers: headersOf(token, init) });
      if (typeof response === "string") problem = response;
      else if (!REPEATED.has(response.status)) return response;
      else problem = `it answered ${response.status}`;
      if (ms !== undefined) await pause(pauseMs(response, ms));
    }
    throw new NoAnswer(`No answer from ${url}: ${problem}`);
  };
  return {
    get: (path) => call(path, { method: "GET" }),
    post: (path, body) => call(path, { method: "POST", body: JSON.stringify(body) }),
  };
}

const headersOf = (token: string, { body }: RequestInit): Record<string, string> => ({
  authorization: `Bearer ${token}`,
  ...(body === undefined ? {} : { "content-type": "application/json" }),
});

type Sent = ApiAnswer & { readonly retryAfter: string | null };

/** The answer, or why there is none. */
async function send(url: string, init: RequestInit): Promise<Sent | string> {
  try {
    const response = await fetch(url, { ...init, redirect: "error", signal: AbortSignal.timeout(TIMEOUT_MS) });
    const text = await response.text();
    const { status, headers } = response;
    const isReplay = headers.get("idempotent-replayed") === "true";
    return { status, body: jsonOf(text), isReplay, retryAfter: headers.get("retry-after") };
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    return cause instanceof Error ? cause.message : String(cause);
  }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function pauseMs(response: Sent | string, otherwise: number): number {
  const seconds = typeof response === "string" ? Number.NaN : Number(response.retryAfter ?? Number.NaN);
  return Number.isFinite(seconds) && seconds >= 0 ? Math.min(seconds * 1_000, LONGEST_PAUSE_MS) : otherwise;
}
