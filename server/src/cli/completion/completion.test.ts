import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { runCli } from "../run-cli.ts";

/** Each script is used by the shell for which it is, where that shell is installed. */
describe("bursar completion", () => {
  let folder: string;
  before(() => {
    folder = mkdtempSync(join(tmpdir(), "bursar-completion-"));
    mkdirSync(join(folder, "files"));
    writeFileSync(join(folder, "files", "run.csv"), "");
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  const shells = {
    // Completes the last argument. Readline offers files itself.
    bash: `. "$SCRIPT"; compopt() { echo FILES; }; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _bursar; printf '%s\\n' "\${COMPREPLY[@]}"`,
    // With the parts of zsh's completion that a terminal needs replaced.
    zsh: `compdef() { :; }; . "$SCRIPT"
      _describe() { local entry; for entry in "\${(@P)2}"; do print -r -- "\${entry%%:*}"; done; }; _files() { print FILES; }
      words=("$@") CURRENT=$#; _bursar | grep -- "^FILES\\|^$@[-1]"`,
    fish: `source $SCRIPT; complete -C (string join ' ' -- $argv) | string split -f1 \\t | string replace run.csv FILES`,
  };

  const script = async (shell: string): Promise<string> => {
    const path = join(folder, `bursar.${shell}`);
    const lines: string[] = [];
    const exitCode = await runCli(["completion", shell], {
      environment: {},
      print: (line) => lines.push(line),
      write: () => Promise.reject(new Error("A script is text")),
      complain: (line) => lines.push(line),
      ask: () => Promise.reject(new Error("Nothing is asked")),
      exitWith: () => undefined,
    });
    assert.equal(exitCode, 0, lines.join("\n"));
    writeFileSync(path, `${lines.join("\n")}\n`);
    return path;
  };

  for (const [shell, program] of Object.entries(shells))
    test(`${shell} completes commands, options, their values, and files`, async (t) => {
      const SCRIPT = await script(shell);
      if (spawnSync(shell, ["--version"]).error !== undefined) {
        t.skip(`${shell} is not installed here`);
        return;
      }
      const complete = (...words: readonly string[]): readonly string[] => {
        // The first argument after the program is the shell's own name, except in fish.
        const args = ["-c", program, ...(shell === "fish" ? [] : [shell]), ...words];
        const environment = { ...process.env, SCRIPT, HOME: folder };
        const { stdout, stderr } = spawnSync(shell, args, {
          env: environment,
          cwd: join(folder, "files"),
          encoding: "utf8",
        });
        assert.equal(stderr, "", words.join(" "));
        return stdout.split("\n").filter(Boolean).toSorted();
      };
      const all = complete("bursar", "");
      for (const name of ["serve", "pay", "bank", "help", "completion"]) assert.ok(all.includes(name), all.join(" "));
      assert.deepEqual(complete("bursar", "tok"), ["token"]);
      assert.deepEqual(complete("bursar", "token", ""), ["create", "list", "revoke"]);
      const kinds = complete("bursar", "token", "create", "--kind", "");
      assert.deepEqual(kinds, ["agent", "custom", "provisioning", "read-only", "read-write"]);
      assert.deepEqual(complete("bursar", "pay", "--dry"), ["--dry-run"]);
      assert.deepEqual(complete("bursar", "pay", ""), ["FILES"]);
      assert.deepEqual(complete("bursar", "pay", "--token-file", ""), ["FILES"]);
      assert.deepEqual(complete("bursar", "pay", "--account", ""), [], "any value: none is suggested");
      assert.deepEqual(complete("bursar", "completion", ""), ["bash", "fish", "zsh"]);
      assert.deepEqual(complete("bursar", "help", "checks", "ex"), ["exceptions"]);
      assert.deepEqual(
        complete("bursar", "bank", "add", "--name", "list", "--ra"),
        ["--rail"],
        "a value is no command",
      );
    });
});
