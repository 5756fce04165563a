/** The daily summary: one email a day about what still matters, whatever dies and however many processes send it. */
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { beforeEach, describe, test } from "node:test";
import { DAY_MS, HOUR_MS, plusMs } from "#kernel/clock/clock.ts";
import { acrossOrganizations } from "#kernel/sql/scope.ts";
import { settleNotifications } from "#records/notifications";
import { runDigests } from "#records/notifications/digest/run-digests.ts";
import { runNotificationCleanUp } from "#records/notifications/notification-jobs.ts";
import { lockUser } from "#records/people";
import { deathAt, dyingDatabase } from "../../kit/faults/dying-database.ts";
import { bellOf, mention, prefer } from "../../kit/notifications/bell.ts";
import { inject, openWorldOfFile, operator, type TestOrganization } from "../../kit/service/full-app.ts";
import { browse, newPerson, signedIn, type TestPerson } from "../../kit/worlds/people.ts";

const world = await openWorldOfFile({ publicUrl: "https://pay.example.com" });

describe("the daily summary (PostgreSQL server)", () => {
  let organization: TestOrganization;
  let ben: TestPerson;
  let asBen: string;
  /** A morning before eight in New York, a year after the last one's: nothing of an earlier test is left. */
  let morning: Date;
  beforeEach(async () => {
    morning = new Date(`${world.clock.now().getUTCFullYear() + 1}-03-03T12:00:00Z`);
    world.clock.set(morning);
    organization = await world.newOrganization();
    ben = await newPerson(world, organization.organizationId, { role: "approver" });
    asBen = await signedIn(world.app, ben);
    await prefer(world.app, asBen, "conversations", "digest");
  });

  const at = (day: number, hour: number) => plusMs(morning, day * DAY_MS + (hour - 7) * HOUR_MS);
  const run = (service = world.service) => acrossOrganizations(() => runDigests(service));
  const say = (more = {}) => mention(world.service, organization.organizationId, ben.userId, more);
  async function summaries() {
    const { emails } = (await inject(world.app, organization.token, { url: "/sandbox/emails?limit=1000" })).body;
    return emails.filter((mail: { kind: string; to: string }) => mail.kind === "digest" && mail.to === ben.email);
  }
  const textOf = async ({ id }: { id: string }): Promise<string> =>
    (await inject(world.app, organization.token, { url: `/sandbox/emails/${id}` })).body.text;

  test("is sent at eight in New York, once, and not without news", async () => {
    await say();
    assert.equal(await run(), 0, "it is seven");
    world.clock.set(at(0, 8));
    assert.equal(await run(), 1);
    assert.equal(await run(), 0);
    await say();
    world.clock.set(at(0, 23));
    assert.equal(await run(), 0, "what came after eight is for tomorrow");
    world.clock.set(at(1, 9));
    assert.equal(await run(), 1);
    world.clock.set(at(2, 9));
    assert.equal(await run(), 0, "nothing happened since");
    const [mail, first] = await summaries();
    assert.equal((await summaries()).length, 2);
    assert.match(mail.subject, /^Acme, Inc\.: 1 notification for March 4, \d{4}$/);
    const text = await textOf(first);
    for (const part of [
      "Comments and questions (1)",
      "An API token mentioned you on $1,250.00 to Tern Packaging: “Is this the right account?”",
      "https://pay.example.com/dashboard/approvals/",
      "https://pay.example.com/dashboard/notifications",
      "https://pay.example.com/dashboard/profile#notifications",
    ])
      assert.ok(text.includes(part), `${part} in ${text}`);
  });

  test("has what is neither read nor done, and nothing for a user who was locked", async () => {
    const { organizationId } = organization;
    const subject = { type: "approvalRequest", id: randomUUID() } as const;
    await say({ subject, kind: "questionAsked" });
    await say();
    const { notifications } = await bellOf(world.app, asBen);
    const url = `/notifications/${notifications[0]?.id}/read`;
    assert.equal((await browse(world.app, { method: "POST", url, cookie: asBen })).status, 204);
    await world.service.database.transaction((tx) =>
      settleNotifications(world.service, tx, { organizationId, subject, kinds: ["questionAsked"] }),
    );
    world.clock.set(at(0, 8));
    assert.equal(await run(), 0, "one is read, the other done");
    await say();
    const people = { ...world.service, machineClock: world.clock };
    await world.service.database.transaction((tx) =>
      lockUser(people, tx, { organizationId, userId: ben.userId, actor: operator, caller: undefined }),
    );
    world.clock.set(at(1, 8));
    await run();
    assert.deepEqual(await summaries(), []);
  });

  test("a clock that jumps a year sends one, and old notifications are deleted", async () => {
    for (let count = 0; count < 30; count += 1) await say();
    world.clock.set(at(365, 9));
    assert.equal(await run(), 1);
    assert.equal(await run(), 0);
    const [mail, ...others] = await summaries();
    assert.deepEqual(others, []);
    const text = await textOf(mail);
    assert.match(text, /Comments and questions \(30\)/);
    assert.match(text, /and 20 more/);
    await say();
    const cleanUp = () => acrossOrganizations(() => runNotificationCleanUp(world.service));
    assert.ok((await cleanUp()) >= 30);
    assert.equal(await cleanUp(), 0, "the new one is kept");
    assert.equal((await summaries()).length, 1);
  });

  test("several workers at once send one", async () => {
    for (let day = 0; day < 5; day += 1) {
      await say();
      world.clock.set(at(day, 8));
      await Promise.all([run(), run(), run()]);
      assert.equal((await summaries()).length, day + 1);
    }
  });

  test("a process that dies at any of its steps sends one, later", async () => {
    await say();
    world.clock.set(at(0, 8));
    const counting = deathAt(undefined);
    await run({ ...world.service, database: dyingDatabase(world.service.database, counting) });
    assert.ok(counting.steps() > 8, `${counting.steps()} steps`);
    for (let step = 1; step <= counting.steps(); step += 1) {
      await say();
      world.clock.set(at(step, 8));
      const death = deathAt(step);
      const dying = { ...world.service, database: dyingDatabase(world.service.database, death) };
      await run(dying).catch((error: unknown) => {
        if (!death.isDead()) throw error;
      });
      assert.ok(death.isDead(), `it died at step ${step}`);
      await run();
      assert.equal((await summaries()).length, step + 1, `after step ${step}`);
    }
  });
});
