import assert from "node:assert/strict";
import { appendFile, readFile, stat, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { after, describe, it } from "node:test";
import {
  AuthenticationError,
  ConnectionError,
  JournalMismatch,
  memoryJournal,
  type PaymentRow,
  type Progress,
  RowsError,
  ValidationError,
} from "@bursar/sdk";
import { fileJournal } from "@bursar/sdk/node";
import { openFaultyLink } from "../../kit/faults/faulty-link.ts";
import { openSdkWorld } from "../../kit/sdk/sdk-world.ts";
import { removeFolder, temporaryFolder } from "../../kit/servers/server-process.ts";

/** `payMany` against the service: results, and runs that are continued. Law 50 kills it. */
const { world, organization, port, client } = await openSdkWorld();
const { accountId, recipientId } = organization;
const bursar = client();
const folder = await temporaryFolder();
after(() => removeFolder(folder));

let files = 0;
const newPath = (): string => {
  files += 1;
  return join(folder, `run-${files}.journal`);
};

let amounts = 0;
const newRow = (row: Partial<PaymentRow> = {}): PaymentRow => {
  amounts += 1;
  return { recipientId, amount: amounts / 100, paymentMethod: "ach", ...row };
};
const newRows = (count: number): readonly PaymentRow[] => Array.from({ length: count }, () => newRow());
const unknownId = "01970000-0000-7000-8000-00000000ffff";

async function countOf({ amount }: PaymentRow): Promise<number> {
  const { transactions } = await bursar.transactions.list({ amountMin: amount, amountMax: amount });
  return transactions.length;
}

describe("payMany", () => {
  it("requests approval for each row by default, one after another, and reports each", async () => {
    const rows = newRows(3);
    const progress: Progress[] = [];
    let atOnce = 0;
    const counting = client({
      onRequest: () => {
        atOnce += 1;
        assert.equal(atOnce, 1, "never two requests at once");
      },
      onResponse: () => {
        atOnce -= 1;
      },
    });
    const { results, counts, stopped } = await counting.payMany(rows, {
      accountId,
      onProgress: (each) => void progress.push(each),
    });
    assert.deepEqual(counts, { accepted: 3, refused: 0, unknown: 0, notSent: 0 });
    assert.equal(stopped, undefined);
    assert.deepEqual(
      progress.map(({ done, total, result }) => [done, total, result.status]),
      [
        [1, 3, "accepted"],
        [2, 3, "accepted"],
        [3, 3, "accepted"],
      ],
    );
    for (const [index, result] of results.entries()) {
      assert.ok(result.status === "accepted");
      const request = await bursar.approvalRequests.getSendMoney(result.id);
      assert.deepEqual([request.amount, request.status], [rows[index]?.amount, "pendingApproval"]);
    }
    assert.equal(new Set(results.map(({ key }) => key)).size, 3);
  });

  it("sends without approval if direct is set, and continues after a row that is refused", async () => {
    const rows = [newRow(), newRow({ recipientId: unknownId }), newRow({ accountId: unknownId }), newRow()];
    const { results, counts, stopped } = await bursar.payMany(rows, { accountId, direct: true });
    assert.deepEqual(counts, { accepted: 2, refused: 2, unknown: 0, notSent: 0 });
    assert.equal(stopped, undefined);
    const [, refused] = results;
    assert.ok(refused?.status === "refused" && refused.error instanceof ValidationError);
    assert.equal(refused.error.errorCode, "recipientNotFound");
    assert.deepEqual(await Promise.all(rows.map(countOf)), [1, 0, 0, 1]);
  });

  it("pauses after each row that is refused, twice as long after the next one, until one is accepted", async () => {
    const sentAt: number[] = [];
    const timed = client({ onRequest: () => void sentAt.push(performance.now()) });
    const refused = () => newRow({ recipientId: unknownId });
    await timed.payMany([refused(), refused(), newRow(), newRow()], { accountId, direct: true });
    const [first = 0, second = 0, third = 0, fourth = 0] = sentAt.slice(1);
    assert.equal(sentAt.length, 5, "the token's organization, and one request for each row");
    // Timers may be a millisecond early.
    assert.ok(second - first >= 249 && third - second >= 499, `${sentAt.join()}`);
    assert.ok(fourth > third);
  });

  it("sends nothing if any row is wrong, and names each", async () => {
    const good = newRow();
    const wrong: PaymentRow[] = [
      newRow({ amount: 0 }),
      newRow({ amount: 0.001 }),
      newRow({ amount: Number.NaN }),
      newRow({ amount: -5 }),
      newRow({ recipientId: "" }),
      newRow({ idempotencyKey: "" }),
      newRow({ idempotencyKey: "twice" }),
      newRow({ idempotencyKey: "twice" }),
    ];
    const run = bursar.payMany([good, ...wrong], { accountId, direct: true });
    await assert.rejects(run, (error) => {
      assert.ok(error instanceof RowsError);
      assert.deepEqual(
        error.problems.map(({ index }) => index),
        [1, 2, 3, 4, 5, 6, 8],
      );
      assert.match(error.message, /nothing was sent/);
      return true;
    });
    assert.equal(await countOf(good), 0);
    await assert.rejects(bursar.payMany([good], { direct: true }), /Set accountId/);
  });

  it("stops at once when every row would be refused, and pays the rest when it is called again", async () => {
    const rows = newRows(3);
    const journal = fileJournal(newPath());
    const revoked = client({ token: `${organization.token.slice(0, -9)}xxx_rasrub` });
    await assert.rejects(revoked.payMany(rows, { journal, accountId, direct: true }), AuthenticationError);
    const readOnly = client({ token: await organization.newToken({ kind: "readOnly", allowlist: [] }) });
    const { counts, stopped } = await readOnly.payMany(rows, { journal, accountId, direct: true });
    assert.deepEqual(counts, { accepted: 0, refused: 1, unknown: 0, notSent: 2 });
    assert.ok(stopped instanceof Error);
    const { counts: after } = await bursar.payMany(rows, { journal, accountId, direct: true });
    assert.equal(after.accepted, 3);
    assert.deepEqual(await Promise.all(rows.map(countOf)), [1, 1, 1]);
  });

  it("stops between rows when its signal is aborted, and leaves none in doubt", async () => {
    const rows = newRows(4);
    const journal = memoryJournal();
    const controller = new AbortController();
    const { counts, stopped } = await bursar.payMany(rows, {
      journal,
      accountId,
      direct: true,
      signal: controller.signal,
      onProgress: ({ done }) => {
        if (done === 2) controller.abort();
      },
    });
    assert.deepEqual([counts, stopped], [{ accepted: 2, refused: 0, unknown: 0, notSent: 2 }, "aborted"]);
    const { counts: after } = await bursar.payMany(rows, { journal, accountId, direct: true });
    assert.equal(after.accepted, 4);
    assert.deepEqual(await Promise.all(rows.map(countOf)), [1, 1, 1, 1]);
  });

  it("reports a row without an answer as unknown, with its key, and stops", async () => {
    const link = await openFaultyLink(port);
    try {
      const rows = newRows(3);
      const journal = fileJournal(newPath());
      const through = client({ baseUrl: `http://127.0.0.1:${link.port}` });
      const { results, counts, stopped } = await through.payMany(rows, {
        journal,
        accountId,
        direct: true,
        maxRetries: 1,
        onProgress: ({ done }) => {
          if (done === 1) link.fail("cutAnswer", 0);
        },
      });
      assert.deepEqual(counts, { accepted: 1, refused: 0, unknown: 1, notSent: 1 });
      const [, unknown] = results;
      assert.ok(unknown?.status === "unknown" && unknown.error instanceof ConnectionError);
      assert.equal(stopped, unknown.error);
      assert.equal(unknown.error.idempotencyKey, unknown.key);
      link.heal();
      const again = await through.payMany(rows, { journal, accountId, direct: true });
      assert.equal(again.counts.accepted, 3);
      assert.deepEqual(await Promise.all(rows.map(countOf)), [1, 1, 1]);
    } finally {
      await link.close();
    }
  });
});

describe("a run that is continued", () => {
  it("sends nothing again that its journal has as accepted", async () => {
    const rows = newRows(2);
    const path = newPath();
    await bursar.payMany(rows, { journal: fileJournal(path), accountId, direct: true });
    const sent: string[] = [];
    const watching = client({ onRequest: ({ operation }) => void sent.push(operation) });
    const { results } = await watching.payMany(rows, { journal: fileJournal(path), accountId, direct: true });
    assert.deepEqual(sent, ["GET /token"]);
    for (const result of results) {
      assert.ok(result.status === "accepted" && result.payment === undefined);
      assert.equal((await bursar.transactions.get(result.id)).id, result.id);
    }
  });

  it("may have its rows in another order, and more of them", async () => {
    const rows = newRows(3);
    const journal = fileJournal(newPath());
    await bursar.payMany(rows.slice(0, 2), { journal, accountId, direct: true });
    await bursar.payMany(rows.toReversed(), { journal, accountId, direct: true });
    assert.deepEqual(await Promise.all(rows.map(countOf)), [1, 1, 1]);
  });

  it("pays two equal rows as two payments, each once", async () => {
    const row = newRow();
    const path = newPath();
    for (let time = 0; time < 2; time += 1) {
      const { counts } = await bursar.payMany([row, row], { journal: fileJournal(path), accountId });
      assert.equal(counts.accepted, 2);
    }
    const requested: string[] = [];
    for await (const { amount, requestId } of bursar.approvalRequests.listSendMoney())
      if (amount === row.amount) requested.push(requestId);
    assert.equal(requested.length, 2);
  });

  it("finds out what happened to rows whose journal lost its end", async () => {
    const rows = newRows(3);
    const path = newPath();
    await bursar.payMany(rows, { journal: fileJournal(path), accountId, direct: true });
    const text = await readFile(path, "utf8");
    const [header = ""] = text.split("\n");
    for (let left = header.length + 1; left < text.length; left += 37) {
      await writeFile(path, text.slice(0, left));
      const { counts } = await bursar.payMany(rows, { journal: fileJournal(path), accountId, direct: true });
      assert.equal(counts.accepted, 3);
    }
    await truncate(path, header.length + 1);
    await appendFile(path, '{"key":"cut\0\n\n');
    assert.equal(
      (await bursar.payMany(rows, { journal: fileJournal(path), accountId, direct: true })).counts.accepted,
      3,
    );
    assert.deepEqual(await Promise.all(rows.map(countOf)), [1, 1, 1]);
  });

  it("finds a row in doubt that would be refused now, because it has spent the balance", async () => {
    const ownAccount = await organization.newAccount("One payment");
    const rows = [newRow()];
    await organization.deposit(ownAccount, BigInt(amounts));
    const path = newPath();
    const pay = () => bursar.payMany(rows, { journal: fileJournal(path), accountId: ownAccount, direct: true });
    const first = await pay();
    const text = await readFile(path, "utf8");
    await writeFile(path, text.replace(/^.*"accepted".*\n/m, ""));
    const { results } = await pay();
    const [before, now] = [first.results[0], results[0]];
    assert.ok(before?.status === "accepted" && now?.status === "accepted", JSON.stringify(now));
    assert.equal(now.id, before.id);
    assert.equal((await bursar.accounts.get(ownAccount)).availableBalance, 0);
  });

  it("leaves a row in doubt if the token is refused, which says nothing about the row", async () => {
    const rows = newRows(2);
    const path = newPath();
    await bursar.payMany(rows.slice(0, 1), { journal: fileJournal(path), accountId, direct: true });
    const text = await readFile(path, "utf8");
    await writeFile(path, text.replace(/^.*"accepted".*\n/m, ""));
    const readOnly = client({ token: await organization.newToken({ kind: "readOnly", allowlist: [] }) });
    for (let time = 0; time < 2; time += 1) {
      const { counts } = await readOnly.payMany(rows, { journal: fileJournal(path), accountId, direct: true });
      assert.deepEqual(counts, { accepted: 0, refused: 0, unknown: 1, notSent: 1 });
    }
    const { counts } = await bursar.payMany(rows, { journal: fileJournal(path), accountId, direct: true });
    assert.equal(counts.accepted, 2);
    assert.deepEqual(await Promise.all(rows.map(countOf)), [1, 1]);
  });

  it("is in doubt again if it is sent again after it was refused", async () => {
    const rows = [newRow({ recipientId: unknownId })];
    const path = newPath();
    for (let time = 0; time < 2; time += 1)
      await bursar.payMany(rows, { journal: fileJournal(path), accountId, direct: true });
    const states = [...(await readFile(path, "utf8")).matchAll(/"state":"(\w+)"/g)].map(([, state]) => state);
    assert.deepEqual(states, ["sending", "refused", "sending", "refused"]);
  });

  it("is refused if it would send in another way, or for another organization", async () => {
    const rows = newRows(1);
    const journal = fileJournal(newPath());
    await bursar.payMany(rows, { journal, accountId });
    await assert.rejects(bursar.payMany(rows, { journal, accountId, direct: true }), JournalMismatch);
    const other = await world.newOrganization();
    await assert.rejects(client({ token: other.token }).payMany(rows, { journal, accountId }), JournalMismatch);
  });

  it("is refused if a row with a key of its own has changed", async () => {
    const journal = fileJournal(newPath());
    const row = newRow({ idempotencyKey: "invoice-7" });
    await bursar.payMany([row], { journal, accountId, direct: true });
    const changed = { ...row, amount: row.amount + 100 };
    await assert.rejects(bursar.payMany([changed], { journal, accountId, direct: true }), RowsError);
    const { results } = await bursar.payMany([changed], { accountId, direct: true });
    assert.ok(results[0]?.status === "refused");
    assert.equal(results[0].error.errorCode, "idempotencyKeyReused");
    assert.equal(await countOf(changed), 0);
  });
});

describe("a journal in a file", () => {
  it("is readable by its owner only, and has no amount, name, or account", async () => {
    const path = newPath();
    const row = newRow({ externalMemo: "Salary of Jane", amount: 4321.99 });
    await bursar.payMany([row], { journal: fileJournal(path), accountId, direct: true });
    const text = await readFile(path, "utf8");
    for (const secret of ["4321", "Jane", recipientId, accountId]) assert.ok(!text.includes(secret), text);
    if (process.platform !== "win32") assert.equal((await stat(path)).mode & 0o777, 0o600);
  });

  it("is not mistaken: another file is left as it is", async () => {
    const path = newPath();
    await writeFile(path, "recipient,amount\nGlobex,5\n");
    await assert.rejects(bursar.payMany(newRows(1), { journal: fileJournal(path), accountId }), /is not a journal/);
    assert.equal(await readFile(path, "utf8"), "recipient,amount\nGlobex,5\n");
  });

  it("that cannot be written stops the run before the row is sent", async () => {
    const row = newRow();
    const journal = memoryJournal();
    const full = { ...journal, append: () => Promise.reject(new Error("No space left on the disk")) };
    await assert.rejects(bursar.payMany([row], { journal: full, accountId, direct: true }), /No space left/);
    assert.equal(await countOf(row), 0);
  });
});
