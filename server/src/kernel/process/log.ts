import type { FastifyBaseLogger } from "fastify";
import type { Config } from "./config.ts";

const LEVELS = { debug: 20, info: 30, warn: 40, error: 50, silent: 100 } as const;
type Level = keyof typeof LEVELS;

export interface LogOptions {
  readonly level: Config["logLevel"];
  /** Where a line is written, without its line end. */
  readonly write?: (line: string) => void;
}

/**
 * Log lines as JSON on stderr. Only the class, message, code, and stack of an error are logged: drivers attach the
 * values of a failed statement to their errors, and those may be bank details (law 20).
 */
export function createLog({
  level,
  write = (line) => void process.stderr.write(`${line}\n`),
}: LogOptions): FastifyBaseLogger {
  const least = isLevel(level) ? LEVELS[level] : LEVELS.warn;
  const make = (bindings: Readonly<Record<string, unknown>>): FastifyBaseLogger => {
    const at =
      (name: Level) =>
      (first: unknown, second?: unknown): void => {
        if (LEVELS[name] < least) return;
        const details = typeof first === "string" ? {} : describe(first);
        const message = typeof first === "string" ? first : second;
        write(JSON.stringify({ time: new Date().toISOString(), level: name, message, ...bindings, ...details }));
      };
    return {
      level,
      debug: at("debug"),
      trace: () => undefined,
      info: at("info"),
      warn: at("warn"),
      error: at("error"),
      fatal: at("error"),
      silent: () => undefined,
      child: (more) => make({ ...bindings, ...describe(more) }),
    };
  };
  return make({});
}

const isLevel = (text: string): text is Level => text in LEVELS;

/** The members of a log call's first argument, with errors reduced to what may be logged. */
function describe(value: unknown): Readonly<Record<string, unknown>> {
  if (value instanceof Error) return { err: describeError(value) };
  if (typeof value !== "object" || value === null) return { value: String(value) };
  return Object.fromEntries(
    Object.entries(value)
      // Fastify logs whole requests and replies; the id in the line identifies them.
      .filter(([name]) => name !== "req" && name !== "res")
      .map(([name, member]) => [
        name,
        member instanceof Error ? describeError(member) : typeof member === "bigint" ? String(member) : member,
      ]),
  );
}

const CAUSES = 3;

function describeError(error: Error, depth = 0): Readonly<Record<string, unknown>> {
  const code = "code" in error ? error.code : undefined;
  const constraint = "constraint" in error ? error.constraint : undefined;
  return {
    type: error.name,
    message: error.message,
    ...(code === undefined ? {} : { code }),
    ...(constraint === undefined ? {} : { constraint }),
    stack: error.stack,
    ...(error.cause instanceof Error && depth < CAUSES ? { cause: describeError(error.cause, depth + 1) } : {}),
  };
}
