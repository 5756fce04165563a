import assert from "node:assert/strict";
import { execFile, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { chmod, chown, mkdir, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import pg from "pg";
import { removeFolder, temporaryFolder } from "#test/kit/servers/server-process.ts";
import { createMetrics } from "../process/metrics.ts";
import { embeddedFolderOf, embeddedMetrics, findEmbeddedBeside, startEmbedded } from "./open-embedded.ts";
import { socketPathOf } from "./own-server.ts";
import { findPrograms, NoPrograms } from "./programs.ts";

let home: string;
before(async () => {
  home = await temporaryFolder();
});
after(() => removeFolder(home));

const newFolder = async (name: string): Promise<string> => {
  const dataDir = join(home, name);
  await mkdir(dataDir, { mode: 0o700 });
  return dataDir;
};

/** One statement on a connection of its own. */
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

const serverProcess = (dataDir: string): number =>
  Number.parseInt(readFileSync(join(embeddedFolderOf(dataDir), "postmaster.pid"), "utf8"), 10);

async function untilAnswered(url: string, text: string): Promise<readonly Record<string, unknown>[]> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await ask(url, text);
    } catch (error) {
      if (attempt === 600) throw error;
      await sleep(100);
    }
  }
}

describe("the server of a data folder", () => {
  it("waits for the disk, listens on nothing but a socket, and logs no statement", async () => {
    const dataDir = await newFolder("first");
    const server = await startEmbedded({ dataDir });
    try {
      const names = ["fsync", "synchronous_commit", "full_page_writes", "listen_addresses"];
      const [row] = await ask(server.url, `select ${names.map((name) => `current_setting('${name}') as ${name}`)}`);
      assert.deepEqual(row, { fsync: "on", synchronous_commit: "on", full_page_writes: "on", listen_addresses: "" });
      await assert.rejects(ask(server.url, "select 'account 000123456789' / 0"));
      await assert.rejects(ask(server.url, "select * from account_000123456789"));
    } finally {
      await server.close();
    }
    assert.ok(!readFileSync(join(dataDir, "postgres.log"), "utf8").includes("000123456789"));
    assert.deepEqual(
      (await readdir(embeddedFolderOf(dataDir))).filter((name) => /^postmaster\.pid|^\.s\./.test(name)),
      [],
    );
  });

  it("is reached through a longer path than a socket may have", async () => {
    const dataDir = await newFolder("long");
    const deep = join(dataDir, "x".repeat(100));
    await mkdir(deep, { mode: 0o700 });
    const server = await startEmbedded({ dataDir: deep });
    try {
      assert.deepEqual(await ask(server.url, "select 1 as one"), [{ one: 1 }]);
      const other = await findEmbeddedBeside(deep);
      assert.ok(other && other.url !== server.url, "each process has its own way");
      assert.deepEqual(await ask(other.url, "select 2 as two"), [{ two: 2 }]);
      await other.close();
    } finally {
      await server.close();
    }
  });

  it("is reached so by another user, too", { skip: process.getuid?.() !== 0 && "only root has several" }, async () => {
    const dataDir = await newFolder("other");
    const nobody = { uid: 65_534, gid: 65_534 };
    const folder = join(dataDir, "x".repeat(100), "postgres");
    await mkdir(folder, { recursive: true });
    for (const path of [home, dataDir, join(folder, "..")]) await chmod(path, 0o711);
    await chown(folder, nobody.uid, nobody.gid);
    const { url, folder: short, release } = socketPathOf(folder, nobody);
    try {
      await promisify(execFile)("touch", [join(short, "reached")], { ...nobody, cwd: "/" });
      await assert.rejects(promisify(execFile)("ls", [short], { uid: 65_533, gid: 65_533, cwd: "/" }));
      assert.ok(url.includes(encodeURIComponent(short)));
    } finally {
      release();
    }
  });

  it("comes back when it has ended on its own, with everything that was committed", async () => {
    const dataDir = await newFolder("killed");
    const troubles: string[] = [];
    const server = await startEmbedded({ dataDir, onTrouble: (log) => troubles.push(log) });
    try {
      await ask(server.url, "create table kept as select 42 as value");
      process.kill(serverProcess(dataDir), "SIGKILL");
      assert.deepEqual(await untilAnswered(server.url, "select value from kept"), [{ value: 42 }]);
      assert.equal(troubles.length, 1);
      assert.equal(server.failures(), 1);
      const metrics = createMetrics();
      embeddedMetrics(server, metrics);
      assert.match(await metrics.text(), /^bursar_embedded_database_failures_total 1$/m);
    } finally {
      await server.close();
    }
  });

  it("ends with its process, even if that was killed, and the next start waits for it", async () => {
    const dataDir = await newFolder("orphan");
    const module = new URL("open-embedded.ts", import.meta.url);
    const program = `
      const { startEmbedded } = await import("${module}");
      await startEmbedded({ dataDir: process.argv[1] });
      process.kill(process.pid, "SIGKILL");`;
    for (let round = 0; round < 2; round += 1) {
      const ended = await promisify(execFile)(process.execPath, ["--input-type=module", "-e", program, dataDir]).then(
        () => assert.fail("the process was killed"),
        (error: { readonly signal: string }) => error,
      );
      assert.equal(ended.signal, "SIGKILL");
    }
    // At once, while the server of the last one may still be ending.
    const server = await startEmbedded({ dataDir });
    assert.deepEqual(await ask(server.url, "select 1 as one"), [{ one: 1 }]);
    await server.close();
    await assert.rejects(ask(socketPathOf(embeddedFolderOf(dataDir)).url, "select 1"));
  });

  it("does not take another process for its predecessor", { skip: process.platform !== "linux" }, async () => {
    const dataDir = await newFolder("number");
    const first = await startEmbedded({ dataDir });
    const file = join(embeddedFolderOf(dataDir), "postmaster.pid");
    const lines = readFileSync(file, "utf8").split("\n");
    await first.close();
    // As after a container was killed: its next process with this number is another program.
    const other = spawn("sleep", ["600"], { stdio: "ignore" });
    try {
      await writeFile(file, [String(other.pid), ...lines.slice(1)].join("\n"));
      const second = await startEmbedded({ dataDir });
      await second.close();
    } finally {
      other.kill();
    }
  });
});

it("says which programs are missing", () => {
  const linksIn = join(home, "links");
  assert.throws(
    () => findPrograms({ version: 9, linksIn }),
    (error) => {
      assert.ok(error instanceof NoPrograms);
      assert.match(error.message, /created by PostgreSQL 9, whose programs are not on this machine/);
      return true;
    },
  );
});
