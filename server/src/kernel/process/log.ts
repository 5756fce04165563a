import type { FastifyBaseLogger } from "fastify";
import type { Config, LogFormat } from "./config.ts";

const LEVELS = { debug: 20, info: 30, warn: 40, error: 50, silent: 100 } as const;
type Level = keyof typeof LEVELS;

export interface LogOptions {
  readonly level: Config["logLevel"];
  /** Text by default, for the person who runs a command. */
  readonly format?: LogFormat;
  /** Where a line is written, without its line end. */
  readonly write?: (line: string) => void;
}

/** The log of the process that serves. */
export const createServiceLog = ({ logLevel: level, logFormat: format }: Config): FastifyBaseLogger =>
  createLog({ level, format, ...(format === "json" && { write: writeToOutput }) });

/**
 * A log of lines, on standard error unless they go elsewhere. Only the class, message, code, and stack of an error are
 * logged: drivers attach the values of a failed statement to their errors, and those may be bank details (law 20).
 */
export function createLog({
  level,
  format = "text",
  write = (line) => void process.stderr.write(`${line}\n`),
}: LogOptions): FastifyBaseLogger {
  const least = isLevel(level) ? LEVELS[level] : LEVELS.warn;
  const lineOf = format === "json" ? (line: LogLine) => JSON.stringify(line) : textOf;
  const make = (bindings: Readonly<Record<string, unknown>>): FastifyBaseLogger => {
    const at =
      (name: Level) =>
      (first: unknown, second?: unknown): void => {
        if (LEVELS[name] < least) return;
        const details = typeof first === "string" ? {} : describe(first);
        const message = typeof first === "string" ? first : second;
        write(lineOf({ time: new Date().toISOString(), level: name, message, ...bindings, ...details }));
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

interface LogLine {
  readonly time: string;
  readonly level: Level;
  readonly message: unknown;
  readonly err?: { readonly stack?: unknown };
  readonly [member: string]: unknown;
}

/** `time LEVEL message name=value …`, and the stack of an error below. Nothing in a value can begin another line. */
function textOf({ time, level, message, err, ...members }: LogLine): string {
  const { stack, ...facts } = Object(err);
  const parts = Object.entries({ ...members, ...facts })
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}=${plain(value)}`);
  const line = [time, level.toUpperCase().padEnd(5), plain(message, /^\P{C}*$/u), ...parts].join(" ");
  return typeof stack === "string" ? `${line}\n${stack.replaceAll(/^/gm, "    ")}` : line;
}

const plain = (value: unknown, bare = /^[^\s\p{C}"=]+$/u): string =>
  typeof value === "string" && bare.test(value) ? value : (JSON.stringify(value) ?? "");

let waiting: string[] = [];
let isWatched = false;

/** Lines of one turn of the event loop are written together: otherwise each request would pay for a system call. */
function writeToOutput(line: string): void {
  if (!isWatched) process.once("exit", writeWaiting);
  isWatched = true;
  if (waiting.length === 0) setImmediate(writeWaiting);
  waiting.push(line);
}

function writeWaiting(): void {
  if (waiting.length === 0) return;
  const lines = waiting;
  waiting = [];
  process.stdout.write(`${lines.join("\n")}\n`);
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
