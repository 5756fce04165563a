import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { copyFileSync, existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { freePort } from "../../server/test/kit/service/free-port.ts";
import { machine } from "./installed-package.ts";
import { endGroup } from "./process-group.ts";

/** How long someone waits who has Node.js and the packed file, and nothing else. */
export interface FirstPayment {
  /** npm has fetched and unpacked everything, and the service begins. */
  readonly installedAfterMs: number;
  /** The service answers, and has printed how to pay. */
  readonly printedAfterMs: number;
  /** The printed command has been run, and the payment is accepted. */
  readonly paidAfterMs: number;
  /** The IDs that the command's answers had, each time it was run. */
  readonly ids: readonly string[];
  /** The status that the second printed command shows in the end. */
  readonly status: string;
}

const LIMIT_MS = 180_000;

/**
 * From the packed file to the first payment: `npx ./bursar-….tgz` in an empty folder, with an empty cache, so that npm
 * fetches what the package needs; then the printed commands, as they are.
 */
export async function payFromPackedFile(packed: string): Promise<FirstPayment> {
  const folder = mkdtempSync(join(tmpdir(), "bursar-first-payment-"));
  copyFileSync(packed, join(folder, basename(packed)));
  const environment = { ...machine, npm_config_cache: join(folder, "cache"), PORT: String(await freePort()) };
  const startedAt = performance.now();
  const elapsed = () => performance.now() - startedAt;
  const child = spawn("npx", ["--yes", `./${basename(packed)}`], {
    cwd: folder,
    env: environment,
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  });
  let printed = "";
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", (text) => (printed += text));
  let installedAfterMs: number | undefined;
  try {
    while (commandsIn(printed).length < 2) {
      assert.ok(child.exitCode === null && elapsed() < LIMIT_MS, `it printed only: ${printed}`);
      if (installedAfterMs === undefined && existsSync(join(folder, "data"))) installedAfterMs = elapsed();
      await sleep(20);
    }
    const printedAfterMs = elapsed();
    const [pay = "", show = ""] = commandsIn(printed);
    const paste = (command: string) => JSON.parse(execFileSync("sh", ["-c", command], { encoding: "utf8" }));
    const first = paste(pay);
    const paidAfterMs = elapsed();
    const again = paste(pay);
    let status = "";
    while (status !== "sent" && elapsed() < LIMIT_MS) {
      status = paste(show).transactions[0].status;
      await sleep(100);
    }
    const ids = [first.id, again.id];
    return { installedAfterMs: installedAfterMs ?? printedAfterMs, printedAfterMs, paidAfterMs, ids, status };
  } finally {
    await endGroup(child);
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** The printed commands, with their continued lines, once a line follows them. */
const commandsIn = (printed: string): readonly string[] =>
  [...printed.matchAll(/^ {2}(curl (?:.*\\\n)*.*)\n/gm)].map(([, command = ""]) => command);
