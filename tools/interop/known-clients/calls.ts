/** What one call of a client came to. */
export interface CallResult {
  readonly call: string;
  readonly passed: boolean;
  readonly detail: string;
}

/** The sandbox that a client talks to, and what it needs to know about it. */
export interface Sandbox {
  readonly url: string;
  readonly token: string;
  readonly account: string;
  readonly savings: string;
  readonly treasury: string;
  /** Receives webhooks. */
  readonly receiver: string;
  /** Differs between runs and clients, for names and idempotency keys. */
  readonly run: string;
}

/** Calls that are known to fail, with the reason: compatibility.md lists them. Anything else that fails is a fault. */
export type KnownDifferences = Readonly<Record<string, string>>;

/** Runs one call; what it throws is its failure. */
export async function attempt(call: string, run: () => Promise<string | undefined>): Promise<CallResult> {
  try {
    return { call, passed: true, detail: (await run()) ?? "" };
  } catch (error) {
    return { call, passed: false, detail: oneLine(error instanceof Error ? error.message : String(error)) };
  }
}

const oneLine = (text: string): string => text.replaceAll(/\s+/g, " ").slice(0, 300);

/** Prints every call. Returns whether nothing failed except what is known to differ. */
export function report(client: string, results: readonly CallResult[], differences: KnownDifferences): boolean {
  const print = (line: string) => void process.stdout.write(`${line}\n`);
  const missing = Object.keys(differences).filter((call) => !results.some((result) => result.call === call));
  for (const { call, passed, detail } of results) {
    const reason = differences[call];
    const mark = passed ? (reason === undefined ? "✔" : "✔ no longer differs:") : reason === undefined ? "✖" : "≠";
    print(
      `  ${mark} ${call}${reason !== undefined && !passed ? ` (${reason})` : ""}${detail === "" ? "" : `: ${detail}`}`,
    );
  }
  const faults = results.filter(({ call, passed }) => !passed && differences[call] === undefined);
  const passed = results.filter((result) => result.passed).length;
  print(`${client}: ${passed} of ${results.length} calls passed, ${faults.length} failed unexpectedly`);
  for (const call of missing) print(`${client}: ${call} is listed as a difference, but was not called`);
  return faults.length === 0 && missing.length === 0 && results.length > 0;
}

/** A member of another program's JSON: `at(answer, "debitTransaction.amount")`. Undefined if there is none. */
export function at(value: unknown, path: string): unknown {
  let found = value;
  for (const name of path.split("."))
    found = typeof found === "object" && found !== null ? Reflect.get(found, name) : undefined;
  return found;
}

export function textAt(value: unknown, path: string): string {
  const found = at(value, path);
  if (typeof found !== "string") throw new Error(`There is no text ${path} in ${JSON.stringify(value)}`);
  return found;
}

export function listAt(value: unknown, path: string): readonly unknown[] {
  const found = at(value, path);
  if (!Array.isArray(found)) throw new Error(`There is no list ${path} in ${JSON.stringify(value)}`);
  return found;
}

/** What earlier calls found, by name. */
export type Found = Record<string, string>;

/** Every line of JSON in a program's output. */
export const jsonLines = (output: string): unknown[] =>
  output
    .split("\n")
    .filter((line) => /^\s*[[{]/.test(line))
    .map((line) => JSON.parse(line));
