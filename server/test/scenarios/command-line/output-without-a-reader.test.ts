/** The command line when nobody reads its output, and when it cannot be written. */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, existsSync, openSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { test } from "node:test";
import { plainEnvironment } from "../../kit/servers/server-process.ts";

const PROGRAM = join(import.meta.dirname, "../../../src/cli/main.ts");

async function textOf(stream: AsyncIterable<Buffer>): Promise<string> {
  let text = "";
  for await (const chunk of stream) text += chunk.toString();
  return text;
}

test("a command whose reader has enough ends quietly, as with `| head -1`", async () => {
  const child = spawn(process.execPath, [PROGRAM, "completion", "zsh"], {
    env: plainEnvironment,
    stdio: ["ignore", "pipe", "pipe"],
  });
  child.stdout.destroy();
  const errors = textOf(child.stderr);
  await once(child, "close");
  assert.deepEqual([child.exitCode, await errors], [0, ""]);
});

test("a command that would continue for long ends, too", async () => {
  let requests = 0;
  const item = { id: "01999999-0000-7000-8000-000000000000", occurredAt: "", mergePatch: { note: "x".repeat(1_000) } };
  const server = createServer((_request, response) => {
    requests += 1;
    response.writeHead(200, { "content-type": "application/json" });
    const [events, transactions] = [[item], Array.from({ length: 100 }, () => item)];
    response.end(JSON.stringify({ events, transactions, page: requests > 500 ? {} : { nextPage: item.id } }));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  for (const args of [
    ["transactions", "list", "--all", "--json"],
    ["logs", "--follow"],
  ]) {
    requests = 0;
    const child = spawn(process.execPath, [PROGRAM, ...args], {
      env: { ...plainEnvironment, BURSAR_TOKEN: "secret-token:x", PUBLIC_URL: `http://127.0.0.1:${port}` },
      stdio: ["ignore", "pipe", "pipe"],
    });
    child.stdout.destroy();
    const errors = textOf(child.stderr);
    await once(child, "close");
    assert.deepEqual([child.exitCode, await errors], [0, ""], args.join(" "));
    assert.ok(requests < 100, `${args.join(" ")}: ${requests} requests`);
  }
  server.close();
});

test("a command whose output cannot be written says so in a sentence", async (t) => {
  if (!existsSync("/dev/full")) {
    t.skip("this system has no device that is always full");
    return;
  }
  const full = openSync("/dev/full", "w");
  const child = spawn(process.execPath, [PROGRAM, "config"], {
    env: plainEnvironment,
    stdio: ["ignore", full, "pipe"],
  });
  assert.ok(child.stderr);
  const errors = textOf(child.stderr);
  await once(child, "close");
  closeSync(full);
  assert.deepEqual([child.exitCode, await errors], [1, "The output cannot be written: no space left on device.\n"]);
});

test("a command whose files are gone, as after an upgrade, ends with its first problem", async () => {
  const removing = `
    import { registerHooks } from "node:module";
    let isRemoved = false;
    registerHooks({ resolve: (name, context, next) => isRemoved ? next("file:///removed/" + name, context) : next(name, context) });
    globalThis.fetch = () => {
      isRemoved = true;
      setTimeout(() => { throw new Error("Cannot find module"); });
      return new Promise(() => undefined);
    };`;
  const child = spawn(
    process.execPath,
    ["--import", `data:text/javascript,${encodeURIComponent(removing)}`, PROGRAM, "accounts", "list"],
    {
      env: { ...plainEnvironment, BURSAR_TOKEN: "secret-token:x", PUBLIC_URL: "http://127.0.0.1:1" },
      stdio: ["ignore", "ignore", "pipe"],
      timeout: 60_000,
    },
  );
  const errors = textOf(child.stderr);
  await once(child, "close");
  assert.deepEqual([child.exitCode, await errors], [1, "Cannot find module\n"]);
});
