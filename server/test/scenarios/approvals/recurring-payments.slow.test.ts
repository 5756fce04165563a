import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { UserId } from "#kernel/values/ids.ts";
import { runUntilIdle } from "#kernel/work/worker.ts";
import { series } from "#payments/recurring-payments/tables.ts";
import { vouchFor } from "../../kit/proofs/vouch-for.ts";
import { copyRecurring } from "../../kit/recurring/recurring.queries.ts";
import { callsAs, newRecurring, occurrencesOf, recurringBody } from "../../kit/recurring/recurring-world.ts";
import { advanceTo as advance } from "../../kit/service/advance-to.ts";
import { inject, type TestOrganization, type TestWorld } from "../../kit/service/full-app.ts";
import { decide, openApprovalStory, outcomeOf } from "../../kit/worlds/approvals.ts";
import { newPerson } from "../../kit/worlds/people.ts";
import { lockUser } from "../../kit/worlds/users.queries.ts";

/** A bookkeeper sets up payments that repeat; each occurrence is requested, approved, and paid like any other payment. */
describe("recurring payments", () => {
  let world: TestWorld;
  let organization: TestOrganization;
  let ada: UserId;
  let ben: UserId;
  before(async () => {
    ({ world, organization, ada, ben } = await openApprovalStory());
  });
  after(() => world.close());

  const advanceTo = (to: string) =>
    advance((body) => inject(world.app, organization.token, { url: "/sandbox/clock/advance", body }), to);
  const requestOf = async (id: string, day: string, call: (url: string) => Promise<{ body: unknown }>) => {
    const { body } = await call(`/recurring-payments/${id}/occurrences`);
    const { occurrences } = body as {
      occurrences: readonly { day: string; requestId: string; [more: string]: unknown }[];
    };
    return occurrences.find((occurrence) => occurrence.day === day) ?? assert.fail(`no occurrence on ${day}`);
  };

  test("each occurrence is requested a week before its day, approved by another user, and paid on its day", async () => {
    const { id, body, call, person } = await newRecurring(world, organization, {
      frequency: "monthly",
      dayOfMonth: 31,
      startOn: "2026-12-01",
      endAfter: 2,
      note: "Lease 7",
    });
    assert.deepEqual(
      body.upcoming.map((occurrence: Record<string, string>) => [
        occurrence["day"],
        occurrence["payOn"],
        occurrence["requestedOn"],
        occurrence["state"],
      ]),
      [
        ["2026-12-31", "2026-12-31", "2026-12-24", "planned"],
        // A Sunday.
        ["2027-01-31", "2027-02-01", "2027-01-25", "planned"],
      ],
    );
    await advanceTo("2026-12-24T10:59:59.000Z");
    assert.deepEqual(await occurrencesOf(world, id), []);
    await advanceTo("2026-12-24T11:00:00.000Z");
    assert.deepEqual(await occurrencesOf(world, id), ["2026-12-31 requested: 2026-12-31"]);
    const { requestId } = await requestOf(id, "2026-12-31", call);
    assert.equal((await call(`/approvals/${requestId}/review`)).body.recurringPaymentId, id);
    // The requester is the user who saved it, and may not approve.
    assert.equal(
      await outcomeOf(decide(world.service, organization, { requestId, userId: person.userId })),
      "mayNotDecide",
    );
    await decide(world.service, organization, { requestId, userId: ben });
    await advanceTo("2026-12-31T12:00:00.000Z");
    const paid = await requestOf(id, "2026-12-31", call);
    assert.equal(paid["requestStatus"], "approved");
    assert.ok(paid["transactionId"]);
    await advanceTo("2027-01-26T12:00:00.000Z");
    assert.deepEqual((await occurrencesOf(world, id))[1], "2027-01-31 requested: 2027-02-01");
    const { body: ended } = await call(`/recurring-payments/${id}`);
    assert.deepEqual([ended.state, ended.next, ended.occurrencesDone], ["ended", null, 2]);
    const refused = await call(`/recurring-payments/${id}/stop`, {});
    assert.deepEqual([refused.status, refused.code], [409, "recurringPaymentClosed"]);
  });

  test("who saved the terms is the requester; a request that was made keeps its terms", async () => {
    const startOn = "2027-02-05";
    const { id, body, call } = await newRecurring(world, organization, { startOn });
    await advanceTo("2027-01-29T12:00:00.000Z");
    const { requestId } = await requestOf(id, startOn, call);
    const administrator = await newPerson(world, organization.organizationId);
    const asAdministrator = callsAs(world, administrator);
    const change = { ...recurringBody(organization, { startOn, amount: 250 }), version: body.version };
    const changed = await asAdministrator(`/recurring-payments/${id}`, change);
    assert.equal(changed.status, 200, changed.text);
    assert.deepEqual(
      [changed.body.version, changed.body.requesterUserId, changed.body.next.day],
      [2, administrator.userId, "2027-02-12"],
    );
    const again = await asAdministrator(`/recurring-payments/${id}`, change);
    assert.deepEqual([again.status, again.code], [409, "recurringPaymentChanged"]);
    const { amount } = await requestOf(id, startOn, call);
    assert.equal(amount, 100);
    await decide(world.service, organization, { requestId, userId: administrator.userId });
    await advanceTo("2027-02-05T12:00:00.000Z");
    const second = await requestOf(id, "2027-02-12", call);
    assert.equal(second["amount"], 250);
    const own = decide(world.service, organization, { requestId: second.requestId, userId: administrator.userId });
    assert.equal(await outcomeOf(own), "ownRequest");
    const stopped = await call(`/recurring-payments/${id}/stop`, {});
    assert.deepEqual([stopped.status, stopped.body.state, stopped.body.next], [200, "stopped", null]);
    assert.equal((await call(`/recurring-payments/${id}/stop`, {})).status, 200, "stopping twice changes nothing");
    await advanceTo("2027-03-01T12:00:00.000Z");
    assert.equal((await occurrencesOf(world, id)).length, 2);
    const closed = await call(`/recurring-payments/${id}`, { ...change, version: 3 });
    assert.deepEqual([closed.status, closed.code], [409, "recurringPaymentClosed"]);
  });

  test("an occurrence is skipped and restored; what was requested cannot be skipped", async () => {
    const { id, call } = await newRecurring(world, organization, { startOn: "2027-03-05", endAfter: 3 });
    const of = (day: string, verb: string) => call(`/recurring-payments/${id}/occurrences/${day}/${verb}`, {});
    const skipped = await of("2027-03-12", "skip");
    assert.equal(skipped.status, 200, skipped.text);
    assert.deepEqual(
      skipped.body.upcoming.map((occurrence: Record<string, string>) => `${occurrence["day"]} ${occurrence["state"]}`),
      ["2027-03-05 planned", "2027-03-12 skipped", "2027-03-19 planned"],
    );
    assert.equal((await of("2027-03-12", "skip")).status, 200, "skipping twice changes nothing");
    assert.equal((await of("2027-03-12", "unskip")).status, 200);
    assert.equal((await of("2027-03-12", "unskip")).status, 200, "restoring twice changes nothing");
    await of("2027-03-12", "skip");
    for (const day of ["2027-03-13", "2027-03-26", "2026-01-01"])
      for (const verb of ["skip", "unskip", "retry"])
        assert.deepEqual([(await of(day, verb)).status, (await of(day, verb)).code], [404, "resourceNotFound"], day);
    await advanceTo("2027-03-02T12:00:00.000Z");
    for (const verb of ["skip", "unskip", "retry"])
      assert.deepEqual([(await of("2027-03-05", verb)).code, verb], ["occurrenceNotChangeable", verb]);
    await advanceTo("2027-04-01T12:00:00.000Z");
    const states = ["2027-03-05 requested: 2027-03-05", "2027-03-12 skipped", "2027-03-19 requested: 2027-03-19"];
    assert.deepEqual((await occurrencesOf(world, id)).toSorted(), states);
    assert.equal((await of("2027-03-12", "unskip")).code, "recurringPaymentClosed");
  });

  test("what cannot be requested is refused, says why, and emails the requester; later it can be requested", async () => {
    const recipientId = await organization.newRecipient("Tern Packaging");
    const { id, call, person } = await newRecurring(world, { ...organization, recipientId }, { startOn: "2027-04-16" });
    const remove = { method: "DELETE", url: `/recipient/${recipientId}` } as const;
    assert.ok((await inject(world.app, organization.token, remove)).status < 300);
    await advanceTo("2027-04-10T12:00:00.000Z");
    assert.deepEqual(await occurrencesOf(world, id), ["2027-04-16 refused"]);
    const { body } = await call(`/recurring-payments/${id}`);
    assert.equal(body.problem.day, "2027-04-16");
    assert.match(body.problem.problem, /recipient/i);
    assert.equal(body.next.day, "2027-04-23");
    const { body: sent } = await inject(world.app, organization.token, { url: "/sandbox/emails?order=desc&limit=20" });
    const letters = sent.emails.filter(({ subject }: { subject: string }) =>
      subject.includes("could not be requested"),
    );
    assert.deepEqual(
      letters.map(({ to }: { to: string }) => to).filter((to: string) => to === person.email),
      [person.email],
    );
    const retry = () => call(`/recurring-payments/${id}/occurrences/2027-04-16/retry`, {});
    assert.deepEqual([(await retry()).status, (await retry()).code], [400, "recipientNotFound"]);
    const { body: changed } = await call(`/recurring-payments/${id}`, {
      ...recurringBody(organization, { startOn: "2027-04-16" }),
      version: 1,
    });
    assert.equal(changed.problem.day, "2027-04-16", "another recipient does not make the payment that was refused");
    // Another user who requests it does not become its requester: the author of its terms must not approve them.
    const administrator = callsAs(world, await newPerson(world, organization.organizationId));
    assert.equal((await administrator(`/recurring-payments/${id}/occurrences/2027-04-16/retry`, {})).status, 200);
    assert.deepEqual(await occurrencesOf(world, id), ["2027-04-16 requested: 2027-04-16"]);
    const { requestId } = await requestOf(id, "2027-04-16", call);
    const { body: request } = await inject(world.app, organization.token, { url: `/request-send-money/${requestId}` });
    assert.equal(request.requestedByUserId, person.userId);
    assert.equal((await call(`/recurring-payments/${id}`)).body.problem, null);
    await call(`/recurring-payments/${id}/stop`, {});
    assert.equal((await retry()).code, "recurringPaymentClosed");
  });

  test("a requester who may no longer request payments stops nothing silently", async () => {
    const { id, person } = await newRecurring(world, organization, { startOn: "2027-04-23" });
    const administrator = callsAs(world, await newPerson(world, organization.organizationId));
    await lockUser(world.service, organization.organizationId, person.userId, world.clock.now());
    await advanceTo("2027-04-17T12:00:00.000Z");
    const { body } = await administrator(`/recurring-payments/${id}`);
    assert.match(body.problem.problem, /may no longer request payments/);
    const retry = () => administrator(`/recurring-payments/${id}/occurrences/2027-04-23/retry`, {});
    assert.deepEqual([(await retry()).status, (await retry()).code], [409, "recurringRequesterLeft"]);
    const change = { ...recurringBody(organization, { startOn: "2027-04-23" }), version: 1 };
    assert.equal((await administrator(`/recurring-payments/${id}`, change)).status, 200);
    assert.equal((await retry()).status, 200);
    await administrator(`/recurring-payments/${id}/stop`, {});
  });

  test("missing funds on the day: the request is open again, the recurring payment says why, and the requester is emailed", async () => {
    const accountId = await organization.newAccount("Nearly empty");
    const { id, call, person } = await newRecurring(world, { ...organization, accountId }, { startOn: "2027-05-07" });
    await advanceTo("2027-04-30T12:00:00.000Z");
    const { requestId } = await requestOf(id, "2027-05-07", call);
    await decide(world.service, organization, { requestId, userId: ben });
    await advanceTo("2027-05-07T12:00:00.000Z");
    const { body } = await call(`/recurring-payments/${id}`);
    assert.match(body.problem.problem, /does not cover 100\.00 USD/);
    assert.equal(body.problem.requestId, requestId);
    const { body: sent } = await inject(world.app, organization.token, { url: "/sandbox/emails?order=desc&limit=20" });
    assert.ok(
      sent.emails.some(
        ({ subject, to }: { subject: string; to: string }) => subject.includes("was not made") && to === person.email,
      ),
    );
    await call(`/recurring-payments/${id}/stop`, {});
    await decide(world.service, organization, { requestId, userId: ada, decision: "reject" });
  });

  test("the forecast subtracts scheduled and planned payments, and not skipped ones, day by day", async () => {
    const accountId = await organization.newAccount("Forecast");
    await organization.deposit(accountId, 250_00n);
    const own = { ...organization, accountId };
    const { id, call } = await newRecurring(world, own, { startOn: "2027-05-14", endAfter: 4 });
    await call(`/recurring-payments/${id}/occurrences/2027-05-28/skip`, {});
    for (const job of world.app.jobs) if (job.name === "recurring-payments") await runUntilIdle([job]);
    const { status, body } = await call(`/scheduled-payments?accountId=${accountId}&days=40`);
    assert.equal(status, 200);
    assert.deepEqual(
      body.payments.map(
        (scheduled: Record<string, unknown>) => `${scheduled["day"]} ${scheduled["state"]} ${scheduled["amount"]}`,
      ),
      ["2027-05-14 waiting 100", "2027-05-21 planned 100", "2027-05-28 skipped 100", "2027-06-04 planned 100"],
    );
    assert.equal(body.payments[0].recurringPaymentId, id);
    assert.deepEqual([body.allListed, body.isComplete], [true, true]);
    const [{ name, ...forecast }] = body.accounts;
    assert.equal(name, "Forecast");
    assert.deepEqual(forecast, {
      accountId,
      available: 250,
      scheduled: 300,
      availableAfter: -50,
      negativeOn: "2027-06-04",
      days: [
        { day: "2027-05-14", scheduled: 100, availableAfter: 150 },
        { day: "2027-05-21", scheduled: 100, availableAfter: 50 },
        { day: "2027-06-04", scheduled: 100, availableAfter: -50 },
      ],
    });
    const unknown = await call(`/scheduled-payments?accountId=${world.service.newId()}`);
    assert.deepEqual([unknown.status, unknown.code], [404, "resourceNotFound"]);
    await call(`/recurring-payments/${id}/stop`, {});
  });

  test("what is wrong with the terms or the schedule is refused when it is saved", async () => {
    const person = await newPerson(world, organization.organizationId, { role: "bookkeeper" });
    const call = callsAs(world, person);
    const today = world.clock.now().toISOString().slice(0, 10);
    const startOn = Temporal.PlainDate.from(today).add({ days: 30 }).toString();
    const save = (more: object) => call("/recurring-payments", recurringBody(organization, { startOn, ...more }));
    const cases: readonly (readonly [more: object, code: string, path?: string])[] = [
      [{ amount: 0.001 }, "invalidRequest", "amount"],
      [{ startOn: "2026-11-01" }, "invalidRequest", "startOn"],
      [{ startOn: "2031-01-01" }, "invalidRequest", "startOn"],
      [{ frequency: "monthly" }, "invalidRequest", "dayOfMonth"],
      [{ dayOfMonth: 3 }, "invalidRequest", "dayOfMonth"],
      [{ endAfter: 3, endOn: "2030-01-01" }, "invalidRequest", "endAfter"],
      [{ endOn: "2026-11-30" }, "invalidRequest", "endOn"],
      [{ frequency: "monthly", dayOfMonth: 28, startOn: "2027-06-01", endOn: "2027-06-02" }, "invalidRequest", "endOn"],
      [{ paymentMethod: "internationalWire" }, "invalidRequest", "purpose"],
      [{ externalMemo: "x".repeat(200) }, "invalidRequest", "externalMemo"],
      [{ accountId: world.service.newId() }, "resourceNotFound"],
      [{ recipientId: world.service.newId() }, "recipientNotFound"],
      [{ paymentMethod: "internationalWire", purpose: "Coffee" }, "recipientCannotReceive"],
    ];
    for (const [more, code, path] of cases) {
      const { body, text, ...answer } = await save(more);
      assert.equal(answer.code, code, text);
      if (path !== undefined)
        assert.deepEqual([...new Set(body.errors.fields.map((field: { path: string }) => field.path))], [path], text);
    }
  });

  test("takes the permission of payment requests, and stays in its organization", async () => {
    const { id, call } = await newRecurring(world, organization, { startOn: "2027-06-04" });
    const viewer = await newPerson(world, organization.organizationId, { role: "viewer" });
    const stranger = await newPerson(world, (await world.newOrganization()).organizationId);
    for (const [person, status, code] of [
      [viewer, 403, "notPermitted"],
      [stranger, 404, "resourceNotFound"],
    ] as const) {
      const other = callsAs(world, person);
      const change = { ...recurringBody(organization, { startOn: "2027-06-04" }), version: 1 };
      for (const [url, body] of [
        [`/recurring-payments/${id}`, change],
        [`/recurring-payments/${id}/stop`, {}],
        [`/recurring-payments/${id}/occurrences/2027-06-04/skip`, {}],
        [`/recurring-payments/${id}/occurrences/2027-06-04/unskip`, {}],
        [`/recurring-payments/${id}/occurrences/2027-06-04/retry`, {}],
      ] as const) {
        const refused = await other(url, body);
        assert.deepEqual([refused.status, refused.code], [status, code], `${url} ${refused.text}`);
      }
    }
    assert.equal((await callsAs(world, viewer)(`/recurring-payments/${id}`)).status, 200, "a viewer reads it");
    assert.equal((await callsAs(world, stranger)(`/recurring-payments/${id}`)).status, 404);
    assert.equal((await callsAs(world, stranger)(`/recurring-payments/${id}/occurrences`)).status, 404);
    await call(`/recurring-payments/${id}/stop`, {});
  });

  test("an organization has at most a thousand active ones", async () => {
    const other = await world.newOrganization();
    const { id, call } = await newRecurring(world, other, { startOn: "2027-06-04" });
    await copyRecurring(world.owner(), id, 999);
    await vouchFor(world.service, other.organizationId, series);
    const answer = await call("/recurring-payments", recurringBody(other, { startOn: "2027-06-04" }));
    assert.deepEqual([answer.status, answer.code], [400, "tooManyRecurringPayments"]);
    const { status, body } = await call("/scheduled-payments?days=92");
    assert.equal(status, 200);
    assert.deepEqual([body.payments.length, body.allListed, body.isComplete], [500, false, false]);
  });
});
