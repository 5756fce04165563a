import { type Command, Option } from "commander";
import { settings } from "#kernel/process/config.ts";
import { withExamples } from "./examples.ts";
import type { Terminal } from "./output.ts";

/** Adds a flag for every setting to a command; its help shows them only if they are its main purpose. */
export function withSettings(command: Command, { shown }: { readonly shown: boolean }): Command {
  for (const option of shown ? settingOptions() : hiddenOptions) command.addOption(option);
  return command;
}

const settingOptions = (): readonly Option[] =>
  settings.map(
    ({ name, flag, fallback, meaning }) => new Option(`${flag} <value>`, `${meaning} [${name}; ${fallback}]`),
  );

/** Made once: a group of commands would make hundreds, which takes longer than everything else before a request. */
const hiddenOptions = settingOptions().map((option) => option.hideHelp());

export const organizationOption = [
  "--org <organization>",
  "the organization, by its ID or name; optional if there is only one",
] as const;
export const accountOption = ["--account <account>", "the account, by its ID or name"] as const;
export const dryRunOption = ["--dry-run", "change nothing; only show what would happen"] as const;
export const noteOption = ["--note <text>", "a note that explains it, such as what the bank said"] as const;
export const memoOption = ["--memo <text>", "the memo that goes with the money, such as an invoice number"] as const;
export const outputOption = ["--output <file>", "to a file that does not exist yet, instead"] as const;
export const jsonOption = ["--json", "print JSON"] as const;
export const kindOption = (kinds: readonly string[]) => new Option("--kind <kind>", "its kind").choices(kinds);
export const payerOption = () => new Option("--payer <name>", "who sends the money");

export interface Described {
  readonly name: string;
  readonly description: string;
  /** Command lines, the most useful one first. */
  readonly examples: readonly string[];
}

/** Creates a command that takes settings and `--json`, as all do. */
export const commandIn = (parent: Command, { name, description, examples }: Described): Command =>
  withExamples(
    withSettings(
      parent
        .command(name)
        .description(description)
        .option(...jsonOption),
      { shown: false },
    ),
    examples,
  );

/** Creates a subcommand from its name, its description, and command lines that use it. */
export type Subcommands = (name: string, description: string, examples: readonly string[]) => Command;

/** Creates subcommands about one organization, which is optional if only one exists. */
export const subcommandsOf =
  (group: Command): Subcommands =>
  (name, description, examples) =>
    commandIn(group, { name, description, examples }).option(...organizationOption);

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
