import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { DAY_MS, plusMs } from "#kernel/clock/clock.ts";
import type { Service } from "#kernel/process/service.ts";
import { acrossOrganizations } from "#kernel/sql/scope.ts";
import { runRecurringPayments } from "#payments/recurring-payments";
import { deathAt, dyingDatabase } from "../../kit/faults/dying-database.ts";
import { long, seeded, testSeed } from "../../kit/faults/random.ts";
import { countRequestsTo } from "../../kit/recurring/recurring.queries.ts";
import { newRecurring, occurrencesOf } from "../../kit/recurring/recurring-world.ts";
import { inject, openWorldOfFile } from "../../kit/service/full-app.ts";

const world = await openWorldOfFile();
const organization = await world.newOrganization();

/**
 * Law 43: every occurrence of a recurring payment is requested exactly once, in the order of days, or is refused with a
 * reason: whenever a process dies, however many do the work, and however far the clock jumps.
 */
describe("occurrences of recurring payments", () => {
  const passes = (service: Service): Promise<void> =>
    acrossOrganizations(async () => {
      while ((await runRecurringPayments(service)) > 0);
    });

  /** One with three occurrences in the next 60 days. The second is skipped. */
  async function begin(state: string) {
    const recipientId = await organization.newRecipient("Cleaners");
    const startOn = Temporal.PlainDate.from(world.clock.now().toISOString().slice(0, 10)).add({ days: 20 }).toString();
    const series = await newRecurring(world, { ...organization, recipientId }, { startOn, endAfter: 3 });
    const days: readonly string[] = series.body.upcoming.map(({ day }: { day: string }) => day);
    assert.equal(days.length, 3);
    const skipped = await series.call(`/recurring-payments/${series.id}/occurrences/${days[1]}/skip`, {});
    assert.equal(skipped.status, 200, skipped.text);
    if (state === "refused") {
      const url = `/recipient/${recipientId}`;
      const deleted = await inject(world.app, organization.token, { method: "DELETE", url });
      assert.ok(deleted.status < 300, deleted.text);
    }
    return { ...series, days, state, recipientId };
  }
  const jump = (days: number) => world.clock.set(plusMs(world.clock.now(), days * DAY_MS));

  async function assertEnd(what: string, { id, days, call, state, recipientId }: Awaited<ReturnType<typeof begin>>) {
    const found = (await occurrencesOf(world, id)).map((text) => text.split(":")[0] ?? "");
    const expected = days.map((day, index) => `${day} ${index === 1 ? "skipped" : state}`);
    assert.deepEqual(found.toSorted(), expected, what);
    const handled = found.filter((text) => text.endsWith(state));
    assert.deepEqual(handled, handled.toSorted(), `${what}: in the order of days`);
    const { count } = await countRequestsTo(world.owner(), recipientId);
    assert.equal(Number(count), state === "requested" ? days.length - 1 : 0, `${what}: no other request`);
    const { body } = await call(`/recurring-payments/${id}`);
    assert.deepEqual([body.state, body.occurrencesDone, body.next], ["ended", 3, null], what);
  }

  for (const state of ["requested", "refused"])
    test(`a process dies at any of its steps, and another one completes the work: ${state}`, async () => {
      const { service } = world;
      const counting = deathAt(undefined);
      const undisturbed = await begin(state);
      jump(60);
      await passes({ ...service, database: dyingDatabase(service.database, counting) });
      await assertEnd("nobody dies", undisturbed);
      const steps = counting.steps();
      assert.ok(steps > 20, `${steps} steps`);
      const random = seeded(testSeed("the steps at which a process that requests occurrences dies"));
      const all = Array.from({ length: steps }, (_, index) => index + 1);
      for (const step of long ? all : all.filter(() => random() < 6 / steps)) {
        const begun = await begin(state);
        jump(60);
        const death = deathAt(step);
        await passes({ ...service, database: dyingDatabase(service.database, death) }).catch((error: unknown) => {
          if (!death.isDead()) throw error;
        });
        await passes(service);
        await assertEnd(`died at step ${step} of ${steps}`, begun);
      }
    });

  test("two processes at the same time request each once", async () => {
    const begun = await Promise.all([begin("requested"), begin("refused")]);
    jump(60);
    // Another process shares no queue of requests in memory.
    const other = { ...world.service, database: { ...world.service.database } };
    await Promise.all([passes(world.service), passes(other)]);
    for (const recurring of begun) await assertEnd("two processes", recurring);
  });

  test("a clock that jumps a year makes each occurrence, in passes that are bounded", async () => {
    const startOn = world.clock.now().toISOString().slice(0, 10);
    const { id } = await newRecurring(world, organization, { startOn: nextFriday(startOn) });
    jump(365);
    const first = await acrossOrganizations(() => runRecurringPayments(world.service));
    assert.equal(first, 1, "one occurrence of each recurring payment per pass");
    await passes(world.service);
    const today = world.clock.now().toISOString().slice(0, 10);
    const found = await occurrencesOf(world, id);
    assert.ok(found.length >= 52, `${found.length}`);
    assert.deepEqual(found, found.toSorted(), "in the order of days");
    // Late ones are for the day on which they were requested, not for a day that has passed.
    for (const text of found) assert.ok((text.split(": ")[1] ?? "") >= today, text);
  });
});

const nextFriday = (day: string): string => {
  const date = Temporal.PlainDate.from(day).add({ days: 1 });
  return date.add({ days: (12 - date.dayOfWeek) % 7 }).toString();
};
