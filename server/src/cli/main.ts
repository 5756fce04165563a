import { enableCompileCache } from "node:module";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { PACKAGE_FOLDER } from "#kernel/process/package-folder.ts";

// Next to the program, not in the shared temporary folder, where another user of the machine could plant code.
enableCompileCache(join(PACKAGE_FOLDER, "node_modules/.cache/bursar"));
// Loaded after the cache is enabled, which halves the load time.
const { runCli } = await import("./run-cli.ts");
const { ask, askSecret } = await import("./ask.ts");
const { progressLine } = await import("./progress-line.ts");
const { isSystemError, systemProblem } = await import("./system-problem.ts");

const given = process.argv.slice(2);
/** Flags of the program, which is no command. */
const ABOUT_PROGRAM = ["--help", "-h", "--version", "-V"];
const [first = "--"] = given;
const args = first.startsWith("-") && !ABOUT_PROGRAM.includes(first) ? ["serve", ...given] : given;
const progress = process.stderr.isTTY ? progressLine(process.stderr) : undefined;
const complain = (line: string): void => {
  progress?.remove();
  process.stderr.write(`${line}\n`);
};

let exitCode = 0;
const exitWith = (code: number): void => {
  exitCode = code;
};

/** Aborted when nobody reads the output any more. */
const lostReader = new AbortController();

/** Without listeners, output that cannot be written would end the process with a stack. The service has its own. */
function handleLostOutput(): void {
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    // The reader has enough, as `head` has.
    if (error.code === "EPIPE") lostReader.abort();
    if (error.code === "EPIPE" || process.exitCode === 1) return;
    complain(`The output cannot be written: ${systemProblem(error)}.`);
    process.exitCode = 1;
    exitWith(1);
  });
  process.stderr.on("error", () => undefined);
  process.on("uncaughtException", async (error) => {
    // An upgrade may have removed the program's files: a failure here would come back here, forever.
    const text = await import("./explain.ts").then(
      ({ unexpectedText }) => unexpectedText(error),
      () => error.message,
    );
    complain(text);
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

/** From the first use on, Ctrl-C stops what the command does, and a second one ends the process. */
function interruption(): AbortSignal {
  const controller = new AbortController();
  const ended = { SIGINT: 130, SIGTERM: 143 } as const;
  for (const signal of ["SIGINT", "SIGTERM"] as const)
    process.on(signal, () => {
      progress?.remove();
      if (controller.signal.aborted) process.exit(ended[signal]);
      controller.abort();
    });
  return AbortSignal.any([controller.signal, lostReader.signal]);
}

/** Colors are for people who want them (https://no-color.org). */
const screen = () =>
  process.stdout.isTTY
    ? { columns: process.stdout.columns || 80, hasColors: !process.env["NO_COLOR"] && process.stdout.hasColors() }
    : undefined;

if (args[0] !== "serve") handleLostOutput();
const ended = await runCli(args, {
  environment: process.env,
  print: (line) => {
    progress?.remove();
    process.stdout.write(`${line}\n`);
  },
  write,
  complain,
  ask,
  askSecret,
  screen,
  showProgress: progress?.show,
  lostReader: lostReader.signal,
  interruption,
  isInteractive: process.stdin.isTTY === true,
  exitWith,
});
process.exitCode = ended === 0 ? exitCode : ended;
