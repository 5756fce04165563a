import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { createWriteStream } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { finished } from "node:stream/promises";
import { after, before, describe, it } from "node:test";
import { promisify } from "node:util";
import type { Tx } from "#kernel/sql/database.ts";
import { chainKeyOf, recordAudit } from "#records/audit";
import { exportAudit, runAuditSealer, verifyAudit } from "#records/audit/trail";
import { readAnchors, writeAnchors } from "#records/audit/trail/seals/anchors.ts";
import * as tamper from "../../kit/faults/audit-tampering.queries.ts";
import { type AuditedLog, pick, putBack, tamperings } from "../../kit/faults/audit-tamperings.ts";
import { seeded, testSeed } from "../../kit/faults/random.ts";
import { openSmallApp, operator, type SmallApp } from "../../kit/service/small-app.ts";
import { roundsOf } from "../../kit/service/test-service.ts";

/**
 * Law 21: the audit chain is keyed; random edits, deletions, swaps, insertions, and truncations are all found; the
 * export verifies on another machine. The attacker can write to the whole database and knows its old states, but has no
 * key.
 */
const TRIALS = { full: 1_000, ordinary: 40 };
const COMMITS = 40;

let small: SmallApp;
let dataDir: string;
let log: AuditedLog;

describe("law 21", () => {
  before(() => openLog());
  after(async () => {
    await small.close();
    await rm(dataDir, { recursive: true, force: true });
  });
  describe("tampering with the audit log is found", () => whatIsDoneIsFound());
  describe("what the chain alone cannot detect is found by other checks", whatTheChainCannotTell);
  describe("the export verifies on another machine", exportVerifiesElsewhere);
});

async function openLog(): Promise<void> {
  dataDir = await mkdtemp(join(tmpdir(), "bursar-audit-"));
  small = await openSmallApp({ routes: () => undefined, config: { dataDir } });
  const { service, organizationId, clock } = small;
  const oldHeads = new Map<bigint, tamper.Head>();
  const oldStreams = new Map<bigint, tamper.StreamState>();
  const other = await small.newOrganization("Other, Inc.");
  for (let commit = 0; commit < COMMITS; commit += 1) {
    clock.set(new Date(clock.now().getTime() + 1_000));
    await audit(organizationId, 1 + (commit % 5), commit);
    await audit(other, 1, commit);
    if (commit % 2 === 1) {
      await runAuditSealer(service);
      const head = await tamper.headOf(service.database, organizationId);
      oldHeads.set(head.seal_number, head);
      oldStreams.set(head.seal_number, await tamper.streamOf(service.database, organizationId));
    }
  }
  assert.equal(await runAuditSealer(service), 0);
  // The sealer writes them at most every three seconds.
  await writeAnchors(service, { now: performance.now() + 3_000 });
  await audit(organizationId, 3, COMMITS);
  const unsealed = (await tamper.unsealedIds(service.database, organizationId)).map((row) => row.audit_id);
  log = {
    organizationId,
    newId: service.newId,
    seals: await tamper.sealsOf(service.database, organizationId),
    unsealed,
    oldHeads,
    oldStreams,
  };
}

const audit = (organizationId: SmallApp["organizationId"], rows: number, commit: number): Promise<void> =>
  small.service.database.transaction((tx) =>
    recordAudit(small.service, tx, {
      organizationId,
      actor:
        commit % 3 === 0
          ? operator
          : { type: "token", id: `token-${commit}`, address: "192.0.2.7", httpRequestId: `request-${commit}` },
      entries: Array.from({ length: rows }, (_, index) => ({
        action: "recipient.update",
        resourceType: "recipient",
        resourceId: `${commit}/${index}`,
        ...(index % 2 === 0 ? { before: { name: `old ${index}` } } : {}),
        after: { name: `new ${index} €` },
      })),
    }),
  );

function whatIsDoneIsFound(): void {
  it("an untouched log verifies, sealed and unsealed rows counted", async () => {
    const { service, organizationId } = small;
    const report = await verify();
    const rowsSealed = log.seals.reduce((sum, seal) => sum + seal.audit_ids.length, 0);
    assert.deepEqual(report, {
      organizationId,
      intact: true,
      problems: [],
      rowsSealed: BigInt(rowsSealed),
      seals: BigInt(log.seals.length),
      rowsUnsealed: 3n,
      anchored: true,
    });
    assert.ok(rowsSealed > 100 && log.seals.length >= 20, "there is something to tamper with");
    assert.equal((await readAnchors(service.config.dataDir)).size, 2);
  });

  const trials = roundsOf(TRIALS);
  it(`finds each of ${trials} random tamperings`, async () => {
    const random = seeded(testSeed("law 21"));
    const found = new Map<string, number>();
    for (let trial = 0; trial < trials; trial += 1) {
      const [name, act] = pick(random, tamperings);
      const report = await undone(async (tx) => {
        await act(tx, log, random);
        return verify(tx);
      });
      assert.equal(report.intact, false, `trial ${trial}: ${name} was not found`);
      assert.ok(report.problems.length > 0);
      found.set(name, (found.get(name) ?? 0) + 1);
    }
    assert.equal((await verify()).intact, true, "every tampering was undone");
    assert.ok(
      found.size >= Math.min(trials / 2, tamperings.length) / 2,
      `many kinds were tried: ${[...found.keys()].join(", ")}`,
    );
  });

  for (const [name, act] of tamperings) {
    it(`finds: ${name}`, async () => {
      const report = await undone(async (tx) => {
        await act(tx, log, seeded(7));
        return verify(tx);
      });
      assert.equal(report.intact, false);
    });
  }
}

function whatTheChainCannotTell(): void {
  it("only the anchor reveals a chain that was restored as a whole", async () => {
    const { service, organizationId } = small;
    const rolledBack = (anchors: Parameters<typeof verifyAudit>[3]) =>
      undone(async (tx) => {
        await putBack(tx, log, 10n);
        return verifyAudit(service, tx, organizationId, anchors);
      });
    assert.equal((await rolledBack({ anchors: new Map() })).intact, true);
    assert.deepEqual((await rolledBack({})).problems, [
      { kind: "anchorDoesNotFit", sealNumber: BigInt((await anchored()).sealNumber) },
    ]);
  });

  it("the sealer does not repair a broken chain, so the break can still be found after later seals", async () => {
    const { service, organizationId } = small;
    const report = await undone(async (tx) => {
      await tamper.cutTail(tx, organizationId, { from: 15n, withRows: true });
      const head = await tamper.headOf(tx, organizationId);
      // The sealer's own passes, on the same transaction.
      const inside = {
        ...service,
        database: { ...service.database, ...tx, transaction: <T>(work: (inner: Tx) => Promise<T>) => work(tx) },
      };
      const sealed = await runAuditSealer(inside);
      assert.equal(sealed, 3);
      assert.deepEqual(await tamper.headOf(tx, organizationId), head, "the head is unchanged");
      return verify(tx);
    });
    assert.equal(report.intact, false);
    assert.ok(report.problems.some((problem) => problem.kind === "headDoesNotFit"));
  });
}

function exportVerifiesElsewhere(): void {
  it("with the tool alone and this organization's key; one changed byte, a lost line or another key does not", async () => {
    const { service, organizationId } = small;
    const file = join(dataDir, "export.jsonl");
    const out = createWriteStream(file);
    const totals = await exportAudit(service, service.database, organizationId, out);
    out.end();
    await finished(out);
    assert.equal(totals.seals, log.seals.length);
    assert.deepEqual(await runTool(file, chainKeyOf(service.vault, organizationId)), { status: 0, intact: true });

    const lines = (await readFile(file, "utf8")).split("\n").filter((line) => line !== "");
    const changed: readonly (readonly [string, readonly string[]])[] = [
      ["a changed name", lines.map((line, index) => (index === 30 ? line.replace(/new (\d)/, "now $1") : line))],
      ["a row removed", lines.filter((_, index) => index !== 1)],
      [
        "the last seal removed",
        lines.filter((line, index) => !(line.includes('"type":"seal"') && index > lines.length - 8)),
      ],
      ["the head removed", lines.filter((line) => !line.includes('"type":"head"'))],
      ["the content of two rows swapped", swapped(lines)],
    ];
    for (const [name, text] of changed) {
      assert.notDeepEqual(text, lines, `${name}: the test changes something`);
      await writeFile(`${file}.changed`, text.join("\n"));
      assert.deepEqual(
        await runTool(`${file}.changed`, chainKeyOf(service.vault, organizationId)),
        { status: 1, intact: false },
        name,
      );
    }
    const otherKey = chainKeyOf(service.vault, service.newId());
    assert.deepEqual(await runTool(file, otherKey), { status: 1, intact: false });
  });
}

const verify = (db: Parameters<typeof verifyAudit>[1] = small.service.database) =>
  verifyAudit(small.service, db, small.organizationId);

const anchored = async () => {
  const anchor = (await readAnchors(dataDir)).get(small.organizationId);
  assert.ok(anchor);
  return anchor;
};

class Undo extends Error {}

/** Does something in a transaction that is rolled back, and returns what it found meanwhile. */
async function undone<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
  let result: { readonly value: T } | undefined;
  await small
    .owner()
    .transaction(async (tx) => {
      result = { value: await work(tx) };
      throw new Undo();
    })
    .catch((error: unknown) => {
      if (!(error instanceof Undo)) throw error;
    });
  assert.ok(result);
  return result.value;
}

function swapped(lines: readonly string[]): readonly string[] {
  const rows = lines
    .map((line, index) => ({ index, value: JSON.parse(line) }))
    .filter(({ value }) => value.type === "row");
  const [first, second] = [rows[3], rows[4]];
  assert.ok(first && second);
  const copy = [...lines];
  copy[first.index] = JSON.stringify({ ...second.value, audit_id: first.value.audit_id });
  copy[second.index] = JSON.stringify({ ...first.value, audit_id: second.value.audit_id });
  return copy;
}

async function runTool(file: string, key: Buffer): Promise<{ status: number; intact: boolean }> {
  const keyFile = join(dataDir, "key.txt");
  await writeFile(keyFile, key.toString("hex"));
  const tool = join(import.meta.dirname, "../../../../tools/verify-audit-export.mjs");
  const run = promisify(execFile);
  const ended = await run(process.execPath, [tool, file, keyFile]).then(
    ({ stdout }) => ({ status: 0, stdout }),
    (error: { code: number; stdout: string }) => ({ status: error.code, stdout: error.stdout }),
  );
  return { status: ended.status, intact: /^Intact: /m.test(ended.stdout) };
}
