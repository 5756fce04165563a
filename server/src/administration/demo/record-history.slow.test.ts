import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { isBankingDay } from "bursar-banking/calendar/business-day";
import { handOverAt } from "bursar-banking/calendar/cut-offs";
import { newYorkDate } from "bursar-banking/calendar/new-york";
import type { PaymentMethod } from "bursar-banking/identifiers/payment-method";
import { SECOND_MS } from "#kernel/clock/clock.ts";
import { readConfig } from "#kernel/process/config.ts";
import { createLog } from "#kernel/process/log.ts";
import { instantOf } from "#kernel/values/ids.ts";
import { type App, createApp } from "#main/app.ts";
import { type OpenService, openService } from "#main/open-service.ts";
import { type FreshDatabase, freshDatabase } from "#test/kit/databases/databases.ts";
import { withTestScope } from "#test/kit/databases/test-scope.ts";
import { inject } from "#test/kit/service/full-app.ts";
import { seedDemo } from "./demo-seed.ts";

/** Reads the demo organization's year through the API, as its users do. */

let folder: string;
let database: FreshDatabase;
let opened: OpenService;
let app: App;
let token: string;
before(async () => {
  folder = mkdtempSync(join(tmpdir(), "bursar-history-"));
  database = await freshDatabase();
  opened = await openService(
    readConfig({ DATABASE_URL: database.url, BURSAR_DATA_DIR: folder, BURSAR_RATE_LIMIT_PER_MINUTE: "1000000" }),
    createLog({ level: "silent" }),
  );
  token = (await seedDemo(opened.service))?.tokens.readOnly ?? assert.fail("the demo organization exists");
  app = await createApp(opened.service, { work: false });
});
after(async () => {
  await app.close();
  await opened.close();
  await database.drop();
  rmSync(folder, { recursive: true, force: true });
});

interface Transaction {
  readonly id: string;
  readonly kind: string;
  readonly status: string;
  readonly createdAt: string;
  readonly postedAt: string | null;
  readonly failedAt: string | null;
}
interface Event {
  readonly id: string;
  readonly resourceId: string;
  readonly operationType: string;
  readonly occurredAt: string;
  readonly mergePatch: Readonly<Record<string, unknown>>;
}
interface Timeline {
  readonly paymentMethod: PaymentMethod | null;
  readonly entries: readonly {
    readonly at: string;
    readonly kind: string;
    readonly dueAt: string | null;
    readonly by: { readonly type: string } | null;
  }[];
}

const read = async (url: string) => {
  const answer = await inject(app, token, { method: "GET", url });
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  return answer.body;
};

async function everyPage<Row>(path: string, name: string): Promise<readonly Row[]> {
  const rows: Row[] = [];
  let after = "";
  for (let pages = 0; pages < 20; pages += 1) {
    const body = await read(`${path}?limit=1000&order=asc${after}`);
    rows.push(...body[name]);
    if (body.page.nextPage === null || body.page.nextPage === undefined) return rows;
    after = `&start_after=${body.page.nextPage}`;
  }
  return assert.fail("the history has few pages");
}

const auditRows = async () =>
  withTestScope(opened.service).database.many<{
    audit_id: string;
    at: Date;
    actor_type: string;
    action: string;
    resource_id: string;
  }>({
    text: "select audit_id, at, actor_type, action, resource_id from audit_log where resource_type = 'transaction' order by audit_id",
    values: [],
  });

const isCategorized = ({ mergePatch }: Event): boolean => "categoryData" in mergePatch;

function assertCategorizedOnce(events: readonly Event[], audited: readonly { at: Date }[], shown: readonly string[]) {
  const at = events.map(({ occurredAt }) => occurredAt);
  assert.ok(at.length <= 1, "a rule gave the category");
  assert.deepEqual(shown, at);
  assert.deepEqual(
    audited.map((row) => row.at.toISOString()),
    at,
  );
}

/** Files of the demo are attached, and its failures marked as handled, when it is made. */
const whenItIsMade: ReadonlySet<string> = new Set(["attachment.upload", "transaction.markHandled"]);

/** The items that match, and the others. */
const partition = <Item>(items: readonly Item[], matches: (item: Item) => boolean): readonly Item[][] => [
  items.filter(matches),
  items.filter((item) => !matches(item)),
];

test("a transaction's dates, timeline, events, and audit rows agree, and banks work on banking days only", async () => {
  const transactions = await everyPage<Transaction>("/transactions", "transactions");
  assert.ok(transactions.length > 400, `${transactions.length} transactions`);
  const events = await everyPage<Event>("/events", "events");
  assert.deepEqual(
    events.map(({ occurredAt }) => occurredAt),
    events.map(({ occurredAt }) => occurredAt).toSorted(),
    "events are listed in the order in which they happened",
  );
  for (const { id, occurredAt } of events)
    assert.ok(
      Math.abs(instantOf(id).getTime() - Date.parse(occurredAt)) < SECOND_MS,
      `the instant of ${id} is ${occurredAt}`,
    );
  const audit = await auditRows();
  for (const { audit_id: id, at } of audit)
    assert.ok(
      Math.abs(instantOf(id).getTime() - at.getTime()) < SECOND_MS,
      `the instant of ${id} is ${at.toISOString()}`,
    );

  const eventsOf = Map.groupBy(events, ({ resourceId }) => resourceId);
  const auditOf = Map.groupBy(audit, ({ resource_id: id }) => id);
  const endings = new Set<string>();
  for (const transaction of transactions) {
    const { id, kind, status, createdAt, postedAt, failedAt } = transaction;
    const [categorized = [], others = []] = partition(eventsOf.get(id) ?? [], isCategorized);
    const timeline: Timeline = await read(`/transaction/${id}/timeline`);
    const instantsOf = (entryKind: string) =>
      timeline.entries.filter((entry) => entry.kind === entryKind).map(({ at }) => at);
    const [updated = [], moved = []] = partition(
      (auditOf.get(id) ?? []).filter(({ action }) => !whenItIsMade.has(action)),
      ({ action }) => action === "transaction.update",
    );
    const audited = moved.map(({ at }) => at.toISOString());
    assertCategorizedOnce(categorized, updated, instantsOf("categoryChanged"));
    assert.deepEqual(instantsOf("created"), [createdAt], id);
    if (kind !== "outgoingPayment") {
      assert.equal(postedAt, createdAt, id);
      assert.deepEqual(
        others.map(({ occurredAt }) => occurredAt),
        [createdAt],
        `the event of ${kind} ${id}`,
      );
      // A transfer has one audit row, for its debit.
      assert.deepEqual([...new Set([createdAt, ...audited])], [createdAt], `the audit row of ${kind} ${id}`);
      continue;
    }
    endings.add(status);
    const method = timeline.paymentMethod ?? assert.fail("a payment has a method");
    const answered = [postedAt, failedAt].filter((at) => at !== null);
    const leaves = handOverAt(method, new Date(createdAt)).toISOString();
    assert.deepEqual(instantsOf("handedOver"), [leaves], `${method} ${id} left at its cut-off`);
    assert.deepEqual(instantsOf("bankAnswered"), answered, `the answers to ${method} ${id}`);
    assert.deepEqual(instantsOf("statusChanged"), [], "the bank made all of these changes");
    const happened = [createdAt, ...answered];
    assert.deepEqual(happened, happened.toSorted());
    assert.deepEqual(
      others.map(({ occurredAt }) => occurredAt),
      happened,
      `the events of ${method} ${id}`,
    );
    assert.deepEqual(audited, happened, `the audit rows of ${method} ${id}`);
    if (method === "realTimePayment") continue;
    for (const at of [leaves, ...answered])
      assert.ok(isBankingDay(newYorkDate(new Date(at))), `${at}, for ${method} ${id}, is a banking day`);
  }
  assert.deepEqual([...endings].toSorted(), ["failed", "reversed", "sent"]);
});
