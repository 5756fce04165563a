import assert from "node:assert/strict";
import { after, test } from "node:test";
import pg from "pg";
import { freshDatabase } from "../kit/databases/databases.ts";
import { openServerSessions } from "./server-sessions.ts";
import { openWire } from "./wire.ts";

/** The simulation's way to PostgreSQL (ADR 0141): sessions outlive connections, and nothing of one reaches the next. */
const fresh = await freshDatabase();
const server = new URL(fresh.ownerUrl);
const sessions = openServerSessions({ host: server.hostname, port: Number(server.port) });
const wire = await openWire(sessions);
after(async () => {
  wire.close();
  sessions.close();
  await fresh.drop();
});

async function connect(): Promise<pg.Client> {
  const url = new URL(fresh.ownerUrl);
  url.hostname = "127.0.0.1";
  url.port = `${wire.port}`;
  const client = new pg.Client({ connectionString: url.toString() });
  client.on("error", () => undefined);
  await client.connect();
  return client;
}
const answerTo = async (client: pg.Client, text: string): Promise<unknown> =>
  Object.values((await client.query(text)).rows[0] as object)[0];

test("a connection that ends leaves its session to the next one, without its transaction and settings", async () => {
  const first = await connect();
  const pid = await answerTo(first, "select pg_backend_pid()");
  await first.query("create table left_behind (id integer)");
  await first.query("set statement_timeout = '7s'");
  await first.query("begin; insert into left_behind values (1)");
  await first.end();
  await sessions.settled();
  const second = await connect();
  assert.equal(await answerTo(second, "select pg_backend_pid()"), pid);
  assert.equal(await answerTo(second, "select count(*)::int from left_behind"), 0);
  assert.equal(await answerTo(second, "show statement_timeout"), "0");
  await second.end();
});

test("a commit that is cut has not happened, and one whose answer is lost has", async () => {
  for (const [fault, rows] of [
    ["cut", 0],
    ["loseAnswer", 1],
  ] as const) {
    const client = await connect();
    await client.query("drop table if exists committed");
    await client.query("create table committed (id integer)");
    wire.arm({ fault, moment: "commit", left: 1, refuses: false });
    await client.query("begin");
    await client.query("insert into committed values ($1)", [1]);
    await assert.rejects(client.query("commit"), /terminated unexpectedly|ECONNRESET/);
    assert.deepEqual(wire.met(), { fault, moment: "commit" });
    wire.arm(undefined);
    await sessions.settled();
    const next = await connect();
    assert.equal(await answerTo(next, "select count(*)::int from committed"), rows, fault);
    await next.end();
    await sessions.settled();
  }
});

test("a statement is prepared once in a session, for all its connections, and again after an error", async () => {
  const ask = async (client: pg.Client, name: string, value: string): Promise<unknown> =>
    (await client.query({ name, text: "select 10 / $1::int as share", values: [value] })).rows[0]?.share;
  const first = await connect();
  await assert.rejects(ask(first, "by_zero", "0"), /division by zero/);
  assert.equal(await ask(first, "again", "5"), 2);
  await first.end();
  await sessions.settled();
  const second = await connect();
  assert.equal(await ask(second, "other_name", "2"), 5);
  const prepared = "select count(*)::int from pg_prepared_statements where statement like 'select 10 /%'";
  assert.equal(await answerTo(second, prepared), 2, "once before the error, and once after it");
  await second.end();
});
