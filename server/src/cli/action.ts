import type { Command } from "commander";
import type { Terminal } from "./output.ts";
import { environmentOf } from "./settings-options.ts";

export const OK = 0;
export const REFUSED = 1;
export const WRONG_USAGE = 2;

/** The result of a command, for programs and for operators. */
export interface Outcome {
  readonly json?: unknown;
  /** Absent if the command has written its result itself. */
  readonly text?: string;
  /** 0 unless the command is a check that can fail, such as `ledger verify`. */
  readonly exitCode?: 0 | 1;
}

/** A refusal of the service, wherever it ran: printed as text or, with --json, unchanged. */
export class CommandRefused extends Error {
  override readonly name = "CommandRefused";
  readonly body: unknown;

  constructor(message: string, body: unknown) {
    super(message);
    this.body = body;
  }
}

/** A mistake in the command line that commander cannot find; the message is a sentence. The exit code is 2. */
export class WrongUsage extends Error {
  override readonly name = "WrongUsage";
}

/** The options of every command, and commander's loosely typed rest. */
export type Options = Readonly<Record<string, unknown>> & { readonly json?: boolean };

/**
 * Attaches the work of a command: `work` gets the terminal with flags applied over the environment, and returns its
 * outcome, which is printed here, as text or JSON, for all commands.
 */
export function action(
  command: Command,
  terminal: Terminal,
  work: (terminal: Terminal, options: Options, args: readonly string[]) => Promise<Outcome>,
): void {
  command.action(async (...given: unknown[]) => {
    // Commander passes the arguments, then the options, then the command. One that was not given is undefined.
    const options = command.opts<Options>();
    const args = given
      .slice(0, -2)
      .flat()
      .filter((argument) => argument !== undefined)
      .map(String);
    const outcome = await work({ ...terminal, environment: environmentOf(terminal, options) }, options, args);
    if (outcome.text !== undefined) terminal.print(options.json ? JSON.stringify(outcome.json, null, 2) : outcome.text);
    if (outcome.exitCode !== undefined && outcome.exitCode !== 0) terminal.exitWith(outcome.exitCode);
  });
}
