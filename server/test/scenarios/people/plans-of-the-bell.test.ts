import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import type { Keyset } from "#kernel/http/paging.queries.ts";
import type { Queryable, Tx } from "#kernel/sql/database.ts";
import { sql } from "#kernel/sql/sql.ts";
import { firstIdAt, type UserId } from "#kernel/values/ids.ts";
import { countUnread, listNotificationRows, markAllRead } from "#records/notifications/bell.queries.ts";
import { organizationsWithDigests, usersWithDigests } from "#records/notifications/digest/digest.queries.ts";
import { subjectTypeNames } from "#records/notifications/kinds.ts";
import { deleteOldNotifications, markDone, notifiedSubjects } from "#records/notifications/notifications.queries.ts";
import { explain } from "../../kit/databases/explain.ts";
import { onSingleServer } from "../../kit/servers/single-server.ts";
import { openWorldOfFile, TEST_NOW } from "../../kit/service/full-app.ts";

const skip = await onSingleServer("it pins the plans of a single server");
const USER = "01975c2e-8f7a-7c60-b1f2-3c1d5a7e9b10" as UserId;

const world = await openWorldOfFile();
const organization = await world.newOrganization();

/** Each page of the dashboard counts the unread ones, and each decision settles some: no plan reads a user's history. */
describe("the plans of notifications", { skip }, () => {
  before(async () => {
    // Half of them of one user, and few of these unread or for the summary.
    await world.owner().run(sql`
      insert into notifications (organization_id, user_id, notification_id, kind, subject_type, subject_id, source_id, facts,
                                 created_at, read_at, in_digest)
      select ${organization.organizationId}::uuid, case i % 2 when 0 then ${USER}::uuid else gen_random_uuid() end,
             (lpad(to_hex(floor(extract(epoch from ${TEST_NOW}::timestamptz) * 1000)::bigint - i * 60000), 12, '0')
              || '7000' || right(gen_random_uuid()::text, 17))::uuid,
             'approvalRequested', 'approvalRequest', gen_random_uuid(), gen_random_uuid(), '{}', ${TEST_NOW}::timestamptz,
             case when i % 100 <> 0 then ${TEST_NOW}::timestamptz end, i % 200 = 1
        from generate_series(1, 20000) as i`);
    await world.owner().run(sql`analyze notifications`);
  });

  const planOf = async (query: (db: Tx) => Promise<unknown>): Promise<string> =>
    (await explain(world.service, { within: organization.organizationId, executes: false }, query)).join("\n");

  const reader = () => ({
    organizationId: organization.organizationId,
    userId: USER,
    subjectTypes: subjectTypeNames,
  });
  // All that a list uses.
  const keyset = { condition: sql`true`, order: sql`notification_id desc`, limit: 51 } as unknown as Keyset;
  const uses = (plan: string, index: RegExp) => {
    assert.match(plan, index, plan);
    assert.doesNotMatch(plan, /Seq Scan on notifications/, plan);
  };

  it("a page is read in the order of an index, and so are the unread ones", async () => {
    for (const unreadOnly of [false, true]) {
      const plan = await planOf((db) => listNotificationRows(db, reader(), { unreadOnly, keyset }));
      uses(plan, unreadOnly ? /Backward using notifications_unread/ : /Backward using notifications_pkey/);
      assert.doesNotMatch(plan, /Sort/, plan);
    }
  });

  it("the number of unread ones is counted in the index of these, up to a limit", async () => {
    const plan = await planOf((db) => countUnread(db, reader(), 100));
    uses(plan, /Limit[\s\S]*notifications_unread/);
    const all = await planOf((db) => markAllRead(db, reader(), { upTo: USER, at: TEST_NOW }));
    uses(all, /notifications_(unread|pkey)/);
  });

  it("what is done is found by its subject", async () => {
    const { organizationId } = organization;
    const done = { subjectId: USER, kinds: ["approvalRequested", "questionAsked"], at: TEST_NOW };
    uses(
      await planOf((db) => markDone(db, organizationId, { ...done, users: undefined, sourceId: undefined })),
      /notifications_subject/,
    );
    uses(
      await planOf((db) => notifiedSubjects(db, organizationId, { kind: "changeToConfirm", subjectIds: [USER] })),
      /notifications_subject/,
    );
  });

  it("the summary and the clean-up read what they are about", async () => {
    const { organizationId } = organization;
    const beforeId = firstIdAt(TEST_NOW);
    uses(await planOf((db) => organizationsWithDigests(db as Queryable, beforeId)), /notifications_digest/);
    uses(
      await planOf((db) => usersWithDigests(db, organizationId, { beforeId, day: "2026-11-20", limit: 50 })),
      /notifications_digest/,
    );
    uses(
      await planOf((db) => deleteOldNotifications(db, organizationId, firstIdAt(new Date("2026-08-01")))),
      /notifications_old/,
    );
  });
});
