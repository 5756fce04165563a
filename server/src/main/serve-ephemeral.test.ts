import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { describe, it } from "node:test";
import { plainEnvironment, removeFolder, startServer, temporaryFolder } from "#test/kit/servers/server-process.ts";
import { apiClient } from "#test/kit/service/client.ts";
import { bursar } from "#test/kit/service/command.ts";
import type { Ready } from "./testing/start-bursar.ts";

const PROGRAM = join(import.meta.dirname, "../cli/main.ts");

describe("a service that keeps nothing", () => {
  it("prints one line of JSON, pays, and leaves no file, whatever the environment says", async () => {
    const folder = await temporaryFolder();
    const child = spawn(process.execPath, [PROGRAM, "serve", "--ephemeral"], {
      cwd: folder,
      env: {
        ...plainEnvironment,
        TMPDIR: folder,
        BURSAR_DATA_DIR: join(folder, "data"),
        DATABASE_URL: "postgres://nobody@127.0.0.1:1/nothing",
        SMTP_URL: "smtp://127.0.0.1:1",
        PORT: "1",
      },
      stdio: ["ignore", "pipe", "ignore"],
    });
    const lines: string[] = [];
    const printed = createInterface({ input: child.stdout }).on("line", (line) => lines.push(line));
    await Promise.race([once(printed, "line"), once(printed, "close")]);
    const { baseUrl, tokens, accounts, recipients, pid }: Ready = JSON.parse(lines[0] ?? "");
    assert.equal(pid, child.pid);
    const client = apiClient(new URL(baseUrl).origin, tokens.readWrite);
    const body = { recipientId: recipients[0]?.id, amount: 5, paymentMethod: "ach", idempotencyKey: "ephemeral" };
    const paid = await client.post(`/account/${accounts[0]?.id}/transactions`, body);
    client.close();
    assert.equal(paid.status, 200);
    child.kill("SIGTERM");
    await once(child, "close");
    assert.deepEqual([lines.length, readdirSync(folder)], [1, []]);
    await removeFolder(folder);
  });

  it("is refused with a database or a data folder, which it would not use", async () => {
    const dataDir = await temporaryFolder();
    for (const flags of [["--data-dir", dataDir], ["--database-url", "postgres://db/bursar"], ["--no-demo"]]) {
      const refused = await bursar(["serve", "--ephemeral", ...flags], { dataDir });
      assert.deepEqual([refused.exitCode, refused.output], [2, ""], flags.join(" "));
      assert.match(refused.errors, /^--ephemeral has a demo organization and a database of its own/);
    }
    assert.deepEqual(readdirSync(dataDir), []);
    await removeFolder(dataDir);
  });
});

describe("a sandbox without a demo", () => {
  it("begins with a code for the first administrator, also when it starts again", async () => {
    const dataDir = await temporaryFolder();
    for (const _start of [1, 2]) {
      const server = await startServer({ dataDir, flags: ["--no-demo"] });
      assert.match(server.output(), /There is no organization yet\. Create yours, .*\/dashboard\/setup with this code/);
      assert.ok(!existsSync(join(dataDir, "demo.json")));
      await server.stop();
    }
    await removeFolder(dataDir);
  });
});
