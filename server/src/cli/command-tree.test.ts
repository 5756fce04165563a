import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import type { Command } from "commander";

import { type FreshDatabase, freshDatabase } from "#test/kit/databases/databases.ts";
import { removeFolder, temporaryFolder } from "#test/kit/servers/server-process.ts";
import { commandPath, reached } from "./command-path.ts";
import type { Terminal } from "./output.ts";
import { commandTree, runCli } from "./run-cli.ts";

/** What holds for every command, also for those of later versions. */

interface Ran {
  readonly exitCode: number;
  readonly output: string;
  readonly errors: string;
}

/** Runs a command; every question is answered with nonsense. */
async function run(args: readonly string[], environment: Readonly<Record<string, string>> = {}): Promise<Ran> {
  const [output, errors]: [string[], string[]] = [[], []];
  let asked = 0;
  const exitCode = await runCli(args, {
    ...silent,
    environment,
    print: (line) => output.push(line),
    complain: (line) => errors.push(line),
    exitWith: (code) => {
      asked = code;
    },
  });
  return { exitCode: exitCode || asked, output: output.join("\n"), errors: errors.join("\n") };
}

const REPOSITORY = join(import.meta.dirname, "../../..");

const silent: Terminal = {
  environment: {},
  print: () => undefined,
  write: () => Promise.resolve(),
  complain: () => undefined,
  ask: () => Promise.resolve("nonsense"),
  exitWith: () => undefined,
};

const wholeTree = (): Promise<Command> => commandTree(["help"], silent);
const everyCommand = (command: Command): readonly Command[] => [command, ...command.commands.flatMap(everyCommand)];
const namesOf = (command: Command): readonly string[] => commandPath(command).split(" ").slice(1);

/** The words of a command line in a shell, without redirections. */
const wordsOf = (line: string): readonly string[] =>
  [...line.replace(/ [<>] .*$/, "").matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? "");

describe("every command", () => {
  let commands: readonly Command[];
  before(async () => {
    commands = everyCommand(await wholeTree());
  });

  test("describes itself, its arguments, and its options", () => {
    assert.ok(commands.length > 80, String(commands.length));
    for (const command of commands) {
      const help = command.createHelp();
      const described = [command, ...help.visibleArguments(command), ...help.visibleOptions(command)];
      assert.equal(help.visibleArguments(command).length, command.registeredArguments.length, commandPath(command));
      for (const { description } of [{ description: command.description() }, ...described.slice(1)]) {
        const text = String(description);
        assert.match(text, /\S/, commandPath(command));
        assert.doesNotMatch(text, /\.$|\bid\b/, `${commandPath(command)}: "${text}"`);
      }
    }
  });

  test("words an option as all others that have it", () => {
    const wordings = new Map<string, { readonly text: string; readonly at: string }>();
    for (const command of commands)
      for (const { flags, description, hidden } of command.options) {
        const [at, first] = [commandPath(command), wordings.get(flags)];
        // A former name of an option.
        if (hidden && description === "") continue;
        assert.equal(description, first?.text ?? description, `${flags} of ${at} and of ${first?.at}`);
        wordings.set(flags, { text: description, at });
      }
    assert.ok(wordings.size > 60, String(wordings.size));
  });

  test("takes --json, so that programs can read its result", () => {
    // The service prints its own line of JSON, and help is for people.
    const others = new Set(["bursar serve", "bursar help"]);
    for (const command of commands.filter((leaf) => leaf.commands.length === 0))
      assert.equal(
        command.options.some(({ long }) => long === "--json"),
        !others.has(commandPath(command)),
        commandPath(command),
      );
  });

  test("has examples in its help, which it understands", async () => {
    let examples = 0;
    for (const command of commands) {
      const { output, exitCode } = await run(["help", ...namesOf(command)]);
      assert.equal(exitCode, 0);
      assert.equal((await run([...namesOf(command), "--help"])).output, output, "both ways show the same");
      const [, shown = ""] = output.split("\nExamples:\n");
      const lines = shown.split("\n").filter((line) => line.startsWith("  bursar "));
      assert.ok(lines.length > 0, `${commandPath(command)} has no example`);
      for (const line of lines) {
        examples += 1;
        assert.ok(line.trim().startsWith(commandPath(command)), line);
        assert.ok((await commandRunBy(wordsOf(line.trim()).slice(1))).startsWith(commandPath(command)), line);
      }
    }
    assert.ok(examples > 120, String(examples));
  });

  test("exists if a document names it, with its options", async () => {
    const program = await wholeTree();
    let named = 0;
    for (const path of globSync(["README.md", "docs/**/*.md"], { cwd: REPOSITORY })) {
      if (path.startsWith("docs/adr/")) continue;
      const text = readFileSync(join(REPOSITORY, path), "utf8").replaceAll(/\\\n/g, "");
      for (const [line, given = ""] of text.matchAll(/(?:npx |`)bursar ([a-z][^`\n#]*)/g)) {
        named += 1;
        const words = given.trim().split(/[\s|]+/);
        const command = reached(program, words);
        assert.ok(commandPath(command).startsWith(`bursar ${words[0]}`), `${path}: ${line}`);
        for (const [flag] of given.matchAll(/(?<=\s)--[a-z-]+/g))
          assert.ok(command.options.some(({ long }) => long === flag) || flag === "--help", `${path}: ${line}`);
      }
    }
    assert.ok(named > 60, String(named));
  });

  /** The command that these arguments would run. */
  async function commandRunBy(args: readonly string[]): Promise<string> {
    const program = await wholeTree();
    let ran = "";
    for (const command of everyCommand(program).filter((leaf) => leaf.commands.length === 0))
      command.action(() => {
        ran = commandPath(command);
      });
    await program.parseAsync([...args], { from: "user" });
    return ran;
  }
});

describe("a mistake", () => {
  let database: FreshDatabase;
  let folder: string;
  let environment: Readonly<Record<string, string>>;
  before(async () => {
    database = await freshDatabase();
    folder = await temporaryFolder();
    environment = {
      DATABASE_URL: database.url,
      BURSAR_DATA_DIR: folder,
      BURSAR_LOG_LEVEL: "silent",
      BURSAR_TOKEN: "secret-token:nonsense",
      PUBLIC_URL: "http://127.0.0.1:9",
    };
    assert.equal((await run(["org", "create", "Acme, Inc."], environment)).exitCode, 0);
  });
  after(async () => {
    await database.drop();
    await removeFolder(folder);
  });

  const isOneLine = ({ errors, output }: Ran, what: string) => {
    assert.match(errors, /^[^\n]+[.?!]$/, `${what}: ${errors}`);
    assert.doesNotMatch(errors, /because of a bug|E[A-Z]{4,}|undefined|\[object/, what);
    assert.doesNotMatch(output, / {4}at /, what);
  };

  test("in the name of a command or an option is one sentence that says where to read more", async () => {
    for (const command of everyCommand(await wholeTree())) {
      const names = namesOf(command);
      const option = await run([...names, "--nonsense"]);
      isOneLine(option, commandPath(command));
      assert.equal(option.exitCode, 2);
      assert.ok(option.errors.endsWith(`See ${["bursar help", ...names].join(" ")}.`), option.errors);
      if (command.commands.length === 0) continue;
      const unknown = await run([...names, "nonsense"]);
      isOneLine(unknown, commandPath(command));
      assert.deepEqual([unknown.exitCode, /nonsense/.test(unknown.errors)], [2, true]);
      if (names.length === 0) continue;
      const missing = await run(names);
      isOneLine(missing, commandPath(command));
      assert.deepEqual([missing.exitCode, missing.output], [2, ""]);
      assert.match(missing.errors, new RegExp(`needs a command: .*\\b${command.commands[0]?.name()}\\b`));
    }
    assert.equal((await run(["help", "bank", "nonsense"])).exitCode, 2);
    assert.match((await run(["help", "bank", "nonsense"])).errors, /^bursar bank has no command nonsense\./);
  });

  test("in every argument and option is one sentence, and for programs JSON with the same message", async () => {
    // `serve` would run, `mcp` would wait for its client, `help` was tried above, and any text names an organization.
    const others = new Set(["bursar serve", "bursar mcp", "bursar help", "bursar org create"]);
    for (const command of everyCommand(await wholeTree())) {
      if (command.commands.length > 0 || others.has(commandPath(command))) continue;
      const given = [
        ...namesOf(command),
        ...command.registeredArguments.map(() => join(folder, "missing", "nonsense")),
        ...command.options
          .filter(({ mandatory }) => mandatory)
          .flatMap(({ long, argChoices }) => [long ?? "", argChoices?.[0] ?? "nonsense"]),
      ];
      const text = await run(given, environment);
      if (text.exitCode === 0) {
        assert.equal(command.registeredArguments.length, 0, `${given.join(" ")} was accepted: ${text.output}`);
        continue;
      }
      // Checks that fail say so in their result.
      if (text.errors === "") continue;
      isOneLine(text, given.join(" "));
      assert.ok([1, 2].includes(text.exitCode));
      const json = await run([...given, "--json"], environment);
      assert.equal(json.exitCode, text.exitCode);
      assert.equal(JSON.parse(json.errors).message, text.errors);
    }
  });

  test("of the program is a sentence that says how to see the stack", async () => {
    const broken = async (environment: Readonly<Record<string, string>>) => {
      const errors: string[] = [];
      const print = () => {
        throw new Error("the printer burns\nand more");
      };
      const exitCode = await runCli(["config"], {
        ...silent,
        environment,
        print,
        complain: (line) => errors.push(line),
      });
      assert.equal(exitCode, 1);
      return errors.join("\n");
    };
    assert.equal(
      await broken({}),
      "The command ended because of a bug: The printer burns. Run it again with BURSAR_DEBUG=1, and report what it prints.",
    );
    assert.match(
      await broken({ BURSAR_DEBUG: "1" }),
      /^The command ended because of a bug.*\nError: the printer burns\n/,
    );
  });
});
