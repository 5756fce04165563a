import { spawn } from "node:child_process";
import { SECOND_MS } from "../clock/clock.ts";
import { settings } from "../process/config.ts";

/** A client of a key management service answers in a second or two; a start must not wait for one that never does. */
const TIMEOUT_MS = 30 * SECOND_MS;
/** A dozen keys have a kilobyte. */
const OUTPUT_BYTES_MAX = 16 * 1024;
const ERROR_CHARACTERS_MAX = 500;

/** The command printed no key; the message says why, without what it printed on standard output. */
export class KeyCommandFailed extends Error {
  override readonly name = "KeyCommandFailed";
}

/**
 * What the operator's command prints: the master key, by any client of a key management service. Without a shell, a
 * terminal, and the other secrets of the service. Rejects with KeyCommandFailed.
 */
export function runKeyCommand(
  [program = "", ...args]: readonly string[],
  { environment = process.env, timeoutMs = TIMEOUT_MS }: KeyCommandOptions = {},
): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      stdio: ["ignore", "pipe", "pipe"],
      env: withoutSecrets(environment),
      // A group of its own: what the command has started ends with it, and nothing can wait for someone at a terminal.
      detached: process.platform !== "win32",
    });
    const output: Buffer[] = [];
    let errors = "";
    let bytes = 0;
    const finish = (problem: string | undefined) => {
      clearTimeout(timer);
      const printed = Buffer.concat(output).toString("utf8");
      if (problem === undefined) return resolve(printed);
      killGroup(child.pid);
      reject(new KeyCommandFailed(`BURSAR_MASTER_KEY_COMMAND: ${program} ${problem}${quoted(errors, printed)}.`));
    };
    const timer = setTimeout(() => finish(`did not end within ${timeoutMs / SECOND_MS} seconds`), timeoutMs);
    child.on("error", (error) => finish(`cannot be run (${"code" in error ? String(error.code) : error.message})`));
    child.stdout.on("data", (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > OUTPUT_BYTES_MAX) finish(`printed more than ${OUTPUT_BYTES_MAX} bytes`);
      else output.push(chunk);
    });
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      // The last words say what failed.
      errors = (errors + text).slice(-OUTPUT_BYTES_MAX);
    });
    child.on("close", (code, signal) => {
      if (code !== 0) return finish(`ended with ${code === null ? signal : `exit code ${code}`}`);
      finish(bytes === 0 ? "printed nothing" : undefined);
    });
  });
}

export interface KeyCommandOptions {
  readonly environment?: Readonly<Partial<Record<string, string>>>;
  readonly timeoutMs?: number;
}

/** The environment that a client needs to find its own credentials, without the settings that are secrets of this service. */
function withoutSecrets(environment: Readonly<Partial<Record<string, string>>>) {
  const secret = new Set<string>(settings.filter((setting) => "secret" in setting).map(({ name }) => name));
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !secret.has(name)));
}

function killGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(process.platform === "win32" ? pid : -pid, "SIGKILL");
  } catch {
    // It has ended.
  }
}

/** 32 bytes as base64 or hex. */
const KEY_LIKE = /(?<![\w+/-])(?:[\w+/-]{43}=?|[\da-f]{64})(?![\w+/-])/gi;

/** The end of what the command wrote to standard error, on one line, without anything that could be a key. */
function quoted(errors: string, printed: string): string {
  const secrets = printed.split(/\s+/).filter((word) => word.length >= 8);
  const shown = secrets
    .reduce((text, secret) => text.replaceAll(secret, "[…]"), errors)
    .replaceAll(KEY_LIKE, "[…]")
    .replaceAll(/[\s\p{Cc}]+/gu, " ")
    .trim()
    .replace(/\.$/, "");
  if (shown === "") return "";
  return ` and wrote: ${shown.length > ERROR_CHARACTERS_MAX ? `… ${shown.slice(-ERROR_CHARACTERS_MAX)}` : shown}`;
}
