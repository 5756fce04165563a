import assert from "node:assert/strict";
import { newYorkDate } from "bursar-banking/calendar/new-york";
import { runUntilIdle } from "#kernel/work/worker.ts";
import { recurringBody } from "../recurring/recurring-world.ts";
import { browse } from "../worlds/people.ts";
import type { Everything, Fixture, Fixtures, Given } from "./everything.ts";

/** In weeks, so that a weekly payment has an occurrence on each. */
const ahead = ({ world }: Everything, weeks: number): string =>
  newYorkDate(world.clock.now())
    .add({ days: 7 * weeks })
    .toString();

async function post(all: Everything, url: string, body: unknown = {}) {
  const answer = await browse(all.world.app, { url, body, cookie: await all.session() });
  assert.equal(answer.status, 200, `${url} returned ${answer.text}`);
  return answer.body;
}

/** A weekly payment whose first occurrence is this many weeks ahead. */
async function setUp(all: Everything, weeks: number, more: object = {}): Promise<string> {
  const { id } = await post(
    all,
    "/recurring-payments",
    recurringBody(all.organization, { startOn: ahead(all, weeks), ...more }),
  );
  return id;
}

const recurringPayment: Fixture = async (all) => ({ recurringPaymentId: await setUp(all, 4), startOn: ahead(all, 5) });

async function planned(all: Everything): Promise<Given> {
  return { recurringPaymentId: await setUp(all, 4), day: ahead(all, 6) };
}

async function skipped(all: Everything): Promise<Given> {
  const { recurringPaymentId = "", day = "" } = await planned(all);
  await post(all, `/recurring-payments/${recurringPaymentId}/occurrences/${day}/skip`);
  return { recurringPaymentId, day };
}

/** An occurrence that was refused, of a recurring payment that now pays another recipient. */
async function refused(all: Everything): Promise<Given> {
  const recipientId = await all.organization.newRecipient("Leaving soon");
  const recurringPaymentId = await setUp(all, 0, { recipientId });
  await all.call({ method: "DELETE", url: `/recipient/${recipientId}` });
  for (const job of all.world.app.jobs) if (job.name === "recurring-payments") await runUntilIdle([job]);
  const body = { ...recurringBody(all.organization, { startOn: ahead(all, 0) }), version: 1 };
  await post(all, `/recurring-payments/${recurringPaymentId}`, body);
  return { recurringPaymentId, day: ahead(all, 0) };
}

export const recurringFixtures: Fixtures = {
  createRecurringPayment: async (all) => ({ startOn: ahead(all, 4) }),
  updateRecurringPayment: recurringPayment,
  patchRecurringPayment: recurringPayment,
  getRecurringPayment: recurringPayment,
  stopRecurringPayment: recurringPayment,
  skipOccurrence: planned,
  unskipOccurrence: skipped,
  retryOccurrence: refused,
  listRecurringPaymentOccurrences: async (all) => ({ recurringPaymentId: (await listOf(all)).id }),
};

interface List {
  readonly id: string;
  weeks: number;
}
const lists = new WeakMap<Everything, Promise<List>>();

/** The recurring payment whose occurrences are listed. */
function listOf(all: Everything): Promise<List> {
  const list = lists.get(all) ?? setUp(all, 4).then((id) => ({ id, weeks: 4 }));
  lists.set(all, list);
  return list;
}

export const newRecurringItems: Readonly<Record<string, (all: Everything) => Promise<unknown>>> = {
  listRecurringPayments: (all) => setUp(all, 4),
  listRecurringPaymentOccurrences: async (all) => {
    const list = await listOf(all);
    return post(all, `/recurring-payments/${list.id}/occurrences/${ahead(all, list.weeks++)}/skip`);
  },
};
