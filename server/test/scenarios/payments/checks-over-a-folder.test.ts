import assert from "node:assert/strict";
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { newYorkInstant } from "../../../src/banking/calendar/new-york.ts";
import { MINUTE_MS, plusMs } from "../../../src/kernel/clock/clock.ts";
import { acrossOrganizations } from "../../../src/kernel/sql/scope.ts";
import { sql } from "../../../src/kernel/sql/sql.ts";
import type { TransactionId } from "../../../src/kernel/values/ids.ts";
import { runUntilIdle } from "../../../src/kernel/work/worker.ts";
import { moveConnection, testConnection } from "../../../src/modules/bank-connections/index.ts";
import { countUnsentFiles } from "../../../src/modules/bank-files/index.ts";
import { stopCheck } from "../../../src/modules/file-rails/index.ts";
import { verifyLedger } from "../../../src/modules/ledger-check/index.ts";
import { newExchangeFolder, newFolderConnection } from "../../kit/banks/bank-connections.ts";
import { checkSettings, issuedIn, openCheckBank, sentFiles, writePaidFile } from "../../kit/banks/check-bank.ts";
import { openWorld, operator, type TestOrganization, type TestWorld } from "../../kit/service/full-app.ts";
import { pay } from "../../kit/worlds/pay.ts";

/** A company whose bank prints and mails its checks. */
describe("checks over a folder", () => {
  let world: TestWorld;
  let organization: TestOrganization;
  let bank: Awaited<ReturnType<typeof openCheckBank>>;
  const folder = newExchangeFolder();

  before(async () => {
    world = await openWorld("embedded database");
    organization = await world.newOrganization();
    await organization.deposit(organization.accountId, 1_000_000n);
    bank = await openCheckBank(folder, world.clock);
    const { connectionId } = await newFolderConnection(world.service, organization, {
      name: "First Example Bank, checks",
      settings: { rail: "check", railSettings: checkSettings, channel: { folder } },
    });
    const key = { organizationId: organization.organizationId, connectionId, actor: operator };
    await testConnection(world.service, key);
    await moveConnection(world.service, { ...key, trigger: "rehearse", countUnsent: countUnsentFiles });
    await moveConnection(world.service, { ...key, trigger: "goLive", countUnsent: countUnsentFiles });
  });
  after(async () => {
    await world.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const names = new Set(["hand-over", "file-rails", "bank-files", "bank-answers"]);
  const work = () => acrossOrganizations(() => runUntilIdle(world.app.jobs.filter(({ name }) => names.has(name))));
  /** Some minutes pass, in which both sides read what the other one wrote. */
  const exchangeFiles = async (minutes = 4) => {
    for (let passed = 0; passed < minutes; passed += 1) {
      await work();
      await bank.work();
      world.clock.set(plusMs(world.clock.now(), MINUTE_MS));
    }
    await work();
  };
  /** To a time in New York, in November or December 2026. */
  const at = async (date: string, time: string, minutes?: number) => {
    world.clock.set(newYorkInstant(Temporal.PlainDate.from(date), Temporal.PlainTime.from(time)));
    await exchangeFiles(minutes);
  };
  const statuses = async (ids: readonly TransactionId[]) =>
    world.service.database.many<{ status: string; number: string | null; reason: string | null }>(sql`
      select status, check_number as number, reason_for_failure as reason from transactions
       where organization_id = ${organization.organizationId} and transaction_id = any (${ids}::uuid[]) order by transaction_id`);
  const checks = async () =>
    world.service.database.many<{ number: bigint; state: string; code: string | null }>(sql`
      select check_number as number, state, code from checks where organization_id = ${organization.organizationId} order by check_number`);

  test("ten checks are numbered, issued, printed, and mailed", async () => {
    const ids = await pay(world.service, organization, { count: 10, amountMinor: 2_500n, method: "check" });
    await at("2026-11-20", "13:00", 12);
    const [issue, ...others] = sentFiles(folder, ".txt");
    assert.ok(issue !== undefined && others.length === 0);
    assert.deepEqual(
      issuedIn(folder, issue).map(({ checkNumber, status, amountMinor }) => [checkNumber, status, amountMinor]),
      Array.from({ length: 10 }, (_, index) => [1001 + index, "issued", 2_500n]),
    );
    const [pdf, ...more] = sentFiles(folder, ".pdf");
    assert.ok(pdf !== undefined && more.length === 0);
    assert.match(readFileSync(join(folder, "outbox", pdf), "latin1"), /^%PDF-1\.7/);
    assert.deepEqual(new Set((await statuses(ids)).map(({ status }) => status)), new Set(["pending"]));

    await at("2026-11-20", "17:01");
    assert.deepEqual(
      (await statuses(ids)).map(({ status, number }) => [status, number]),
      ids.map((_, index) => ["sent", String(1001 + index)]),
    );
  });
});
