import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { after, before, describe, it } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import pg from "pg";
import { freshDatabase } from "./databases.ts";
import { type PostgresServer, startPostgresServer } from "./postgres-server.ts";

async function ask(url: string, text: string): Promise<readonly Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  client.on("error", () => undefined);
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

describe("the tests' PostgreSQL server", () => {
  let server: PostgresServer;
  before(async () => {
    server = await startPostgresServer();
  });
  after(() => server.stop());

  it("is durable, as in production", async () => {
    const [row] = await ask(
      server.url,
      "select current_setting('fsync') as fsync, current_setting('synchronous_commit') as commit",
    );
    assert.deepEqual(row, { fsync: "on", commit: "on" });
  });

  it("keeps committed data when it is killed and restarted", async () => {
    await ask(server.url, "create table kept (value int)");
    await ask(server.url, "insert into kept values (42)");
    server.kill();
    await server.restart();
    assert.deepEqual(await ask(server.url, "select value from kept"), [{ value: 42 }]);
  });

  it("ends with the process that started it, even if that process was killed with SIGKILL", async () => {
    const kit = new URL("postgres-server.ts", import.meta.url);
    const program = `
      const { startPostgresServer } = await import("${kit}");
      const { url } = await startPostgresServer();
      process.stdout.write(url, () => process.kill(process.pid, "SIGKILL"));`;
    const ended = await promisify(execFile)(process.execPath, ["--input-type=module", "-e", program]).then(
      () => assert.fail("the process was killed"),
      (error: { readonly stdout: string; readonly signal: string }) => error,
    );
    assert.equal(ended.signal, "SIGKILL");
    await untilRefused(ended.stdout);
  });
});

async function untilRefused(url: string): Promise<void> {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const refused = await ask(url, "select 1").then(
      () => false,
      (error: { readonly code?: string }) => error.code === "ECONNREFUSED",
    );
    if (refused) return;
    await sleep(50);
  }
  assert.fail(`the server at ${url} outlives its owner`);
}

describe("a fresh database", () => {
  it("is migrated, and each call creates another one", async () => {
    const databases = await Promise.all([freshDatabase(), freshDatabase(), freshDatabase()]);
    assert.equal(new Set(databases.map(({ url }) => url)).size, 3);
    for (const { url, drop } of databases) {
      const [row] = await ask(url, "select count(*)::int as migrations from schema_migrations");
      assert.ok(Number(row?.["migrations"]) > 0);
      await drop();
      await assert.rejects(ask(url, "select 1"), { code: "3D000" });
    }
  });
});

it("leaves nothing in the folder of a stopped server", async () => {
  const server = await startPostgresServer({ settings: { fsync: "off" } });
  const [row] = await ask(
    server.url,
    "select current_setting('data_directory') as folder, current_setting('fsync') as fsync",
  );
  assert.equal(row?.["fsync"], "off");
  server.stop();
  assert.equal(existsSync(String(row?.["folder"])), false);
});
