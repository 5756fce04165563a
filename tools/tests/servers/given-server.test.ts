import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { asAdministrator, postgresUrl, RUN } from "../../../server/test/kit/databases/test-server.ts";
import { readRequest } from "../request.ts";
import { useGivenServer } from "./given-server.ts";
import { filesWithOwnServer } from "./own-servers.ts";

const ROOT = new URL("../../..", import.meta.url).pathname;

test("takes the server's URL from the command line", () => {
  const url = "postgres://tester@db.example.com/postgres";
  for (const given of [
    ["--database-url", url, "given-server"],
    ["given-server", `--database-url=${url}`],
  ]) {
    const request = readRequest(ROOT, given);
    assert.equal(request.databaseUrl, url);
    assert.deepEqual([request.files, request.flags], [["tools/tests/servers/given-server.test.ts"], []]);
  }
  assert.equal(readRequest(ROOT, ["given-server"]).databaseUrl, undefined);
});

test("says what a server or its role lacks", async (t) => {
  const server = await postgresUrl();
  const role = `${RUN}_weak_${randomBytes(4).toString("hex")}`;
  const password = randomBytes(8).toString("hex");
  await asAdministrator(server, (client) => client.query(`create role ${role} login createdb password '${password}'`));
  t.after(() => asAdministrator(server, (client) => client.query(`drop role ${role}`)));
  const url = new URL(server);
  [url.username, url.password] = [role, password];
  await assert.rejects(useGivenServer(url.toString()), /lacks CREATEROLE, .* alter role "\w+" createrole;$/);
  await assert.rejects(useGivenServer("postgres://nobody@127.0.0.1:1/postgres"), /cannot be used: .*ECONNREFUSED/);
  await assert.rejects(useGivenServer("mysql://127.0.0.1/test"), /takes a URL such as postgres:/);
});

/** Creates a database and a role under the names of its run, prints these names, and waits. */
const RUNNER = `
  import { asAdministrator, SERVER_VARIABLES } from ${JSON.stringify(import.meta.resolve("../../../server/test/kit/databases/test-server.ts"))};
  import { useGivenServer } from ${JSON.stringify(import.meta.resolve("./given-server.ts"))};
  const run = (await useGivenServer(process.env.SERVER)).environment[SERVER_VARIABLES.run];
  await asAdministrator(process.env.SERVER, async (client) => {
    await client.query("create role " + run + "_serving login");
    await client.query("create database " + run + "_test_1 template template0");
  });
  console.log(run);
  setInterval(() => undefined, 1e9);`;

test("removes the databases and roles of a run, even if it was killed", async () => {
  const server = await postgresUrl();
  const runner = spawn(process.execPath, ["--input-type=module", "-e", RUNNER], {
    env: { ...process.env, SERVER: server },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [run] = await once(createInterface(runner.stdout), "line");
  const left = () =>
    asAdministrator(server, async (client) => {
      const found = await client.query<{ name: string }>(
        "select datname as name from pg_database union all select rolname from pg_roles",
      );
      return found.rows.map(({ name }) => name).filter((name) => name.startsWith(`${run}_`));
    });
  assert.deepEqual(await left(), [`${run}_test_1`, `${run}_serving`]);
  runner.kill("SIGKILL");
  for (let attempt = 0; (await left()).length > 0; attempt += 1) {
    assert.ok(attempt < 300, "the database or the role is still there");
    await sleep(100);
  }
});

test("lists the tests that start a server of their own", () => {
  const tests = ["server/test/laws/money/01-database-kill.test.ts", "server/test/laws/money/01-kill.slow.test.ts"];
  assert.deepEqual(filesWithOwnServer(ROOT, tests), tests.slice(0, 1));
});
