import type { Command, Option } from "commander";

/** What can follow in one place. */
export interface Completions {
  /** The commands before, such as ` token create`: each after a blank. */
  readonly at: string;
  readonly words: readonly Word[];
  /** Whether files follow: the command's argument is one. */
  readonly takesFile: boolean;
  readonly flags: readonly CompletedOption[];
}

export interface Word {
  readonly name: string;
  readonly description: string;
}

export interface CompletedOption {
  /** Such as `-V` and `--version`. */
  readonly names: readonly string[];
  readonly description: string;
  readonly value: "none" | "any" | "file" | readonly string[];
}

/** Every place of a command line, from the tree of the commands. */
export function completionsOf(program: Command): readonly Completions[] {
  const groups = program.commands.filter(({ commands }) => commands.length > 0);
  return [
    ...placesUnder(program, ""),
    // `help` takes the names of commands.
    { at: " help", words: wordsOf(program), takesFile: false, flags: [] },
    ...groups.map((group) => ({ at: ` help ${group.name()}`, words: wordsOf(group), takesFile: false, flags: [] })),
  ];
}

const placesUnder = (command: Command, at: string): readonly Completions[] => [
  ...(at === " help" ? [] : [placeOf(command, at)]),
  ...command.commands.flatMap((subcommand) => placesUnder(subcommand, `${at} ${subcommand.name()}`)),
];

function placeOf(command: Command, at: string): Completions {
  const [argument] = command.registeredArguments;
  const choices = (argument?.argChoices ?? []).map((name) => ({ name, description: argument?.description ?? "" }));
  return {
    at,
    words: [...wordsOf(command), ...choices],
    takesFile: argument !== undefined && isFile(argument.name()),
    flags: command.createHelp().visibleOptions(command).map(flagOf),
  };
}

const wordsOf = ({ commands }: Command): readonly Word[] =>
  commands.map((subcommand) => ({ name: subcommand.name(), description: subcommand.description() }));

function flagOf({ flags, short, long, description, argChoices, required, optional }: Option): CompletedOption {
  const takesValue = required || optional;
  const [, valueName = ""] = /<([^<>]+)>/.exec(flags) ?? [];
  return {
    names: [short, long].filter((name) => typeof name === "string"),
    description,
    value: takesValue ? (argChoices ?? (isFile(valueName) ? "file" : "any")) : "none",
  };
}

/** Arguments and values are named after what they are. */
const isFile = (name: string): boolean => /^(?:file|files|path|folder)(?:\.\.\.)?$/.test(name);
