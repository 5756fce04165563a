import type { Command } from "commander";

/** Such as `bursar token create`. */
export const commandPath = (command: Command): string =>
  command.parent === null ? command.name() : `${commandPath(command.parent)} ${command.name()}`;

/** The command that these names lead to, as far as they are commands. */
export function reached(program: Command, names: readonly string[]): Command {
  const [name, ...others] = names;
  const found = program.commands.find((command) => command.name() === name);
  return found === undefined ? program : reached(found, others);
}
