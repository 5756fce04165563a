import { type Command, Option } from "commander";
import { settings } from "#kernel/process/config.ts";
import type { Terminal } from "./output.ts";

/** Adds a flag for every setting to a command; its help shows them only if they are its main purpose. */
export function withSettings(command: Command, { shown }: { readonly shown: boolean }): Command {
  for (const { name, flag, fallback, meaning } of settings) {
    const option = new Option(`${flag} <value>`, `${meaning} [${name}; ${fallback}]`);
    command.addOption(shown ? option : option.hideHelp());
  }
  return command;
}

/** Creates subcommands about one organization, which is optional if only one exists. */
export const subcommandsOf =
  (group: Command) =>
  (name: string, description: string): Command =>
    withSettings(
      group
        .command(name)
        .description(description)
        .option("--org <organization>", "its ID or name; not needed if only one exists")
        .option("--json", "print JSON"),
      { shown: false },
    );

/** The environment with the command line's flags applied. */
export function environmentOf(terminal: Terminal, options: Readonly<Record<string, unknown>>): Terminal["environment"] {
  const given = settings.flatMap(({ name, flag }) => {
    const value = options[attributeOf(flag)];
    return typeof value === "string" ? [[name, value] as const] : [];
  });
  return { ...terminal.environment, ...Object.fromEntries(given) };
}

/** The names of the settings given as flags. */
export const flagsGiven = (options: Readonly<Record<string, unknown>>): ReadonlySet<string> =>
  new Set(settings.filter(({ flag }) => options[attributeOf(flag)] !== undefined).map(({ name }) => name));

/** `--data-dir` becomes `dataDir`, as commander names it. */
const attributeOf = (flag: string): string =>
  flag.slice(2).replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
