import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

/** What a reader pastes blocks into, one after the other: variables, files, and programs in the background stay. */
export interface Terminal {
  /** What the block printed. Throws if one of its commands fails. */
  paste(block: { readonly language: string; readonly text: string; readonly line?: number }): Promise<string>;
  /** Ends everything that was started in it. */
  close(): Promise<void>;
}

const LIMIT_MS = 120_000;
/** The first failed command ends the shell, and an HTTP error fails. The bash of macOS does not have the second line. */
const SHELL = `set -eo pipefail
shopt -s inherit_errexit 2> /dev/null || true
curl() { command curl --fail-with-body "$@"; }
`;
const PROGRAM = `const fetch = async (...request) => {
  const response = await globalThis.fetch(...request);
  if (!response.ok) throw new Error(\`\${response.status} \${await response.text()}\`);
  return response;
};
`;

export function openTerminal(folder: string, environment: Readonly<Record<string, string>>): Terminal {
  // A group of its own, because readers start programs in the background.
  const shell = spawn("bash", ["--norc", "-s"], { cwd: folder, env: environment, detached: true });
  const exited = once(shell, "exit");
  let printed = "";
  for (const stream of [shell.stdout, shell.stderr])
    stream.on("data", (text: Buffer) => {
      printed += text.toString();
    });
  // A shell that has ended reads no more; the paste that waits for it says so.
  shell.stdin.on("error", () => undefined);
  shell.stdin.write(SHELL);
  let pasted = 0;

  return {
    paste: async ({ language, text, line = 0 }) => {
      pasted += 1;
      const file = join(folder, ".pasted", language === "js" ? `${pasted}.mjs` : `${pasted}.sh`);
      mkdirSync(join(folder, ".pasted"), { recursive: true });
      // Blank lines before it, so that an error names the line of the document.
      writeFileSync(file, language === "js" ? PROGRAM + text : "\n".repeat(line) + text);
      const end = `pasted ${pasted} without a failure`;
      printed = "";
      // Commands must not read what is pasted next.
      shell.stdin.write(`${language === "js" ? "node" : "."} ${file} < /dev/null\necho; echo "${end}"\n`);
      for (const limit = Date.now() + LIMIT_MS; !printed.includes(end); await sleep(20)) {
        if (shell.exitCode !== null) throw new Error(`A command ended with ${shell.exitCode}:\n${printed}`);
        if (Date.now() > limit) throw new Error(`It did not end within ${LIMIT_MS / 1_000} s:\n${printed}`);
      }
      return printed.replace(end, "").trim();
    },
    close: async () => {
      try {
        process.kill(-(shell.pid ?? 0), "SIGKILL");
      } catch {
        // Nothing runs in it any more.
      }
      await exited;
    },
  };
}
