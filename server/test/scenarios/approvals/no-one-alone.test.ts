/**
 * A single administrator tries every known way to move money alone. The second administrator never acts, so no money
 * may leave.
 */
import assert from "node:assert/strict";
import { beforeEach, describe, test } from "node:test";
import { sql } from "#kernel/sql/sql.ts";
import { setApproverLimit } from "#payments/approvals/rules/manage-rules.ts";
import { inject, openWorldOfFile, operator, payment, type TestOrganization } from "../../kit/service/full-app.ts";
import { paymentRequest } from "../../kit/worlds/approvals.ts";
import { browse, newPerson, PASSWORD, signedIn, type TestPerson } from "../../kit/worlds/people.ts";
import { twoAdministrators } from "../../kit/worlds/two-people.ts";

const world = await openWorldOfFile();

describe("no one alone", () => {
  let organization: TestOrganization;
  let ada: TestPerson;
  let ben: TestPerson;
  let cookie: string;
  beforeEach(async () => {
    ({ organization, ada, ben, asAda: cookie } = await twoAdministrators(world));
  });

  const call = (url: string, body?: unknown, by = cookie) =>
    browse(world.app, { method: body === undefined ? "GET" : "POST", url, body, cookie: by });
  const request = async (by = cookie) => {
    const made = await call(paymentRequest(organization).url, paymentRequest(organization).body, by);
    assert.equal(made.status, 200, made.text);
    return made.body as { requestId: string; version: number };
  };
  const approve = ({ requestId, version }: { requestId: string; version: number }, by = cookie) =>
    call(`/request-send-money/${requestId}/approve`, { version }, by);
  async function paymentsMade(): Promise<number> {
    const { count } = await world.service.database.one<{ count: bigint }>(sql`
        select count(*) as count from transactions
         where organization_id = ${organization.organizationId} and kind = 'outgoingPayment'`);
    return Number(count);
  }

  test("enabling self-approval, approving, and disabling it again pays nothing", async () => {
    const { body: settings } = await call("/organization/settings");
    const changed = await call("/organization/settings", { version: settings.version, selfApproval: true });
    await approve(await request());
    assert.equal(await paymentsMade(), 0);
    assert.equal(changed.status, 202, changed.text);
    assert.equal((await call("/organization/settings")).body.selfApproval, false);
  });

  test("the response to an invitation contains no link, and inviting an approver takes two people", async () => {
    const invited = await call("/users/invitations", {
      email: "puppet@example.com",
      firstName: "Sock",
      lastName: "Puppet",
      role: "approver",
    });
    assert.ok(!/join#|secret|link/i.test(invited.text), invited.text);
    assert.equal(invited.status, 202, invited.text);
    const { count } = await world.service.database.one<{ count: bigint }>(sql`
        select count(*) as count from invitations where organization_id = ${organization.organizationId}`);
    assert.equal(Number(count), 0);
  });

  test("locking the other administrator does not put a rule into effect", async () => {
    await call(`/users/${ben.userId}/lock`, {});
    const rule = await call("/approval-rules/changes", {
      name: "Mine",
      position: 1,
      active: true,
      conditions: {},
      steps: [{ approvals: 1 }],
      allowSelfApproval: true,
    });
    assert.equal(rule.body.status, "proposed", rule.text);
    await approve(await request());
    assert.equal(await paymentsMade(), 0);
    assert.ok(await signedIn(world.app, ben), "the other administrator can still sign in");
  });

  test("rejects a token that may send until a second person confirms it", async () => {
    const made = await call("/tokens", { name: "Mine", kind: "readWrite", allowlist: ["127.0.0.1"] });
    assert.equal(made.status, 200, made.text);
    const sent = await inject(world.app, made.body.token, payment(organization));
    assert.equal(await paymentsMade(), 0);
    assert.deepEqual([sent.status, sent.body.errors.errorCode], [401, "tokenAwaitsConfirmation"]);
    assert.equal(made.body.apiToken.state, "waiting");
  });

  test("does not let a user remove or raise their own limit", async () => {
    const { organizationId } = organization;
    await world.service.database.transaction((tx) =>
      setApproverLimit(world.service, tx, {
        organizationId,
        userId: ada.userId,
        accountId: null,
        limitMinor: 5_00n,
        actor: operator,
      }),
    );
    const bookkeeper = await newPerson(world, organizationId, { role: "bookkeeper" });
    const asked = await request(await signedIn(world.app, bookkeeper));
    for (const limit of [null, 1_000]) {
      const changed = await call("/approver-limits", { userId: ada.userId, limit });
      assert.equal((await approve(asked)).code, "approverLimitExceeded");
      assert.equal(changed.status, 202, changed.text);
    }
    const { accountId } = organization;
    await call("/approver-limits", { userId: ada.userId, accountId, limit: 1_000 });
    assert.equal((await approve(asked)).code, "approverLimitExceeded", "nor with a limit for the account");
    assert.equal(await paymentsMade(), 0);
  });

  test("one person cannot make another user an approver", async () => {
    const clerk = await newPerson(world, organization.organizationId, { role: "viewer" });
    const changed = await browse(world.app, {
      method: "PATCH",
      url: `/users/${clerk.userId}`,
      cookie,
      body: { role: "approver" },
    });
    await approve(await request(), await signedIn(world.app, clerk));
    assert.equal(await paymentsMade(), 0);
    assert.equal(changed.status, 202, changed.text);
  });

  test("unlocks a user only after a second person confirms", async () => {
    const former = await newPerson(world, organization.organizationId, { role: "approver" });
    assert.equal((await call(`/users/${former.userId}/lock`, {})).status, 200, "one person can lock an approver");
    const unlocked = await call(`/users/${former.userId}/unlock`, {});
    assert.equal(unlocked.status, 202, unlocked.text);
    const signIn = { url: "/session", body: { email: former.email, password: PASSWORD } };
    assert.equal((await browse(world.app, signIn)).status, 401);
  });
});
