import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { HOUR_MS, MINUTE_MS, plusMs } from "#kernel/clock/clock.ts";
import { acrossOrganizations } from "#kernel/sql/scope.ts";
import { partiesOfRecipients } from "#money/recipients";
import { runScreening } from "#money/screening/run-screening.ts";
import { wakePayments } from "#payments/payments";
import { runHandOver } from "#payments/payments/bank/hand-over.ts";
import { deathAt, dyingDatabase } from "../../kit/faults/dying-database.ts";
import { long } from "../../kit/faults/random.ts";
import { alarms, type RolePassword, withPasswordOfTheRole } from "../../kit/proofs/password-of-the-role.ts";
import {
  honestly,
  ON_THE_LIST,
  type OpenedScreening,
  openScreener,
  openScreening,
  type Question,
} from "../../kit/screening/screening-world.ts";
import { openWorld, type TestWorld } from "../../kit/service/full-app.ts";
import { browse } from "../../kit/worlds/people.ts";
import { confirm } from "../../kit/worlds/two-people.ts";

/**
 * Law 49: a payment to someone on the list never leaves without two people, and one to anyone else leaves once: whatever one
 * person tries, whatever a screener answers or does not answer, whatever someone with the database's password writes, and
 * wherever a process dies.
 */
describe("a payment to someone on the list", () => {
  let world: TestWorld;
  let mallory: RolePassword;
  before(async () => {
    world = await openWorld();
    mallory = await withPasswordOfTheRole(world);
  });
  after(async () => {
    await mallory.leave();
    await world.close();
  });

  const withList = async (): Promise<OpenedScreening> => {
    const opened = await openScreening(world);
    await opened.loadList();
    await opened.choose({});
    return opened;
  };
  const later = (ms: number) => world.clock.set(plusMs(world.clock.now(), ms));

  it("waits for two people, and leaves once when they clear it; others leave at once", async () => {
    const { payTo, work, left, statusOf, openCases, propose, asAda, asBen, timelineOf, pay } = await withList();
    const listed = await payTo(ON_THE_LIST);
    const other = await payTo("Mina Okafor Design");
    await work();
    assert.deepEqual([left(listed.transactionId), left(other.transactionId)], [0, 1]);
    assert.equal(await statusOf(listed.transactionId), "pending");
    assert.ok(
      (await timelineOf(listed.transactionId)).some((text) => text.startsWith("Waits: the recipient resembles")),
    );
    assert.ok((await timelineOf(other.transactionId)).includes("Screened: the recipient is on no list"));
    const [found, ...more] = await openCases();
    assert.ok(found);
    assert.equal(more.length, 0);
    assert.deepEqual([found.recipientId, found.entryId], [listed.recipientId, "101"]);

    const proposed = await propose(await asAda(), found.id);
    assert.equal(proposed.status, 202, proposed.text);
    later(HOUR_MS);
    await work();
    assert.equal(left(listed.transactionId), 0, "a proposal is no decision");
    const own = await confirm(world.app, proposed.body.changeId, await asAda());
    assert.deepEqual([own.status, own.code], [403, "ownControlChange"]);
    assert.equal((await confirm(world.app, proposed.body.changeId, await asBen())).status, 200);
    await work();
    assert.equal(left(listed.transactionId), 1);
    // Not raised again for the same names and addresses, also by another edition of the list.
    later(5 * MINUTE_MS);
    const again = await pay(listed.recipientId, 101_00n);
    await work();
    assert.equal(left(again), 1);
    assert.deepEqual(await openCases(), []);
    const repeated = await propose(await asAda(), found.id);
    assert.deepEqual([repeated.status, repeated.code], [409, "screeningCaseDecided"]);
  });

  it("is blocked when two people confirm that it is the one on the list", async () => {
    const { payTo, work, left, statusOf, openCases, propose, asAda, asBen } = await withList();
    const { transactionId } = await payTo("Wargas, Dimitri");
    await work();
    const [found] = await openCases();
    const proposed = await propose(await asAda(), found?.id ?? "", "confirm");
    await confirm(world.app, proposed.body.changeId, await asBen());
    await work();
    assert.deepEqual([left(transactionId), await statusOf(transactionId)], [0, "blocked"]);
  });

  it("waits again when the recipient gets another name that is on the list", async () => {
    const { payTo, pay, work, left, openCases, propose, asAda, asBen, call, organization } = await withList();
    const { recipientId } = await payTo(ON_THE_LIST);
    await work();
    const [found] = await openCases();
    const proposed = await propose(await asAda(), found?.id ?? "");
    await confirm(world.app, proposed.body.changeId, await asBen());
    const renamed = await browse(world.app, {
      url: `/recipient/${recipientId}`,
      body: { name: "Dimitri Wargas" },
      cookie: await asAda(),
    });
    assert.equal(renamed.status, 200, renamed.text);
    await work();
    const [next] = await openCases();
    assert.deepEqual([next?.recipientId, next?.names], [recipientId, ["Dimitri Wargas"]], "found when it is saved");
    const second = await pay(recipientId, 102_00n);
    await work();
    assert.equal(left(second), 0);
    assert.equal((await call(await asAda(), `/recipient/${organization.recipientId}`)).status, 200);
  });

  it("does not leave by one person alone, however they try", async () => {
    const { payTo, work, left, openCases, propose, asAda, call } = await withList();
    const { transactionId } = await payTo(ON_THE_LIST);
    await work();
    const [found] = await openCases();
    const caseId = found?.id ?? "";
    const first = await propose(await asAda(), caseId);
    const second = await propose(await asAda(), caseId);
    for (const { body } of [first, second]) {
      const tried = await confirm(world.app, body.changeId, await asAda());
      assert.ok([403, 409].includes(tried.status), tried.text);
    }
    // Without a screener, everything would leave: that takes two people, too.
    const off = { kind: "none", url: null, threshold: 85, countries: [], failAfterHours: null };
    const proposed = await call(await asAda(), "/screening", off);
    assert.equal(proposed.status, 202, proposed.text);
    assert.equal((await confirm(world.app, proposed.body.changeId, await asAda())).status, 403);
    later(HOUR_MS);
    await work();
    assert.equal(left(transactionId), 0);
  });

  it("does not leave by an only administrator, although other changes then take effect at once", async () => {
    const { call, choose, loadList, payTo, work, left, openCases, propose, ben, asAda, asBen } =
      await openScreening(world);
    await loadList();
    await choose({});
    const locked = await call(await asAda(), `/users/${ben.userId}/lock`, {});
    assert.equal(locked.status, 202, "Ben has to agree");
    await confirm(world.app, locked.body.changeId, await asBen());
    const { transactionId } = await payTo(ON_THE_LIST);
    await work();
    const [found] = await openCases();
    const tried = await propose(await asAda(), found?.id ?? "");
    assert.deepEqual([tried.status, tried.code], [409, "screeningNeedsTwo"]);
    await work();
    assert.equal(left(transactionId), 0);
  });

  it("does not leave by anything that someone with the database's password writes", async () => {
    const { payTo, work, left, openCases, propose, asAda, asBen, organization, statusOf } = await withList();
    const { organizationId } = organization;
    // A cleared case of another recipient, to copy from.
    const cleared = await payTo("Zaranti Holding");
    await work();
    const [openCase] = await openCases();
    const agreedOn = await propose(await asAda(), openCase?.id ?? "");
    await confirm(world.app, agreedOn.body.changeId, await asBen());
    await work();
    assert.equal(left(cleared.transactionId), 1);

    const { transactionId, recipientId } = await payTo(ON_THE_LIST);
    await work();
    const [found] = await openCases();
    const [open] = await mallory.copy("screening_cases", "case_id", found?.id ?? "");
    const [decided] = await mallory.copy("screening_cases", "case_id", openCase?.id ?? "");
    const [check] = await mallory.copy("screening_checks", "recipient_id", recipientId);
    assert.ok(open && decided && check);
    const due =
      "update rail_submissions set hand_over_at = '2026-01-01' where transaction_id = $1 and state = 'waiting'";
    const attempts: readonly [what: string, () => Promise<unknown>][] = [
      [
        "a case decided by two made-up people",
        () =>
          mallory.attack(
            "update screening_cases set state = 'cleared', reason = 'x', proposed_by = gen_random_uuid(), decided_by = gen_random_uuid(), decided_at = now() where case_id = $1",
            [open["case_id"]],
          ),
      ],
      ["the case put back", () => mallory.putBack("screening_cases", "case_id", open)],
      [
        "a check without matches",
        () => mallory.attack("update screening_checks set matches = '[]' where recipient_id = $1", [recipientId]),
      ],
      [
        "the check put back",
        () =>
          mallory.attack("update screening_checks set matches = $2 where recipient_id = $1", [
            recipientId,
            JSON.stringify(check["matches"]),
          ]),
      ],
      ["a deleted case", () => mallory.attack("delete from screening_cases where case_id = $1", [open["case_id"]])],
      ["a deleted check", () => mallory.attack("delete from screening_checks where recipient_id = $1", [recipientId])],
      [
        "a deleted screener",
        () => mallory.attack("delete from screeners where organization_id = $1", [organizationId]),
      ],
      [
        "a mark that it was submitted",
        () =>
          mallory.attack(
            "update rail_submissions set state = 'submitted', submitted_at = '2026-01-01', hand_over_at = '2026-01-01' where transaction_id = $1",
            [transactionId],
          ),
      ],
      [
        "the mark taken away",
        () =>
          mallory.attack(
            "update rail_submissions set state = 'waiting', submitted_at = null where transaction_id = $1",
            [transactionId],
          ),
      ],
      [
        "a screened payment",
        () =>
          mallory.attack("update screened_payments set result = 'passed' where transaction_id = $1", [transactionId]),
      ],
      [
        "a list without entries",
        () =>
          mallory.attack("update screening_lists set content = '\\x00' where organization_id = $1", [organizationId]),
      ],
    ];
    for (const [what, attempt] of attempts) {
      await attempt();
      await mallory.attack(due, [transactionId]);
      later(2 * MINUTE_MS);
      await work();
      assert.equal(left(transactionId), 0, what);
    }
    // A copy of the decision about another recipient, under this one's key.
    const [stored] = await mallory.copy("screening_cases", "case_id", String(open["case_id"]));
    assert.equal(stored?.["state"], "open");
    await assert.rejects(
      mallory.insertCopy("screening_cases", decided, {
        case_id: world.service.newId(),
        recipient_id: recipientId,
        digest: open["digest"],
        entry_key: open["entry_key"],
      }),
      "there is one case for each entry",
    );
    // Screening that is switched off in the database stops payments instead of letting them go.
    assert.equal(
      await mallory.attack("update screeners set kind = 'none' where organization_id = $1", [organizationId]),
      1,
    );
    await mallory.attack(due, [transactionId]);
    later(2 * MINUTE_MS);
    await work();
    assert.deepEqual([left(transactionId), await statusOf(transactionId)], [0, "pending"]);
    assert.ok((await alarms(world)).includes(`screeners/`), "the alarm names the row");
  });

  it("waits for a screener that is slow, down, lying about whom it was asked about, or talks nonsense", async (t) => {
    const opened = await openScreening(world);
    const { receiver, behavior, url } = await openScreener(t);
    const { payTo, work, left, call, asAda, choose, timelineOf, openCases } = opened;
    await choose({ kind: "url", url });
    await work();
    const garbage: readonly [what: string, answer: (question: Question) => unknown, status?: number][] = [
      ["an error", () => ({}), 500],
      ["no answer within ten seconds", () => "never"],
      ["no JSON", () => "<html>ok</html>"],
      ["nothing", () => ""],
      ["an empty object", () => ({})],
      ["another question's answer", (question) => ({ ...honestly(question), checkId: "1" })],
      ["about nobody", ({ checkId }) => ({ checkId, parties: [] })],
      ["about someone else", ({ checkId }) => ({ checkId, parties: [{ id: "x", matches: [] }] })],
      ["without matches", ({ checkId, parties }) => ({ checkId, parties: parties.map(({ id }) => ({ id })) })],
      [
        "twice about the same",
        ({ checkId, parties }) => ({
          checkId,
          parties: [...parties, ...parties].map(({ id }) => ({ id, matches: [] })),
        }),
      ],
      [
        "matches without a name",
        ({ checkId, parties }) => ({ checkId, parties: parties.map(({ id }) => ({ id, matches: [{}] })) }),
      ],
      ["a list of everything", (question) => JSON.stringify(honestly(question)).padEnd(2 * 1024 * 1024)],
    ];
    const { transactionId } = await payTo("Mina Okafor Design");
    for (const [what, answer, status = 200] of garbage) {
      Object.assign(behavior, { answer, status });
      const asked = receiver.requests.length;
      later(10 * MINUTE_MS);
      await work();
      assert.equal(receiver.requests.length, asked + 1, `${what}: it is asked, once in ten minutes`);
      assert.equal(left(transactionId), 0, what);
    }
    const shown = (await call(await asAda(), "/screening")).body;
    assert.equal(shown.isFailing, true);
    assert.ok((await timelineOf(transactionId)).includes("Waits for screening, which does not answer"));
    const home = (await call(await asAda(), "/overview")).body;
    assert.deepEqual([home.screening.heldPayments, home.screening.problem], [1, shown.problem]);

    Object.assign(behavior, { answer: honestly, status: 200 });
    later(10 * MINUTE_MS);
    await work();
    assert.equal(left(transactionId), 1, "it answers again");
    assert.equal((await call(await asAda(), "/screening")).body.isFailing, false);
    const listed = await payTo(ON_THE_LIST);
    await work();
    assert.equal(left(listed.transactionId), 0);
    assert.equal((await openCases()).length, 1);
    assert.match(String(receiver.requests[0]?.headers["webhook-signature"]), /^v1,/);
    assert.equal((await call(await asAda(), "/screening/secret")).body.secret.startsWith("whsec_"), true);
  });

  it("is blocked after as many hours without a screener as the organization waits, and never sent", async (t) => {
    const { choose, payTo, work, left, statusOf } = await openScreening(world);
    const { behavior, url } = await openScreener(t);
    Object.assign(behavior, { status: 503 });
    await choose({ kind: "url", url, failAfterHours: 2 });
    const { transactionId } = await payTo("Mina Okafor Design");
    for (let minutes = 0; minutes <= 100; minutes += 20) {
      await work();
      assert.deepEqual(
        [left(transactionId), await statusOf(transactionId)],
        [0, "pending"],
        `after ${minutes} minutes`,
      );
      later(20 * MINUTE_MS);
    }
    for (let minutes = 0; minutes < 40; minutes += 10) {
      await work();
      later(10 * MINUTE_MS);
    }
    assert.deepEqual([left(transactionId), await statusOf(transactionId)], [0, "blocked"]);
  });

  it("waits wherever the process dies, and others leave exactly once", async () => {
    const { payTo, rail, left, work, statusOf } = await withList();
    const { service } = world;
    let deaths = 0;
    for (let step = 1; ; step += long ? 1 : 4) {
      const listed = await payTo(ON_THE_LIST);
      const other = await payTo(`Mina Okafor Design ${"ABCDEFGHIJKLMNOPQRSTUVWXYZ"[step % 26]}${step}`);
      const death = deathAt(step);
      const dying = { ...service, database: dyingDatabase(service.database, death) };
      const tools = {
        reach: { urlProblem: () => undefined, post: () => Promise.reject(new Error("a list needs no network")) },
        wake: wakePayments.bind(undefined, dying),
        readParties: partiesOfRecipients.bind(undefined, dying),
      };
      const life = async () => {
        for (let round = 0; round < 3; round += 1) {
          await runHandOver(dying, rail);
          await runScreening(dying, tools);
        }
        await runHandOver(dying, rail);
      };
      await acrossOrganizations(life).catch((error: unknown) => {
        if (!death.isDead()) throw error;
      });
      deaths += Number(death.isDead());
      assert.equal(left(listed.transactionId), 0, `dead at step ${step}`);
      // Another process; a lease that the dead one held expires.
      later(11 * MINUTE_MS);
      await work();
      assert.deepEqual(
        [left(listed.transactionId), await statusOf(listed.transactionId)],
        [0, "pending"],
        `step ${step}`,
      );
      assert.ok(left(other.transactionId) >= 1, `step ${step}: the other one leaves`);
      assert.ok(left(other.transactionId) <= 2, `step ${step}: at most twice, which the bank recognizes`);
      if (!death.isDead()) break;
    }
    assert.ok(deaths > 10, `${deaths} deaths`);
  });
});
