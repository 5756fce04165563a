import assert from "node:assert/strict";
import { test } from "node:test";
import { systemClock } from "#kernel/clock/clock.ts";
import { runUntilIdle } from "#kernel/work/worker.ts";
import { createApp } from "#main/app.ts";
import { countingDatabase } from "../../kit/databases/counting-database.ts";
import { minimalOrganization, openTestService } from "../../kit/service/test-service.ts";

/**
 * Law 39, background work: what a worker without work asks the database for is bounded, and does not grow with the
 * number of organizations, so many workers can poll.
 */
const STATEMENTS_PER_MINUTE_MAX = 1_740; // About 120 of them are the watch of proven rows: one for each table, twice.
/** Jobs that go through all organizations may, if they run once an hour. */
const HOURLY_MS = 60 * 60_000;

test("an idle worker sends at most 29 statements per second, however many organizations there are", async () => {
  const opened = await openTestService({ clock: systemClock });
  const counting = countingDatabase(opened.service.database);
  const app = await createApp({ ...opened.service, database: counting.database }, { work: false });
  /** Of three passes, the middle one: now and then a pass reads again what it keeps for some seconds. */
  const usualStatements = async (job: (typeof app.jobs)[number]) => {
    const passes: number[] = [];
    for (let pass = 0; pass < 3; pass += 1) {
      counting.sent();
      await job.run();
      passes.push(counting.sent());
    }
    return passes.sort((a, b) => a - b)[1] ?? 0;
  };
  const idlePerMinute = async () => {
    await runUntilIdle(app.jobs);
    let perMinute = 0;
    for (const job of app.jobs) {
      if (job.everyMs >= HOURLY_MS) continue;
      perMinute += ((await usualStatements(job)) * 60_000) / job.everyMs;
    }
    return perMinute;
  };
  try {
    await minimalOrganization(opened.service);
    const few = await idlePerMinute();
    for (let more = 0; more < 15; more += 1) await minimalOrganization(opened.service);
    const many = await idlePerMinute();
    assert.ok(few > 0 && many > 0);
    assert.ok(many <= few + 60, `${few} statements per minute grew to ${many}`);
    assert.ok(many <= STATEMENTS_PER_MINUTE_MAX, `${many} statements per minute`);
  } finally {
    await app.close();
    await opened.close();
  }
});
