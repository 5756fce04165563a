import { setTimeout as pause } from "node:timers/promises";
import { CommandRefused } from "../action.ts";
import { type ConnectionProblem, connectionProblem } from "./connection-problem.ts";

/** An answer of the API, whatever its status. */
export interface ApiAnswer {
  readonly status: number;
  readonly body: unknown;
  /** The response of an earlier request with the same key: this one had no effect. */
  readonly isReplay: boolean;
  /** The service that answered. */
  readonly from: string;
}

/** `member` is one that every successful answer has: otherwise, another server has answered. */
export interface ApiClient {
  get(path: string, member: string): Promise<ApiAnswer>;
  post(path: string, member: string, body: object): Promise<ApiAnswer>;
}

/** Error codes of a service that may be another one than intended. */
const ELSEWHERE = new Set(["invalidToken", "routeNotFound"]);

/** Why the service refused a request. If that may be because it is another service than intended, names it. */
export function whyRefused({ status, body, from }: Pick<ApiAnswer, "status" | "body" | "from">): string {
  const { message, code } = errorIn(body) ?? { message: `The service answered with status ${status}.`, code: "" };
  return ELSEWHERE.has(code) ? `${message} The service is ${from}; --url names another one.` : message;
}

function errorIn(body: unknown): { readonly message: string; readonly code: string } | undefined {
  if (!isObject(body) || typeof body["message"] !== "string" || !isObject(body["errors"])) return undefined;
  return { message: body["message"], code: String(body["errors"]["errorCode"]) };
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null;

/** The service could not be reached, or did not answer, although the request was repeated. */
export class NoAnswer extends CommandRefused {
  constructor(message: string) {
    super(message, undefined);
  }
}

/** Pauses before a request is repeated, in milliseconds, unless the answer has `Retry-After`. */
const PAUSES_MS = [500, 1_000, 2_000, 4_000, 8_000];
const LONGEST_PAUSE_MS = 60_000;
const TIMEOUT_MS = 30_000;
/** The service may not have handled the request: with the same key, it may be sent again. */
const REPEATED = new Set([429, 502, 503, 504]);

/** A client that repeats what the service could not do now. Every POST has an idempotency key in its body. */
export function apiClient({ url, token }: { readonly url: string; readonly token: string }): ApiClient {
  // Until the service has answered once, a refused connection is more likely a wrong address than a restart.
  let hasAnswered = false;
  const isFinal = ({ lasts }: ConnectionProblem) => lasts === "always" || (lasts === "untilStarted" && !hasAnswered);
  const call = async (path: string, member: string, init: RequestInit): Promise<ApiAnswer> => {
    let problem = "";
    for (const ms of [...PAUSES_MS, undefined]) {
      const response = await send(`${url}/api/v1${path}`, { ...init, headers: headersOf(token, init) });
      if ("lasts" in response) {
        problem = response.text;
        if (isFinal(response)) break;
      } else if (!REPEATED.has(response.status)) return ofBursar({ ...response, from: url }, member);
      else problem = `it answered ${response.status}.`;
      hasAnswered ||= !("lasts" in response);
      if (ms !== undefined) await pause(pauseMs(response, ms));
    }
    throw new NoAnswer(`No answer from ${url}: ${problem}`);
  };
  const ofBursar = (answer: ApiAnswer, member: string): ApiAnswer => {
    const { status, body } = answer;
    const isOurs = status === 200 ? isObject(body) && Object.hasOwn(body, member) : errorIn(body) !== undefined;
    if (!isOurs)
      throw new NoAnswer(`${url} answered with status ${status}, but not as Bursar does. Check --url and any proxy.`);
    hasAnswered = true;
    return answer;
  };
  return {
    get: (path, member) => call(path, member, { method: "GET" }),
    post: (path, member, body) => call(path, member, { method: "POST", body: JSON.stringify(body) }),
  };
}

const headersOf = (token: string, { body }: RequestInit): Record<string, string> => ({
  authorization: `Bearer ${token}`,
  ...(body === undefined ? {} : { "content-type": "application/json" }),
});

type Sent = Omit<ApiAnswer, "from"> & { readonly retryAfter: string | null };

/** The answer, or why there is none. */
async function send(url: string, init: RequestInit): Promise<Sent | ConnectionProblem> {
  try {
    const response = await fetch(url, { ...init, redirect: "error", signal: AbortSignal.timeout(TIMEOUT_MS) });
    const text = await response.text();
    const { status, headers } = response;
    const isReplay = headers.get("idempotent-replayed") === "true";
    return { status, body: jsonOf(text), isReplay, retryAfter: headers.get("retry-after") };
  } catch (error) {
    return connectionProblem(error);
  }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function pauseMs(response: Sent | ConnectionProblem, otherwise: number): number {
  const seconds = "lasts" in response ? Number.NaN : Number(response.retryAfter ?? Number.NaN);
  return Number.isFinite(seconds) && seconds >= 0 ? Math.min(seconds * 1_000, LONGEST_PAUSE_MS) : otherwise;
}
