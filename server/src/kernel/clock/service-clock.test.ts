import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { type FreshDatabase, freshDatabase } from "#test/kit/databases/databases.ts";
import type { Database } from "../sql/database.ts";
import { openPostgres } from "../sql/postgres.ts";
import { HOUR_MS, plusMs } from "./clock.ts";
import { openServiceClock } from "./service-clock.ts";

describe("the service's clock", () => {
  let fresh: FreshDatabase;
  let database: Database;
  before(async () => {
    fresh = await freshDatabase();
    database = openPostgres({ url: fresh.url, poolSize: 2 });
  });
  after(async () => {
    await database.close();
    await fresh.drop();
  });

  const open = (clock: "system" | "virtual") => openServiceClock(database, { mode: "sandbox", clock });

  test("a virtual clock moves only on request, never backward, and keeps its time across a restart", async () => {
    const clock = await open("virtual");
    const start = clock.now();
    await new Promise((resolve) => setTimeout(resolve, 20));
    assert.deepEqual(clock.now(), start);
    await clock.advanceTo(plusMs(start, HOUR_MS));
    assert.deepEqual(clock.now(), plusMs(start, HOUR_MS));
    await clock.advanceTo(start);
    assert.deepEqual(clock.now(), plusMs(start, HOUR_MS));
    assert.deepEqual((await open("virtual")).now(), plusMs(start, HOUR_MS));
  });

  test("another process sees the move after a refresh", async () => {
    const [first, other] = [await open("virtual"), await open("virtual")];
    const later = plusMs(first.now(), HOUR_MS);
    await first.advanceTo(later);
    assert.notDeepEqual(other.now(), later);
    await other.refresh();
    assert.deepEqual(other.now(), later);
  });

  test("after a restart as a system clock, it continues from its last time", async () => {
    const stood = (await open("virtual")).now();
    const clock = await open("system");
    const first = clock.now();
    assert.ok(first >= stood);
    await new Promise((resolve) => setTimeout(resolve, 20));
    assert.ok(clock.now().getTime() - first.getTime() >= 15);
    const later = plusMs(clock.now(), 48 * HOUR_MS);
    await clock.advanceTo(later);
    assert.ok(clock.now() >= later);
    const again = await open("system");
    assert.ok(again.now() >= later);
    assert.ok(again.now().getTime() - later.getTime() < HOUR_MS);
    const halted = await open("virtual");
    assert.ok(halted.now() >= later, "stopping it loses no time");
  });

  test("a reset returns to the machine's time, in every process and for both kinds of clock", async () => {
    for (const kind of ["system", "virtual"] as const) {
      const [first, other] = [await open(kind), await open(kind)];
      const later = plusMs(first.now(), 1_000 * HOUR_MS);
      await first.advanceTo(later);
      await other.refresh();
      assert.ok(first.now() >= later && other.now() >= later);
      await other.reset();
      await first.refresh();
      for (const clock of [first, other, await open(kind)])
        assert.ok(Math.abs(clock.now().getTime() - Date.now()) < 60_000, `${kind} ${clock.now().toISOString()}`);
    }
  });

  test("in production mode, it shows the machine's time and cannot be moved", async () => {
    const clock = await openServiceClock(database, { mode: "production", clock: "system" });
    const [before, shown, after] = [Date.now(), clock.now().getTime(), Date.now()];
    assert.ok(before <= shown && shown <= after, `${before} ${shown} ${after}`);
    await assert.rejects(clock.advanceTo(new Date()), RangeError);
  });
});
