import { dollarsFromMinor, formatUsd } from "./values/money.ts";

/**
 * A refusal: the caller requested something that is not allowed. Each module owns a table of refusals, from which the
 * statuses, the OpenAPI file, and docs/use/errors.md are generated. Throwing one inside a transaction rolls it back.
 */
export interface RefusalSpec {
  readonly status: 400 | 401 | 403 | 404 | 405 | 408 | 409 | 413 | 415 | 429 | 431 | 500 | 503;
  /** One sentence for the reference page: when this refusal is returned. */
  readonly title: string;
  /**
   * What is wrong and what to do. {placeholders} are filled from the details; [a part] is omitted if its {detail} is
   * missing.
   */
  readonly message: string;
}

export type RefusalTable = Readonly<Record<string, RefusalSpec>>;

/**
 * Extra members of the `errors` object (decision P3). Never bank details. A bigint is an amount in cents: a JSON number
 * of dollars in the reply (decision P11), formatted text in the message.
 */
export type RefusalDetails = Readonly<Record<string, unknown>>;

export interface RefusalOptions {
  readonly details?: RefusalDetails;
  /** Sent as headers: `retry-after`, `x-should-retry`, `allow`. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly cause?: unknown;
}

export class Refusal extends Error {
  override readonly name = "Refusal";
  readonly code: string;
  readonly status: number;
  readonly details: RefusalDetails;
  readonly headers: Readonly<Record<string, string>>;

  constructor(code: string, spec: RefusalSpec, options: RefusalOptions = {}) {
    const details = options.details ?? {};
    super(fill(spec.message, details), options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.status = spec.status;
    this.details = Object.fromEntries(
      Object.entries(details).map(([name, value]) => [
        name,
        typeof value === "bigint" ? dollarsFromMinor(value) : value,
      ]),
    );
    this.headers = options.headers ?? {};
  }
}

function fill(message: string, details: RefusalDetails): string {
  const filled = message.replaceAll(/\[([^\]]*\{(\w+)\}[^\]]*)\]/g, (_, part: string, key: string) =>
    key in details ? part : "",
  );
  return filled.replaceAll(/\{(\w+)\}/g, (placeholder, key: string) =>
    key in details ? textOf(details[key]) : placeholder,
  );
}

const textOf = (detail: unknown): string => (typeof detail === "bigint" ? formatUsd(detail) : String(detail));

/** Creates the function that throws a module's refusals: `throw refuse("insufficientFunds", { details })`. */
export const refuser =
  <Table extends RefusalTable>(table: Table) =>
  (code: keyof Table & string, options?: RefusalOptions): Refusal => {
    const spec = table[code];
    if (!spec) throw new TypeError(`No such refusal: ${code}`);
    return new Refusal(code, spec, options);
  };
