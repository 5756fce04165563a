/**
 * A token requests payments, and users decide in their sessions: who may decide, on which version, with a step-up for
 * large amounts, and what the requester sees afterwards. A token can never decide.
 */
import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import type { UserRole } from "#records/people";
import { inject, openWorldOfFile } from "../../kit/service/full-app.ts";
import { paymentRequest, saveRule } from "../../kit/worlds/approvals.ts";
import { browse, newPerson, PASSWORD, signedIn } from "../../kit/worlds/people.ts";

const world = await openWorldOfFile();
const organization = await world.newOrganization();

describe("people approve and decline requests", () => {
  before(async () => {
    await organization.deposit(organization.accountId, 1_000_000_00n);
  });

  const cookieOf = async (role: UserRole) =>
    signedIn(world.app, await newPerson(world, organization.organizationId, { role }));
  const ask = async (more: Readonly<Record<string, unknown>> = {}) => {
    const { status, body, text } = await inject(world.app, organization.token, paymentRequest(organization, more));
    assert.equal(status, 200, text);
    return body as { requestId: string; version: number };
  };
  const decide = (
    cookie: string,
    verb: string,
    { requestId, version }: { requestId: string; version: number },
    more = {},
  ) => browse(world.app, { url: `/request-send-money/${requestId}/${verb}`, cookie, body: { version, ...more } });
  const read = async (requestId: string) =>
    (await inject(world.app, organization.token, { url: `/request-send-money/${requestId}` })).body;
  const paidFor = async (requestId: string): Promise<readonly { id: string; amount: number }[]> =>
    (
      await inject(world.app, organization.token, {
        url: `/account/${organization.accountId}/transactions?requestId=${requestId}`,
      })
    ).body.transactions;

  test("an approval creates the payment before it returns, and the request names the payment", async () => {
    const request = await ask({ amount: 125.5 });
    assert.deepEqual(await paidFor(request.requestId), []);
    const answer = await decide(await cookieOf("approver"), "approve", request);
    assert.equal(answer.status, 200, answer.text);
    assert.equal(answer.body.status, "approved");
    const [paid] = await paidFor(request.requestId);
    assert.deepEqual([paid?.id, paid?.amount], [(await read(request.requestId)).transactionId, -125.5]);
    const again = await decide(await cookieOf("administrator"), "approve", request);
    assert.deepEqual([again.status, again.code], [409, "requestAlreadyDecided"]);
    assert.equal((await paidFor(request.requestId)).length, 1);
  });

  test("one rejection closes the request with its reason, and no payment is made", async () => {
    const request = await ask({ amount: 1 });
    const answer = await decide(await cookieOf("approver"), "reject", request, { reason: "Not ours" });
    assert.equal(answer.body.status, "rejected", answer.text);
    assert.equal((await read(request.requestId)).reviews[0].status, "rejected");
    assert.deepEqual(await paidFor(request.requestId), []);
  });

  test("viewers, bookkeepers, and tokens cannot decide; an administrator may withdraw", async () => {
    const request = await ask({ amount: 2 });
    for (const role of ["viewer", "bookkeeper"] as const) {
      for (const verb of ["approve", "reject"]) {
        const answer = await decide(await cookieOf(role), verb, request, verb === "reject" ? { reason: "no" } : {});
        assert.equal(answer.status, 403, `${role} ${verb}: ${answer.text}`);
      }
      const withdrawn = await decide(await cookieOf(role), "withdraw", request);
      assert.deepEqual([withdrawn.status, withdrawn.code], [403, "mayNotWithdraw"]);
    }
    const byToken = await inject(world.app, organization.token, {
      url: `/request-send-money/${request.requestId}/approve`,
      body: { version: request.version },
    });
    assert.deepEqual([byToken.status, byToken.body.errors.errorCode], [403, "personNeeded"]);
    assert.equal((await read(request.requestId)).status, "pendingApproval");
    const withdrawn = await decide(await cookieOf("administrator"), "withdraw", request);
    assert.equal(withdrawn.body.status, "cancelled", withdrawn.text);
    assert.deepEqual(await paidFor(request.requestId), []);
  });

  test("a large amount requires a step-up before it is approved", async () => {
    const request = await ask({ amount: 10_000 });
    const cookie = await cookieOf("approver");
    const refused = await decide(cookie, "approve", request);
    assert.deepEqual([refused.status, refused.code], [403, "stepUpNeeded"]);
    const proved = await browse(world.app, { url: "/session/step-up", cookie, body: { password: PASSWORD } });
    assert.ok(proved.status < 300, proved.text);
    const answer = await decide(proved.cookie ?? cookie, "approve", request);
    assert.equal(answer.body.status, "approved", answer.text);
    const elsewhere = await organization.newRecipient("Initech", "987654321");
    const small = await ask({ amount: 9_999.99, recipientId: elsewhere });
    assert.equal((await decide(await cookieOf("approver"), "approve", small)).status, 200);
  });

  test("a version from before a rule change cannot be approved; a rule for two approvals needs two users", async () => {
    // The other recipient was paid a lot today, so approving more requires a step-up.
    const stale = await ask({ amount: 3, recipientId: await organization.newRecipient("Hooli", "555123456") });
    await saveRule(world.service, organization, { steps: [{ approvals: 2, approvers: { kind: "anyone" } }] });
    const [first, second] = [await cookieOf("approver"), await cookieOf("approver")];
    const refused = await decide(first, "approve", stale);
    assert.deepEqual([refused.status, refused.code], [409, "requestChanged"]);
    const present = { ...stale, version: (await read(stale.requestId)).version };
    assert.equal((await decide(first, "approve", present)).body.status, "pendingApproval");
    assert.equal((await decide(first, "approve", present)).code, "alreadyReviewed");
    assert.deepEqual(await paidFor(stale.requestId), []);
    assert.equal((await decide(second, "approve", present)).body.status, "approved");
    assert.equal((await paidFor(stale.requestId)).length, 1);
  });
});
