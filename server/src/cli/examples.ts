import type { Command } from "commander";

const examplesByCommand = new WeakMap<Command, readonly string[]>();

/** Shows command lines in the help of a command. They begin with `bursar` and are parsed by a test. */
export function withExamples(command: Command, examples: readonly string[]): Command {
  examplesByCommand.set(command, examples);
  return command.addHelpText("after", textOf(examples));
}

/** Shows the first example of each subcommand in the help of its group. */
export function withSubcommandExamples(group: Command): Command {
  return withExamples(
    group,
    group.commands.flatMap((command) => (examplesByCommand.get(command) ?? []).slice(0, 1)),
  );
}

const textOf = (examples: readonly string[]): string =>
  ["", "Examples:", ...examples.map((example) => `  ${example}`)].join("\n");
