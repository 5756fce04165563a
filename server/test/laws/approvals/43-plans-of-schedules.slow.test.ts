import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import type { Keyset } from "#kernel/http/paging.queries.ts";
import type { Queryable } from "#kernel/sql/database.ts";
import { type Sql, sql } from "#kernel/sql/sql.ts";
import { openRequestsDueUntil } from "#payments/approvals";
import { requests } from "#payments/approvals/tables.ts";
import {
  lastRequested,
  occurrenceDay,
  occurrenceKey,
  pageOfOccurrences,
  skippedSince,
} from "#payments/recurring-payments/occurrences/occurrences.queries.ts";
import type { RecurringPaymentId } from "#payments/recurring-payments/series/recurring-payment.ts";
import {
  dueRecurring,
  pageOfRecurring,
  recurringKey,
} from "#payments/recurring-payments/series/recurring-payments.queries.ts";
import { occurrences, series } from "#payments/recurring-payments/tables.ts";
import { explain } from "../../kit/databases/explain.ts";
import { vouchFor } from "../../kit/proofs/vouch-for.ts";
import { copyRecurring, fillOccurrences, fillScheduledRequests } from "../../kit/recurring/recurring.queries.ts";
import { newRecurring } from "../../kit/recurring/recurring-world.ts";
import { onSingleServer } from "../../kit/servers/single-server.ts";
import { openWorldOfFile } from "../../kit/service/full-app.ts";
import { requestPaymentOf } from "../../kit/worlds/approvals.ts";

const skip = await onSingleServer("it pins the plans of a single server");

const world = await openWorldOfFile();
const organization = await world.newOrganization();

/** Law 43: what is scheduled is found by indexes, whatever else there is. */
describe("the plans of schedules", { skip }, () => {
  let id: RecurringPaymentId;

  before(async () => {
    // As the service returned it.
    id = (await newRecurring(world, organization)).id as RecurringPaymentId;
    const { requestId } = await requestPaymentOf(world, organization, { sendOn: "2026-12-01" });
    await copyRecurring(world.owner(), id, 5_000);
    await fillOccurrences(world.owner(), { recurringPaymentId: id, requestId, count: 10_000 });
    await fillScheduledRequests(world.owner(), { requestId, count: 20_000 });
    await vouchFor(world.service, organization.organizationId, series, occurrences, requests);
    await world.owner().run(sql`analyze recurring_payments, recurring_occurrences, approval_requests`);
  });

  const planOf = async (query: (db: Queryable) => Promise<unknown>, within = true): Promise<string> =>
    (
      await explain(world.service, { within: within ? organization.organizationId : undefined, executes: true }, query)
    ).join("\n");

  const found = (plan: string, index: RegExp) => {
    assert.match(plan, index, plan);
    assert.doesNotMatch(plan, /Seq Scan on (recurring|approval)|Bitmap/, plan);
  };

  const page = (order: Sql): Keyset => ({ condition: sql`true`, order, limit: 51 }) as unknown as Keyset;

  it("the next scheduled requests of each status are read in the order of their days", async () => {
    const { organizationId } = organization;
    const until = new Date("2027-02-01T12:00:00Z");
    const plan = await planOf((db) => openRequestsDueUntil(db, organizationId, { until, limit: 100 }));
    found(plan, /using approval_requests_waiting_due/);
    found(plan, /using approval_requests_due/);
  });

  it("the next occurrences to request are read in the order of their times, and so are organizations with one", async () => {
    const { organizationId } = organization;
    const now = world.clock.now();
    found(
      await planOf((db) => dueRecurring.of(db, organizationId, { now, limit: 100 })),
      /using recurring_payments_due/,
    );
    found(await planOf((db) => dueRecurring.organizations(db, now), false), /using recurring_payments_due/);
  });

  it("recurring payments and their occurrences are listed in the order of an index", async () => {
    const { organizationId } = organization;
    const of = (state: "active" | undefined) =>
      planOf((db) => pageOfRecurring(db, organizationId, { state, keyset: page(sql`${recurringKey} desc`) }));
    found(await of("active"), /Scan Backward using recurring_payments_(state|pkey)/);
    found(await of(undefined), /Scan Backward using recurring_payments_pkey/);
    const order = page(sql`${occurrenceDay} desc, ${occurrenceKey} desc`);
    const list = await planOf((db) => pageOfOccurrences(db, organizationId, { recurringPaymentId: id, keyset: order }));
    found(list, /Scan Backward using recurring_occurrences_(list|once)/);
    found(
      await planOf((db) => lastRequested(db, organizationId, { ids: [id], each: 4 })),
      /using recurring_occurrences_(list|once)/,
    );
    const since = "2026-11-20";
    found(
      await planOf((db) => skippedSince(db, organizationId, { ids: [id], since, limit: 100 })),
      /using recurring_occurrences_(list|once)/,
    );
  });
});
