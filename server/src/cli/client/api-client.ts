import { setTimeout as pause } from "node:timers/promises";
import { version } from "#kernel/process/version.ts";
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

/** For requests with other answers: `member` is undefined if there is none, or if it is a file. */
export interface WholeApiClient extends ApiClient {
  /** Where requests go, without `/api/v1`. */
  readonly url: string;
  send(method: "POST" | "DELETE", path: string, body?: object): Promise<ApiAnswer>;
  /** A file: the body of the answer is its bytes. */
  download(path: string): Promise<ApiAnswer>;
}

/** The body of a successful answer, whose shape the contract says (api/openapi.json). Throws the refusal otherwise. */
export function answerBody<Body>(answer: ApiAnswer): Body {
  if (isRefusal(answer)) throw new CommandRefused(whyRefused(answer), answer.body);
  return answer.body as Body;
}

/** Whether the service refused the request; otherwise, it was successful. */
export const isRefusal = ({ status }: ApiAnswer): boolean => !isSuccess(status);

const isSuccess = (status: number): boolean => status >= 200 && status < 300;

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

interface ApiClientOptions {
  readonly url: string;
  readonly token: string;
  /** How long it waits before each repetition; none for a caller that asks again anyway. */
  readonly pausesMs?: readonly number[];
  /** Ends a request and the pauses. */
  readonly signal?: AbortSignal | undefined;
}

/** A client that repeats what the service could not do now. Every POST that creates has an idempotency key in its body. */
export function apiClient({ url, token, pausesMs = PAUSES_MS, signal }: ApiClientOptions): WholeApiClient {
  // Until the service has answered once, a refused connection is more likely a wrong address than a restart.
  let hasAnswered = false;
  const isFinal = ({ lasts }: ConnectionProblem) => lasts === "always" || (lasts === "untilStarted" && !hasAnswered);
  const call = async (path: string, member: string | undefined, init: Init): Promise<ApiAnswer> => {
    let problem = "";
    for (const ms of [...pausesMs, undefined]) {
      const response = await send(`${url}/api/v1${path}`, { ...init, headers: headersOf(token, init) }, signal);
      if ("lasts" in response) {
        problem = response.text;
        if (isFinal(response)) break;
      } else if (!REPEATED.has(response.status)) return ofBursar({ ...response, from: url }, member);
      else problem = `it answered ${response.status}.`;
      hasAnswered ||= !("lasts" in response);
      if (ms !== undefined) await pause(pauseMs(response, ms), undefined, { signal });
    }
    throw new NoAnswer(`No answer from ${url}: ${problem}`);
  };
  const ofBursar = (answer: ApiAnswer, member: string | undefined): ApiAnswer => {
    const { status, body } = answer;
    const isOurs = isSuccess(status)
      ? member === undefined || (isObject(body) && Object.hasOwn(body, member))
      : errorIn(body) !== undefined;
    if (!isOurs)
      throw new NoAnswer(`${url} answered with status ${status}, but not as Bursar does. Check --url and any proxy.`);
    hasAnswered = true;
    return answer;
  };
  const jsonBody = (body: object | undefined) => (body === undefined ? {} : { body: JSON.stringify(body) });
  return {
    url,
    get: (path, member) => call(path, member, { method: "GET" }),
    post: (path, member, body) => call(path, member, { method: "POST", ...jsonBody(body) }),
    send: (method, path, body) => call(path, undefined, { method, ...jsonBody(body) }),
    download: (path) => call(path, undefined, { method: "GET", isFile: true }),
  };
}

interface Init {
  readonly method: "GET" | "POST" | "DELETE";
  readonly body?: string;
  readonly isFile?: boolean;
}

const headersOf = (token: string, { body }: Init): Record<string, string> => ({
  authorization: `Bearer ${token}`,
  "user-agent": `bursar-cli/${version()}`,
  ...(body === undefined ? {} : { "content-type": "application/json" }),
});

type Sent = Omit<ApiAnswer, "from"> & { readonly retryAfter: string | null };

/** The answer, or why there is none. */
async function send(
  url: string,
  { isFile = false, ...init }: Init & { readonly headers: Record<string, string> },
  stopped: AbortSignal | undefined,
): Promise<Sent | ConnectionProblem> {
  const timeout = AbortSignal.timeout(TIMEOUT_MS);
  const signal = stopped === undefined ? timeout : AbortSignal.any([timeout, stopped]);
  try {
    const response = await fetch(url, { ...init, redirect: "error", signal });
    const { status, headers } = response;
    const body = isFile && response.ok ? new Uint8Array(await response.arrayBuffer()) : jsonOf(await response.text());
    const isReplay = headers.get("idempotent-replayed") === "true";
    return { status, body, isReplay, retryAfter: headers.get("retry-after") };
  } catch (error) {
    stopped?.throwIfAborted();
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
