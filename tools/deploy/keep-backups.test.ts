import assert from "node:assert/strict";
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { ensureInstalledPrograms, missingInstalledServer } from "../../server/test/kit/databases/postgres-binaries.ts";
import { type PostgresServer, startPostgresServer } from "../../server/test/kit/databases/postgres-server.ts";
import { asAdministrator } from "../../server/test/kit/databases/test-server.ts";
import { eventually } from "../../server/test/kit/service/eventually.ts";

/** The backup of compose.yaml when it was down for so long that the server no longer keeps its log for it. */
const PROGRAM = join(import.meta.dirname, "../../deploy/compose/keep-backups.sh");
const SEGMENT = /^[0-9A-F]{24}/;

describe("the backup of compose.yaml", { skip: missingInstalledServer() }, () => {
  let server: PostgresServer;
  let folder: string;
  const running: ChildProcess[] = [];
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), "bursar-backups-"));
    mkdirSync(join(folder, "data/attachments"), { recursive: true });
    writeFileSync(join(folder, "data/attachments/file"), "content");
    const settings = { max_slot_wal_keep_size: "16MB", min_wal_size: "32MB", max_wal_size: "32MB" };
    server = await startPostgresServer({ installed: true, settings });
  });
  after(() => {
    for (const child of running) child.kill();
    server.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const environment = () => ({
    PATH: `${ensureInstalledPrograms().folder}:${process.env["PATH"]}`,
    SERVER_URL: server.url,
    BACKUPS: join(folder, "backups"),
    DATA: join(folder, "data"),
  });
  const start = (): ChildProcess => {
    const flags = ["--pdeathsig", "TERM", "bash", PROGRAM];
    const child = spawn("setpriv", flags, { env: environment(), stdio: "ignore" });
    running.push(child);
    return child;
  };
  const check = () => spawnSync("bash", [PROGRAM, "check"], { env: environment() }).status;
  const namesIn = (name: string): readonly string[] => {
    const path = join(folder, "backups", name);
    return existsSync(path) ? readdirSync(path) : [];
  };
  const finished = () => namesIn("base").filter((name) => name.endsWith("Z"));

  it("takes a base backup with attachments at once, and stops by a signal", async () => {
    mkdirSync(join(folder, "backups/base"), { recursive: true });
    assert.equal(check(), 1, "there is none yet");
    const backup = start();
    await eventually("the base backup is finished", () => finished().length === 1);
    await eventually("the log is received", () => namesIn("log").some((name) => SEGMENT.test(name)));
    assert.equal(check(), 0);
    assert.deepEqual(namesIn(`base/${finished()[0]}/attachments`), ["file"]);
    backup.kill();
    assert.deepEqual(await once(backup, "exit"), [0, null]);
  });

  it("starts over when the server has removed what was not received, and keeps what was", async () => {
    const received = namesIn("log");
    await asAdministrator(server.url, async (client) => {
      await client.query("create table filler as select repeat('x', 1000) as x from generate_series(1, 150000)");
      for (let pass = 0; pass < 2; pass += 1) await client.query("checkpoint");
      const { rows } = await client.query("select wal_status from pg_replication_slots");
      assert.deepEqual(rows, [{ wal_status: "lost" }]);
    });
    const backup = start();
    await eventually("another base backup is finished", () => finished().length === 2);
    await eventually("the log is received", () => namesIn("log").some((name) => SEGMENT.test(name)));
    const [kept = ""] = namesIn(".").filter((name) => name.startsWith("log-until-"));
    assert.deepEqual(namesIn(kept), received);

    server.kill();
    const [code] = await once(backup, "exit");
    assert.equal(code, 1, "without a server, the container ends and is started again");
  });
});
