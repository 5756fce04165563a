import { enableCompileCache } from "node:module";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { PACKAGE_FOLDER } from "#kernel/process/package-folder.ts";

// Next to the program, not in the shared temporary folder, where another user of the machine could plant code.
enableCompileCache(join(PACKAGE_FOLDER, "node_modules/.cache/bursar"));
// Loaded after the cache is enabled, which halves the load time.
const { runCli } = await import("./run-cli.ts");
const { ask } = await import("./ask.ts");
const { unexpectedText } = await import("./explain.ts");
const { isSystemError, systemProblem } = await import("./system-problem.ts");

const given = process.argv.slice(2);
/** Flags of the program, which is no command. */
const ABOUT_PROGRAM = ["--help", "-h", "--version", "-V"];
const [first = "--"] = given;
const args = first.startsWith("-") && !ABOUT_PROGRAM.includes(first) ? ["serve", ...given] : given;
const complain = (line: string): void => void process.stderr.write(`${line}\n`);

let exitCode = 0;
const exitWith = (code: number): void => {
  exitCode = code;
};

/** Without listeners, output that cannot be written would end the process with a stack. The service has its own. */
function handleLostOutput(): void {
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    // The reader has enough, as `head` has.
    if (error.code === "EPIPE" || process.exitCode === 1) return;
    complain(`The output cannot be written: ${systemProblem(error)}.`);
    process.exitCode = 1;
    exitWith(1);
  });
  process.stderr.on("error", () => undefined);
  process.on("uncaughtException", (error) => {
    complain(unexpectedText(error));
    if (process.env["BURSAR_DEBUG"]) complain(error.stack ?? "");
    process.exit(1);
  });
}

async function write(content: Readable): Promise<void> {
  try {
    await pipeline(content, process.stdout, { end: false });
  } catch (error) {
    // Handled above, unlike a content that cannot be read.
    if (!isSystemError(error) || error.syscall !== "write") throw error;
  }
}

if (args[0] !== "serve") handleLostOutput();
const ended = await runCli(args, {
  environment: process.env,
  print: (line) => void process.stdout.write(`${line}\n`),
  write,
  complain,
  ask,
  isInteractive: process.stdin.isTTY === true,
  exitWith,
});
process.exitCode = ended === 0 ? exitCode : ended;
