import {
  AbortError,
  type ApiError,
  apiErrorOf,
  type BursarError,
  ConnectionError,
  type FailedRequest,
  TimeoutError,
} from "./errors.ts";
import { type Call, formOf, type Operation, pathOf, queryOf } from "./operation.ts";
import { apiUrlOf, type ClientOptions, type RequestInfo } from "./options.ts";
import { retryAfterMsOf, retryDelayMs } from "./retry-delay.ts";
import { endsWith, pause } from "./signals.ts";

/** Sends a request until there is an answer that is final, and returns its content. */
export type Send = (call: Call) => Promise<unknown>;

/** What an answer says in addition to its content. */
export interface AnswerInfo {
  readonly requestId: string;
  /** Whether this is the first answer to the idempotency key: this request had no effect. */
  readonly isReplay: boolean;
}

const infoByContent = new WeakMap<object, AnswerInfo>();

/** The request ID of a result, and whether it is a replay; undefined for texts and operations that return nothing. */
export const answerInfo = (result: unknown): AnswerInfo | undefined =>
  typeof result === "object" && result !== null ? infoByContent.get(result) : undefined;

const DEFAULTS = { timeoutMs: 30_000, maxRetries: 4, retryDelayMs: 500 };
const CLIENT = "bursar-sdk/0.1.0";

/** 128 random bits. `crypto.randomUUID` does not exist on pages without https. */
export const randomId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");

/** An attempt that failed: the error if it is the last one, and what decides whether it is. */
interface Failure {
  /** `mayHaveSucceeded` is of the whole call. */
  error(mayHaveSucceeded: boolean): BursarError;
  /** This attempt alone may have had its effect. */
  readonly isUnclear: boolean;
  readonly retry: "always" | "ifRepeatable" | "never";
  readonly retryAfterMs: number | undefined;
}

export function createSend(client: ClientOptions): Send {
  const apiUrl = apiUrlOf(client);
  return async ({ operation, parameters, input, options = {}, patience }) => {
    const { maxRetries = client.maxRetries ?? DEFAULTS.maxRetries } = options;
    const idempotencyKey = operation.key === undefined ? undefined : keyOf(input, options.idempotencyKey);
    const request = {
      operation: `${operation.method} ${operation.path}`,
      requestId: randomId(),
      idempotencyKey,
      url: apiUrl + pathOf(operation, parameters) + (operation.input === "query" ? queryOf(input) : ""),
    };
    const isRead = operation.method === "GET";
    const isRepeatable = operation.method !== "POST" || idempotencyKey !== undefined;
    let mayHaveSucceeded = false;
    for (let retry = 0; ; retry += 1) {
      const headers = headersOf(request.requestId, { ...client.headers, ...options.headers });
      const info: RequestInfo = { ...request, attempt: retry + 1, headers };
      const body = bodyOf(operation, input, idempotencyKey);
      if (typeof body === "string") headers.set("content-type", "application/json");
      // In the body, it may have any characters.
      if (operation.key === "header" && !hasKey(input)) headers.set("idempotency-key", idempotencyKey ?? "");
      await client.onRequest?.(info);
      const result = await attempt(client, { operation, info, body, options });
      if (!("isUnclear" in result)) return result.content;
      mayHaveSucceeded ||= result.isUnclear && !isRead;
      const error = result.error(mayHaveSucceeded);
      const mayRetry = result.retry === "always" || (result.retry === "ifRepeatable" && isRepeatable);
      const delayMs = retryDelayMs({
        retry,
        firstDelayMs: client.retryDelayMs ?? DEFAULTS.retryDelayMs,
        retryAfterMs: result.retryAfterMs,
        random: Math.random(),
      });
      if (!mayRetry || retry >= maxRetries || delayMs === undefined || patience?.aborted) throw error;
      await client.onRetry?.({ ...info, error, delayMs });
      await pause(delayMs, options.signal, patience);
      if (patience?.aborted) throw error;
      if (options.signal?.aborted) throw abortError({ ...request, mayHaveSucceeded }, options.signal);
    }
  };
}

const keyIn = (input: unknown): unknown => (Object(input) as { readonly idempotencyKey?: unknown }).idempotencyKey;
const hasKey = (input: unknown): boolean => typeof keyIn(input) === "string" && keyIn(input) !== "";

function keyOf(input: unknown, option: string | undefined): string {
  const given = hasKey(input) ? String(keyIn(input)) : undefined;
  if (given !== undefined && option !== undefined && given !== option)
    throw new TypeError("The body and the options have different idempotency keys. Give only one.");
  if (option !== undefined && !/^[!-~]+$/.test(option))
    throw new TypeError("An idempotencyKey in the options is sent as a header: use ASCII without spaces.");
  return given ?? option ?? randomId();
}

function headersOf(requestId: string, own: Readonly<Record<string, string>>): Headers {
  const headers = new Headers({ accept: "application/json", "user-agent": CLIENT });
  for (const [name, value] of Object.entries(own)) headers.set(name, value);
  headers.set("x-request-id", requestId);
  return headers;
}

function bodyOf({ input: kind }: Operation, input: unknown, key: string | undefined): string | FormData | undefined {
  if (kind === "json") return JSON.stringify(input ?? {});
  return kind === "form" ? formOf(input, key) : undefined;
}

interface Attempt {
  readonly operation: Operation;
  readonly info: RequestInfo;
  readonly body: string | FormData | undefined;
  readonly options: NonNullable<Call["options"]>;
}

interface Answer {
  readonly response: Response;
  /** As the operation's output, or what an error's body has. */
  readonly content: unknown;
}

/** Sends the request once. */
async function attempt(client: ClientOptions, sent: Attempt): Promise<{ readonly content: unknown } | Failure> {
  const startedAt = Date.now();
  const answer = await exchange(client, sent);
  if ("isUnclear" in answer) return answer;
  const { response, content } = answer;
  await client.onResponse?.({
    ...sent.info,
    status: response.status,
    responseHeaders: response.headers,
    durationMs: Date.now() - startedAt,
  });
  if (!response.ok) return refused(sent.info, answer);
  if (typeof content === "object" && content !== null)
    infoByContent.set(content, {
      requestId: response.headers.get("x-request-id") ?? sent.info.requestId,
      isReplay: response.headers.get("idempotent-replayed") === "true",
    });
  return { content };
}

async function exchange(client: ClientOptions, { operation, info, body, options }: Attempt): Promise<Answer | Failure> {
  const { token, fetch: send = fetch } = client;
  const headers = new Headers(info.headers);
  headers.set("authorization", `Bearer ${typeof token === "string" ? token : await token()}`);
  const { signal } = options;
  if (signal?.aborted) return aborted(info, signal, { wasSent: false });
  const timeoutMs = options.timeoutMs ?? client.timeoutMs ?? DEFAULTS.timeoutMs;
  const ending = endsWith(signal, timeoutMs);
  try {
    const response = await send(info.url, {
      method: operation.method,
      headers,
      // The token goes to no other address. Workers do not have the redirect mode "error".
      redirect: "manual",
      signal: ending.signal,
      ...(body === undefined ? {} : { body }),
    });
    return { response, content: await contentOf(operation, response) };
  } catch (error) {
    if (signal?.aborted) return aborted(info, signal, { wasSent: true });
    return unanswered(info, error, ending.timedOut() ? timeoutMs : undefined);
  } finally {
    ending.clear();
  }
}

const isRedirect = ({ type, status }: Response): boolean =>
  type === "opaqueredirect" || (status >= 300 && status < 400);

async function contentOf({ output }: Operation, response: Response): Promise<unknown> {
  if (response.ok && output === "blob") return response.blob();
  const text = await response.text();
  if (response.ok && output !== undefined) return output === "text" ? text : undefined;
  if (response.ok) return jsonOf(text);
  if (isRedirect(response)) throw new NotBursar("redirects to another address. Use that address as baseUrl");
  const { errors } = Object(jsonOf(text, {})) as { readonly errors?: unknown };
  return Object(errors);
}

/** Another server answered: a captive portal, a proxy, or a wrong address. */
class NotBursar extends Error {}

function jsonOf(text: string, otherwise?: unknown): unknown {
  try {
    return JSON.parse(text);
  } catch {
    if (otherwise !== undefined) return otherwise;
    throw new NotBursar("answered, but not as Bursar does. Check baseUrl and any proxy");
  }
}

/** Codes of Node.js, Deno, and Bun for connections that were never made. */
const NEVER_SENT = /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|ConnectionRefused)$/;

function unanswered(info: RequestInfo, cause: unknown, timeoutMs: number | undefined): Failure {
  const origin = new URL(info.url).origin;
  const { code } = Object(Object(cause).cause ?? cause) as { readonly code?: unknown };
  const isForeign = cause instanceof NotBursar;
  return {
    error: (mayHaveSucceeded) => {
      const failed = { ...info, mayHaveSucceeded };
      if (timeoutMs !== undefined)
        return new TimeoutError(`${origin} did not answer within ${timeoutMs} ms.`, failed, cause);
      const problem = isForeign ? cause.message : "could not be reached, or closed the connection without an answer";
      return new ConnectionError(`${origin} ${problem}.`, failed, cause);
    },
    isUnclear: !NEVER_SENT.test(String(code)),
    retry: isForeign ? "never" : "ifRepeatable",
    retryAfterMs: undefined,
  };
}

const abortError = (info: FailedRequest, signal: AbortSignal): AbortError =>
  new AbortError("The request was aborted.", info, signal.reason);

const aborted = (info: RequestInfo, signal: AbortSignal, { wasSent }: { readonly wasSent: boolean }): Failure => ({
  error: (mayHaveSucceeded) => abortError({ ...info, mayHaveSucceeded }, signal),
  isUnclear: wasSent,
  retry: "never",
  retryAfterMs: undefined,
});

/** The service did not handle these. A 503 may come after a commit that no standby has confirmed. */
const NOT_HANDLED = new Set([408, 429]);

function refused(info: RequestInfo, { response, content }: Answer): Failure {
  const { status, headers } = response;
  const details = content as ApiError["details"];
  const retryAfterMs = retryAfterMsOf(headers.get("retry-after"), Date.now());
  const requestId = headers.get("x-request-id") ?? info.requestId;
  const isUntouched = NOT_HANDLED.has(status);
  return {
    error: (mayHaveSucceeded) =>
      apiErrorOf({ ...info, requestId, mayHaveSucceeded }, { status, details, retryAfterMs }),
    isUnclear: status >= 500,
    retry:
      headers.get("x-should-retry") === "false" || (status < 500 && !isUntouched)
        ? "never"
        : isUntouched
          ? "always"
          : "ifRepeatable",
    retryAfterMs,
  };
}
