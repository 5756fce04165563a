import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { after, describe, test } from "node:test";
import type { PayManyResult, PaymentRow } from "@bursar/sdk";
import { fileJournal } from "@bursar/sdk/node";
import { openFaultyLink } from "../../kit/faults/faulty-link.ts";
import { long, testSeed } from "../../kit/faults/random.ts";
import type { PayManyProcess } from "../../kit/sdk/pay-many-process.ts";
import { openSdkWorld } from "../../kit/sdk/sdk-world.ts";
import { plainEnvironment, removeFolder, startServer, temporaryFolder } from "../../kit/servers/server-process.ts";
import { freePort } from "../../kit/service/free-port.ts";

/**
 * Law 50: `payMany` pays each row once, wherever its process is killed and wherever the network is cut, once it was
 * called again with the same rows and the same journal. Rows are distinguished by their notes, or their amounts.
 */
const { organization, url, port, client } = await openSdkWorld();
const { accountId, recipientId } = organization;
const bursar = client();
const folder = await temporaryFolder();
after(() => removeFolder(folder));

const PROGRAM = join(import.meta.dirname, "../../kit/sdk/pay-many-process.ts");
const ROWS = 3;
/** Every case, or one in so many, others in each run. */
const start = testSeed("law 50");
const inTurn = (at: number, every: number): boolean => long || (at + start) % every === 0;

let amounts = 0;
/** Their amounts are unique, so the duplicate guard applies to none of them: what pays twice is seen. */
const rowsOf = (name: string): readonly PaymentRow[] =>
  Array.from({ length: ROWS }, (_, row) => {
    amounts += 1;
    return { recipientId, amount: amounts / 100, paymentMethod: "ach", note: `${name} row ${row}` };
  });

const journalOf = (name: string): string => join(folder, `${name.replaceAll(" ", "-")}.journal`);

interface Case {
  readonly name: string;
  readonly direct: boolean;
  readonly rows: readonly PaymentRow[];
}

const cases: Case[] = [];
const newCase = (name: string, direct: boolean): Case => {
  const made = { name, direct, rows: rowsOf(name) };
  cases.push(made);
  return made;
};

/** Runs the program until it ends, or kills itself. */
async function runKilledAt({ name, direct, rows }: Case, killAt?: number) {
  const input: PayManyProcess = {
    baseUrl: url,
    token: organization.token,
    journal: journalOf(name),
    accountId,
    direct,
    rows,
    ...(killAt === undefined ? {} : { killAt }),
  };
  const child = spawn(process.execPath, [PROGRAM], {
    env: { ...plainEnvironment, PAY_MANY: JSON.stringify(input) },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const output: string[] = [];
  child.stdout.on("data", (text) => output.push(String(text)));
  const signal = await new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (_code, by) => resolve(by));
  });
  return { wasKilled: signal === "SIGKILL", output: output.join("") };
}

async function finish({ name, direct, rows }: Case): Promise<PayManyResult> {
  const result = await bursar.payMany(rows, { journal: fileJournal(journalOf(name)), accountId, direct });
  assert.deepEqual(result.counts, { accepted: ROWS, refused: 0, unknown: 0, notSent: 0 }, name);
  return result;
}

/** What the organization has, by note: payments that were sent, and those that wait for approval. */
async function everythingPaid(): Promise<ReadonlyMap<string, number>> {
  const times = new Map<string, number>();
  const count = (note: string) => times.set(note, (times.get(note) ?? 0) + 1);
  for await (const { note } of bursar.transactions.list({ kind: ["outgoingPayment"] })) count(note ?? "");
  for await (const { amount } of bursar.approvalRequests.listSendMoney()) count(`requested ${amount}`);
  return times;
}

describe("law 50: payMany pays each row once", () => {
  test("killed whenever an await continues, and called again", { timeout: 1_800_000 }, async (t) => {
    for (const direct of [true, false]) {
      const whole = newCase(`whole ${direct}`, direct);
      const { output } = await runKilledAt(whole);
      const { awaits } = JSON.parse(output) as { readonly awaits: number };
      assert.ok(awaits > 50, `${awaits} awaits`);
      let kills = 0;
      for (let killAt = 1; killAt <= awaits; killAt += 1) {
        if (!inTurn(killAt, 41)) continue;
        const killed = newCase(`killed ${direct} ${killAt}`, direct);
        if ((await runKilledAt(killed, killAt)).wasKilled) kills += 1;
        await finish(killed);
      }
      // The number of awaits varies a little with how the network divides answers.
      assert.ok(kills > 0, "no process was killed");
      t.diagnostic(`${kills} processes killed at ${awaits} awaits`);
    }
  });

  test("killed again and again while it continues", { timeout: 600_000 }, async () => {
    const restless = newCase("restless", true);
    for (let killAt = 5 + (start % 40); killAt < 1_000; killAt += long ? 23 : 97)
      if (!(await runKilledAt(restless, killAt)).wasKilled) break;
    await finish(restless);
  });

  for (const side of ["requests", "answers"] as const)
    test(`with the network cut after any byte of ${side}`, { timeout: 1_800_000 }, async () => {
      const link = await openFaultyLink(port);
      try {
        const through = client({ baseUrl: `http://127.0.0.1:${link.port}`, retryDelayMs: 1 });
        const pay = ({ name, direct, rows }: Case) =>
          through.payMany(rows, { journal: fileJournal(journalOf(name)), accountId, direct, maxRetries: 0 });
        const whole = newCase(`uncut ${side}`, true);
        link.heal();
        await pay(whole);
        const bytes = side === "requests" ? link.sent() : link.received();
        assert.ok(bytes > 1_000, `${bytes} bytes`);
        let unknown = 0;
        for (let at = 0; at < bytes; at += 1) {
          if (!inTurn(at, 61)) continue;
          const cut = newCase(`cut ${side} ${at}`, at % 2 === 0);
          link.fail(side === "requests" ? "cut" : "cutAnswer", at);
          // Without a token's answer, the run does not even begin.
          const first = await pay(cut).catch(() => undefined);
          unknown += first?.counts.unknown ?? 0;
          link.heal();
          await finish(cut);
        }
        assert.ok(unknown > 0, "no row was ever in doubt");
      } finally {
        await link.close();
      }
    });

  test("by two processes at the same time", { timeout: 300_000 }, async () => {
    for (const direct of [true, false]) {
      const both = newCase(`both ${direct}`, direct);
      await Promise.all([runKilledAt(both), runKilledAt(both)]);
      await finish(both);
    }
  });

  test("while the service is killed and started again", { timeout: 600_000 }, async () => {
    const dataDir = join(folder, "killed-service");
    const ownPort = await freePort();
    const startAgain = () => startServer({ dataDir, port: ownPort });
    let server = await startAgain();
    try {
      const { tokens, accounts, recipients } = await server.demo();
      const payee = recipients.find(({ methods }) => methods.includes("ach"))?.id ?? "";
      const ofDemo = client({ baseUrl: server.url, token: tokens.readWrite, timeoutMs: 10_000 });
      const rows = Array.from({ length: 40 }, (_, row): PaymentRow => {
        return { recipientId: payee, amount: 777 + row / 100, paymentMethod: "ach", note: `outage ${row}` };
      });
      let restarted = Promise.resolve();
      const { counts } = await ofDemo.payMany(rows, {
        accountId: accounts.find(({ kind }) => kind === "checking")?.id ?? "",
        direct: true,
        // Pauses are short here, and a start takes seconds.
        maxRetries: 10_000,
        onProgress: ({ done }) => {
          if (done !== 5) return;
          restarted = server.kill().then(async () => {
            server = await startAgain();
          });
        },
      });
      await restarted;
      assert.deepEqual(counts, { accepted: rows.length, refused: 0, unknown: 0, notSent: 0 });
      const notes: (string | null)[] = [];
      for await (const { note } of ofDemo.transactions.list({ amountMin: 777, amountMax: 777.39 })) notes.push(note);
      const ours = notes.filter((note) => note?.startsWith("outage "));
      assert.deepEqual([ours.length, new Set(ours).size], [rows.length, rows.length]);
    } finally {
      await server.stop();
    }
  });

  test("no row was paid twice, and none was left out", async () => {
    const times = await everythingPaid();
    assert.ok(cases.length > 20);
    for (const { rows, direct, name } of cases) {
      assert.ok(existsSync(journalOf(name)));
      for (const { note, amount } of rows)
        assert.equal(times.get(direct ? (note ?? "") : `requested ${amount}`), 1, `${name}: ${note}`);
    }
    const expected = cases.reduce((sum, { rows }) => sum + rows.length, 0);
    assert.equal(
      [...times.values()].reduce((sum, count) => sum + count, 0),
      expected,
    );
  });
});
