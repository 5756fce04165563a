import { enableCompileCache } from "node:module";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { PACKAGE_FOLDER } from "#kernel/process/package-folder.ts";

// Next to the program, not in the shared temporary folder, where another user of the machine could plant code.
enableCompileCache(join(PACKAGE_FOLDER, "node_modules/.cache/bursar"));
// Loaded after the cache is enabled, which halves the load time.
const { runCli } = await import("./run-cli.ts");
const { ask } = await import("./ask.ts");

let exitCode = 0;
const given = process.argv.slice(2);
const ended = await runCli(given.length === 0 ? ["serve"] : given, {
  environment: process.env,
  print: (line) => void process.stdout.write(`${line}\n`),
  write: (content) => pipeline(content, process.stdout, { end: false }),
  complain: (line) => void process.stderr.write(`${line}\n`),
  ask,
  isInteractive: process.stdin.isTTY === true,
  exitWith: (code) => {
    exitCode = code;
  },
});
process.exitCode = ended === 0 ? exitCode : ended;
