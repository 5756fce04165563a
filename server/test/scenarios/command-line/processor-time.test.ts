/** A command that is a client of the API loads what it needs, and nothing of the service. */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { test } from "node:test";
import { plainEnvironment } from "../../kit/servers/server-process.ts";

const PROGRAM = join(import.meta.dirname, "../../../src/cli/main.ts");
const TOKEN = `secret-token:bursar_sandbox_rw_${"A".repeat(64)}`;
/** On a quiet machine, an empty program takes 27 ms; on a busy one, everything takes longer in the same proportion. */
const LIMIT_MS = 150;
const LIMIT_IN_EMPTY_PROGRAMS = 5.5;
/** Written when `fetch` is called for the first time: the processor time until then, in milliseconds. */
const MEASURE = `data:text/javascript,${encodeURIComponent(`
const { fetch } = globalThis;
globalThis.fetch = (...request) => {
  const { user, system } = process.cpuUsage();
  process.stderr.write("CPU " + (user + system) / 1000 + "\\n");
  globalThis.fetch = fetch;
  return fetch(...request);
};`)}`;

test("needs 0.15 s of processor time before its first request", async (t) => {
  const server = createServer((_request, response) => {
    response.writeHead(401, { "content-type": "application/json" });
    response.end(JSON.stringify({ message: "No.", errors: { errorCode: "tokenRevoked", message: "No." } }));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const run = async (...args: readonly string[]): Promise<number> => {
    const child = spawn(process.execPath, ["--import", MEASURE, ...args], {
      env: { ...plainEnvironment, BURSAR_TOKEN: TOKEN, PUBLIC_URL: `http://127.0.0.1:${port}` },
      stdio: ["ignore", "ignore", "pipe"],
    });
    let errors = "";
    child.stderr.on("data", (text: Buffer) => {
      errors += text.toString();
    });
    await once(child, "close");
    const [, ms] = /^CPU ([\d.]+)$/m.exec(errors) ?? [];
    assert.ok(ms !== undefined, errors);
    return Number(ms);
  };
  try {
    // The first run compiles; of three others, the fastest was disturbed least.
    const best = async (...args: readonly string[]): Promise<number> => {
      await run(...args);
      return Math.min(await run(...args), await run(...args), await run(...args));
    };
    const limit = Math.max(LIMIT_MS, LIMIT_IN_EMPTY_PROGRAMS * (await best("-e", "fetch('data:,')")));
    for (const args of [["whoami"], ["transactions", "list"], ["logs"], ["listen"]]) {
      const ms = await best(PROGRAM, ...args);
      t.diagnostic(`bursar ${args.join(" ")}: ${Math.round(ms)} ms of at most ${Math.round(limit)}`);
      assert.ok(ms < limit, `bursar ${args.join(" ")}: ${ms} ms`);
    }
  } finally {
    server.close();
  }
});
