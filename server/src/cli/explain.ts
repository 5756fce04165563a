import { type Command, CommanderError } from "commander";
import { errorBody, refusalFor } from "#kernel/http/error-reply.ts";
import { ConfigError } from "#kernel/process/config.ts";
import { StartUpProblem } from "#main/start-up-problem.ts";
import { CommandRefused, OK, REFUSED, WRONG_USAGE, WrongUsage } from "./action.ts";
import { commandPath, reached } from "./command-path.ts";
import type { Terminal } from "./output.ts";
import { isSystemError, systemProblem } from "./system-problem.ts";

interface Call {
  readonly args: readonly string[];
  /** Undefined if the commands could not be loaded. */
  readonly program: Command | undefined;
  readonly terminal: Terminal;
}

interface Explained {
  readonly text: string;
  readonly exitCode: typeof REFUSED | typeof WRONG_USAGE;
  /** For programs; by default, the text alone. */
  readonly body?: unknown;
}

/** Prints why a command failed, as a sentence or, with --json, as JSON for programs. Returns the exit code. */
export function explain(error: unknown, { args, program, terminal }: Call): number {
  if (error instanceof CommanderError && error.exitCode === OK) return OK;
  const { text, exitCode, body } = explained(error, program && reached(program, args));
  const isDebugging = (terminal.environment["BURSAR_DEBUG"] ?? "") !== "";
  if (args.includes("--json"))
    terminal.complain(JSON.stringify(body ?? { ...usageErrors(text, exitCode), message: text }, null, 2));
  else terminal.complain(text);
  if (isDebugging && error instanceof Error) terminal.complain(stackOf(error));
  return exitCode;
}

function explained(error: unknown, command: Command | undefined): Explained {
  if (error instanceof CommanderError) return { text: usageText(error, command), exitCode: WRONG_USAGE };
  // A line for each setting.
  if (error instanceof ConfigError)
    return { text: error.message.split("\n").map(asSentence).join("\n"), exitCode: WRONG_USAGE };
  if (error instanceof WrongUsage) return { text: error.message, exitCode: WRONG_USAGE };
  if (error instanceof StartUpProblem) return { text: withPeriod(error.message), exitCode: REFUSED };
  if (error instanceof CommandRefused) return refused(error.message, error.body);
  // Of a file; that of a connection has no path, and its refusal says more.
  if (isSystemError(error) && error.path !== undefined) return { text: systemText(error), exitCode: REFUSED };
  const refusal = refusalFor(error);
  if (refusal?.code === "serviceUnavailable")
    return {
      text: "The database or the file storage does not answer. Run the command again when it does.",
      exitCode: REFUSED,
    };
  if (refusal !== undefined) return refused(refusal.message, errorBody(refusal, ""));
  if (isSystemError(error)) return { text: systemText(error), exitCode: REFUSED };
  return { text: unexpectedText(error), exitCode: REFUSED };
}

/** Invalid input is incorrect usage, no matter where it was found. */
const refused = (text: string, body: unknown): Explained => ({
  text,
  exitCode: isInvalidRequest(body) ? WRONG_USAGE : REFUSED,
  body,
});

function isInvalidRequest(body: unknown): boolean {
  if (typeof body !== "object" || body === null || !("errors" in body)) return false;
  const { errors } = body;
  return (
    typeof errors === "object" && errors !== null && "errorCode" in errors && errors.errorCode === "invalidRequest"
  );
}

/** Incorrect usage has the error code that it has when the service finds it. */
const usageErrors = (message: string, exitCode: number) =>
  exitCode === WRONG_USAGE ? { errors: { errorCode: "invalidRequest", message } } : {};

/** Commander's message as a sentence, and where to read more. */
function usageText({ code, message }: CommanderError, command: Command | undefined): string {
  if (command === undefined) return message;
  const path = commandPath(command);
  const help = `See bursar help${path.slice("bursar".length)}.`;
  if (code === "commander.help") {
    const names = command.commands.map((subcommand) => subcommand.name());
    return `${path} needs a command: ${names.slice(0, -1).join(", ")}${names.length > 1 ? ", or " : ""}${names.at(-1)}. ${help}`;
  }
  const [problem = "", ...hints] = message.replace(/^error: /, "").split("\n");
  const sentences = [problem, ...hints.map((hint) => hint.replace(/^\((.*)\)$/, "$1"))];
  return [...sentences.map(asSentence), help].join(" ");
}

const asSentence = (text: string): string => withPeriod(`${text.slice(0, 1).toUpperCase()}${text.slice(1)}`);

const withPeriod = (text: string): string => (/[.?!]$/.test(text) ? text : `${text}.`);

const systemText = (error: NodeJS.ErrnoException): string =>
  error.path === undefined
    ? `The operating system refused ${error.syscall}: ${systemProblem(error)}.`
    : `${error.path} cannot be used: ${systemProblem(error)}.`;

/** The first line of a message: a bug's own words may go on for pages. */
export function unexpectedText(error: unknown): string {
  const [problem = ""] = (error instanceof Error ? error.message : String(error)).split("\n");
  return `The command ended because of a bug: ${asSentence(problem)} Run it again with BURSAR_DEBUG=1, and report what it prints.`;
}

/** With the errors behind it. */
const stackOf = (error: Error): string =>
  [error.stack ?? error.message, ...(error.cause instanceof Error ? [`Cause: ${stackOf(error.cause)}`] : [])].join(
    "\n",
  );
