import type { Command } from "commander";
import { WrongUsage } from "./action.ts";
import { commandPath, reached } from "./command-path.ts";
import { withExamples } from "./examples.ts";

/** `bursar help [command…]`. */
export function helpCommand(program: Command): void {
  const help = program
    .command("help")
    .description("describe a command")
    .argument("[command...]", "such as token create; all commands without it");
  withExamples(help, ["bursar help", "bursar help pay", "bursar help token create"]);
  help.action((names: readonly string[]) => {
    const command = reached(program, names);
    const depth = commandPath(command).split(" ").length - 1;
    const unknown = names[depth];
    if (unknown !== undefined)
      throw new WrongUsage(
        `${commandPath(command)} has no command ${unknown}. See bursar help${commandPath(command).slice("bursar".length)}.`,
      );
    command.outputHelp();
  });
}
