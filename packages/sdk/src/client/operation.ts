/** An operation of the API, as the generated tables describe it. */
export interface Operation {
  readonly method: "GET" | "POST" | "PATCH" | "PUT" | "DELETE";
  /** With its parameters in braces: `/recipient/{recipientId}`. */
  readonly path: string;
  /** What the argument after the path's parameters is; undefined if there is none. */
  readonly input?: "query" | "json" | "form";
  /** Where it takes an idempotency key. */
  readonly key?: "header" | "form";
  /** What it returns; JSON by default. */
  readonly output?: "text" | "blob" | "nothing";
  /** The member of a page that has its items, if the operation returns pages. */
  readonly items?: string;
}

/** Of one call. */
export interface RequestOptions {
  /** Ends the call with an `AbortError`. */
  readonly signal?: AbortSignal;
  /** Of each attempt, in milliseconds, with its body. */
  readonly timeoutMs?: number;
  /** How often the request is sent again at most. */
  readonly maxRetries?: number;
  /** For operations that take one. Chosen at random by default, which protects this call's retries only. */
  readonly idempotencyKey?: string;
  /** Sent in addition. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** One call of an operation. */
export interface Call {
  readonly operation: Operation;
  /** The parameters of the path, in their order. */
  readonly parameters: readonly string[];
  readonly input?: unknown;
  readonly options?: RequestOptions | undefined;
  /** Ends the pause before a retry, but not a request that was sent: its outcome is worth waiting for. */
  readonly patience?: AbortSignal | undefined;
}

const PARAMETER = /\{\w+\}/g;

export const countParameters = ({ path }: Operation): number => path.match(PARAMETER)?.length ?? 0;

/**
 * The path with its parameters. IDs that would lead to another route are refused: an empty one, `.`, and `..`, which
 * URLs resolve even when they are encoded.
 */
export function pathOf({ path }: Operation, parameters: readonly unknown[]): string {
  let next = 0;
  return path.replace(PARAMETER, (name) => {
    const value = parameters[next];
    next += 1;
    if (typeof value !== "string" || /^\.{0,2}$/.test(value))
      throw new TypeError(`${path} needs ${name.slice(1, -1)}, a text that is not empty, instead of ${String(value)}`);
    return encodeURIComponent(value);
  });
}

/** The query string, with `?`. Members that are undefined or null are left out; arrays are repeated. */
export function queryOf(query: unknown): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {}))
    for (const each of Array.isArray(value) ? value : [value])
      if (each !== undefined && each !== null) parameters.append(name, String(each));
  const text = parameters.toString();
  return text === "" ? "" : `?${text}`;
}

/** A form with the files last, as the service reads them. */
export function formOf(input: unknown, key: string | undefined): FormData {
  const form = new FormData();
  const members = Object.entries({ idempotencyKey: key, ...Object(input) });
  for (const [name, value] of members)
    if (!(value instanceof Blob) && value !== undefined && value !== null) form.append(name, String(value));
  for (const [name, value] of members) if (value instanceof Blob) form.append(name, value);
  return form;
}
