import { spawn } from "node:child_process";
import { SECOND_MS } from "#kernel/clock/clock.ts";
import { ScreenerFailed } from "../party.ts";
import { ANSWER_BYTES_MAX } from "./answer.ts";

const COMMAND_TIMEOUT_MS = 30 * SECOND_MS;

/**
 * Runs the operator's program with the question as its input and returns its output. Without a shell, and without the
 * environment of the service, which contains its secrets.
 */
export function runCommand(
  command: string,
  question: string,
  { timeoutMs = COMMAND_TIMEOUT_MS }: { readonly timeoutMs?: number } = {},
): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, [], {
      stdio: ["pipe", "pipe", "ignore"],
      env: { PATH: process.env["PATH"] ?? "", LANG: "C.UTF-8" },
    });
    const output: Buffer[] = [];
    let bytes = 0;
    const fail = (problem: string) => {
      clearTimeout(timer);
      child.kill("SIGKILL");
      reject(new ScreenerFailed(`The screening command ${problem}`));
    };
    const timer = setTimeout(() => fail(`did not answer within ${timeoutMs / SECOND_MS} seconds`), timeoutMs);
    child.on("error", (error) => fail(`cannot be run: ${error.message}`));
    child.stdout.on("data", (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > ANSWER_BYTES_MAX) fail("answered with too much");
      else output.push(chunk);
    });
    // A program that ends without reading its input is judged by what it wrote.
    child.stdin.on("error", () => undefined);
    child.stdin.end(question);
    child.on("close", (code) => {
      if (code !== 0) return fail(`ended with ${code === null ? "a signal" : `exit code ${code}`}`);
      clearTimeout(timer);
      resolve(Buffer.concat(output).toString("utf8"));
    });
  });
}
