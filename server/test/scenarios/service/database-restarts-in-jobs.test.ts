import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { MINUTE_MS, plusMs } from "#kernel/clock/clock.ts";
import { isUnavailable } from "#kernel/sql/database.ts";
import { runUntilIdle } from "#kernel/work/worker.ts";
import { connectionCutter } from "../../kit/faults/cut-connections.ts";
import { onlyLong } from "../../kit/faults/random.ts";
import { leftBy, MONTH_END, type MonthEnd, openMonthEnd } from "../../kit/worlds/month-end.ts";

/**
 * PostgreSQL restarts in the middle of the jobs of a month's end, at one statement after the other: monthly statements
 * and their letters, the treasury's sweep, trades, and dividend, the reminders of invoices, and letters about payments.
 * What is left when all is done is what an undisturbed service leaves.
 */
describe("the database restarts in the middle of jobs", { skip: onlyLong("it takes half a minute") }, () => {
  let places: readonly [undisturbed: MonthEnd, disturbed: MonthEnd];
  before(async () => {
    places = [await openMonthEnd(), await openMonthEnd()];
  });
  after(async () => {
    for (const { world, mail } of places) {
      await world.close();
      await mail.close();
    }
  });

  const work = ({ world }: MonthEnd) => runUntilIdle(world.app.jobs);

  test("nothing is half done, and everything is done once", async () => {
    const [undisturbed, disturbed] = places;
    for (const { world } of places) world.clock.set(MONTH_END);
    await work(undisturbed);
    const cutter = connectionCutter(disturbed.world.owner(), isUnavailable);
    let cuts = 0;
    try {
      for (let nth = 1; await cutter.during(() => work(disturbed), nth); nth += 1) cuts += 1;
    } finally {
      cutter.close();
    }
    assert.ok(cuts > 50, `${cuts} cuts`);
    for (const place of places) {
      // Emails that were being sent are leased for a while.
      place.world.clock.set(plusMs(MONTH_END, 5 * MINUTE_MS));
      await work(place);
    }
    const expected = await leftBy(undisturbed);
    assert.deepEqual([expected.differences, expected.statements.length, expected.documents.length > 0], [[], 1, true]);
    assert.ok(expected.mails.some((line) => line.includes("Statements for November 2026")));
    assert.equal(expected.mails.length, 7, expected.mails.join("\n"));
    assert.deepEqual(await leftBy(disturbed), expected);
  });
});
