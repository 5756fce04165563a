import { runCli } from "./run-cli.ts";

let exitCode = 0;
const ended = await runCli(process.argv.slice(2), {
  environment: process.env,
  print: (line) => void process.stdout.write(`${line}\n`),
  complain: (line) => void process.stderr.write(`${line}\n`),
  exitWith: (code) => {
    exitCode = code;
  },
});
process.exitCode = ended === 0 ? exitCode : ended;
