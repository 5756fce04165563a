/** An organization's settings: changing them requires the permission, a step-up, and the current version. */
import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { sql } from "#kernel/sql/sql.ts";
import { passTime } from "../../kit/service/eventually.ts";
import { inject, openWorldOfFile, payment } from "../../kit/service/full-app.ts";
import { decide, outcomeOf, paymentRequest } from "../../kit/worlds/approvals.ts";
import { browse, newPerson, PASSWORD, signedIn, type TestPerson } from "../../kit/worlds/people.ts";

const defaults = {
  version: 1,
  duplicateGuardHours: 24,
  approvalStepUpFrom: 10_000,
  confirmBankDetailChanges: false,
  bankDetailsCoolingOffHours: 0,
  selfApproval: false,
  wireFees: { ours: 15, shared: 0 },
  secondFactorRequiredFor: ["administrator", "approver", "bookkeeper", "viewer", "custom"],
  secondFactorGraceDays: 14,
  remittanceAdvice: false,
  requireAccountValidation: false,
};

const world = await openWorldOfFile();
const organization = await world.newOrganization();

describe("the organization's settings", () => {
  let person: TestPerson;
  let cookie: string;
  before(async () => {
    await organization.deposit(organization.accountId, 1_000_00n);
    person = await newPerson(world, organization.organizationId);
    cookie = await signedIn(world.app, person);
  });

  const url = "/organization/settings";
  const change = (body: object) => browse(world.app, { url, cookie, body });

  test("every signed-in user can read the settings, which start with the defaults of the specification", async () => {
    const viewer = await newPerson(world, organization.organizationId, { role: "viewer" });
    const asViewer = await signedIn(world.app, viewer);
    assert.deepEqual((await browse(world.app, { url, cookie: asViewer })).body, defaults);
    const refused = await browse(world.app, { url, cookie: asViewer, body: { version: 1, selfApproval: true } });
    assert.equal(refused.code, "notPermitted");
  });

  test("a change requires a step-up and the current version", async () => {
    assert.equal((await change({ version: 1, selfApproval: true })).code, "stepUpNeeded");
    const proved = await browse(world.app, { url: "/session/step-up", cookie, body: { password: PASSWORD } });
    cookie = proved.cookie ?? cookie;
    const changed = await change({ version: 1, duplicateGuardHours: 0, wireFees: { ours: 25.5, shared: 0 } });
    const now = { ...defaults, version: 2, duplicateGuardHours: 0, wireFees: { ours: 25.5, shared: 0 } };
    assert.deepEqual(changed.body, now, changed.text);
    const stale = await change({ version: 1, selfApproval: true });
    assert.deepEqual([stale.status, stale.code], [409, "settingsChanged"]);
    assert.deepEqual(
      (await change({ version: 2, duplicateGuardHours: 0 })).body,
      now,
      "identical settings are no change",
    );
    const answers = await Promise.all([5, 6].map((hours) => change({ version: 2, bankDetailsCoolingOffHours: hours })));
    assert.deepEqual(
      answers.map((answer) => answer.status).toSorted(),
      [200, 409],
      "only one of two concurrent changes succeeds",
    );
    const rows = await world.service.database.many<{ before: string; after: string; actor_id: string }>(sql`
        select before, after, actor_id from audit_log
         where organization_id = ${organization.organizationId} and action = 'organization.changeSettings' order by audit_id`);
    assert.equal(rows.length, 2);
    assert.deepEqual(JSON.parse(rows[0]?.before ?? ""), { duplicateGuardHours: 24, wireFeeOurs: 15 });
    assert.deepEqual(JSON.parse(rows[0]?.after ?? ""), { duplicateGuardHours: 0, wireFeeOurs: 25.5 });
    assert.equal(rows[0]?.actor_id, person.userId);
  });

  test("refuses invalid settings", async () => {
    for (const wrong of [
      { duplicateGuardHours: -1 },
      { duplicateGuardHours: 9000 },
      { bankDetailsCoolingOffHours: 1.5 },
      { approvalStepUpFrom: 0.001 },
      { wireFees: { ours: -1, shared: 0 } },
      { wireFees: { ours: 1.005, shared: 0 } },
      { plan: "pro" },
    ])
      assert.equal((await change({ version: 3, ...wrong })).code, "invalidRequest", JSON.stringify(wrong));
  });

  test("turns the duplicate guard off within a second and allows self-approval under the built-in rule", async () => {
    passTime(600);
    for (const _ of [1, 2]) {
      const paid = await inject(world.app, organization.token, payment(organization, { amount: 8 }));
      assert.equal(paid.status, 200, paid.text);
    }
    const token = await organization.newToken({ actor: { type: "user", id: person.userId } });
    const { requestId } = (await inject(world.app, token, paymentRequest(organization))).body;
    const { userId } = person;
    assert.equal(await outcomeOf(decide(world.service, organization, { requestId, userId })), "ownRequest");
    await change({ version: 3, selfApproval: true });
    assert.equal(await outcomeOf(decide(world.service, organization, { requestId, userId })), "requestChanged");
    assert.equal(await outcomeOf(decide(world.service, organization, { requestId, userId })), "approved");
  });
});
