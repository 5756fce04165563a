/**
 * Tokens that users create: who may create one, that it has no more permissions than its creator, that its creator
 * cannot approve its requests, and that every change is audited. Also the routes that tokens and users share.
 */
import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { readScopeNames } from "#records/identity";
import type { UserRole } from "#records/people";
import { passTime } from "../../kit/service/eventually.ts";
import { inject, openWorldOfFile, payment } from "../../kit/service/full-app.ts";
import { paymentRequest } from "../../kit/worlds/approvals.ts";
import { browse, newPerson, PASSWORD, signedIn, type TestPerson } from "../../kit/worlds/people.ts";
import { agreed } from "../../kit/worlds/two-people.ts";

const world = await openWorldOfFile();
const organization = await world.newOrganization();

describe("people manage tokens", () => {
  let admin: TestPerson;
  let cookie: string;
  before(async () => {
    await organization.deposit(organization.accountId, 1_000_000_00n);
    admin = await newPerson(world, organization.organizationId);
    cookie = await provenCookie(admin);
  });

  async function provenCookie(person: TestPerson): Promise<string> {
    const plain = await signedIn(world.app, person);
    const proved = await browse(world.app, { url: "/session/step-up", cookie: plain, body: { password: PASSWORD } });
    return proved.cookie ?? plain;
  }
  const someone = (role: UserRole, customPermissions: readonly string[] = []) =>
    newPerson(world, organization.organizationId, { role, customPermissions });
  const create = (body: unknown, by = cookie) => browse(world.app, { url: "/tokens", cookie: by, body });

  test("a token is created, works, is listed without its text, and is refused once revoked", async () => {
    const made = await create({
      name: "Payroll",
      kind: "custom",
      scopes: ["fetchTransactions"],
      allowlist: ["203.0.113.7", "10.1.2.3/8"],
      limitPerPayment: 500,
      limitPerDay: 2_000.5,
      expiresAt: "2027-01-01T00:00:00.000Z",
    });
    assert.equal(made.status, 200, made.text);
    const { token, apiToken } = made.body;
    assert.equal((await inject(world.app, token, { url: "/transactions" })).status, 200);
    const refused = await inject(world.app, token, { url: "/recipients" });
    assert.equal(refused.body.errors.errorCode, "tokenNotInScope");
    const listed = await browse(world.app, { url: "/tokens", cookie });
    const { lastUsedAt, lastUsedAddress } = listed.body.tokens[0];
    assert.deepEqual(listed.body.tokens[0], { ...apiToken, lastUsedAt, lastUsedAddress });
    assert.deepEqual(
      [apiToken.state, apiToken.allowlist, apiToken.limitPerDay, apiToken.createdBy],
      ["active", ["203.0.113.7", "10.0.0.0/8"], 2_000.5, { id: admin.userId, name: "Ada Lovelace" }],
    );
    assert.ok(!listed.text.includes(token.slice(-20)), "the token's text is shown only once");
    const url = `/tokens/${apiToken.tokenId}`;
    assert.equal((await browse(world.app, { method: "DELETE", url, cookie })).status, 204);
    assert.equal(
      (await browse(world.app, { method: "DELETE", url, cookie })).status,
      204,
      "a second revocation changes nothing",
    );
    passTime(600);
    const gone = await inject(world.app, token, { url: "/transactions" });
    assert.equal(gone.body.errors.errorCode, "tokenRevoked");
    const [revoked] = (await browse(world.app, { url: "/tokens", cookie })).body.tokens;
    assert.equal(revoked.state, "revoked");
  });

  test("requires the permission to manage tokens and a step-up", async () => {
    const body = { name: "x", kind: "readOnly" };
    for (const role of ["approver", "bookkeeper", "viewer"] as const) {
      const cookie = await provenCookie(await someone(role));
      assert.deepEqual((await create(body, cookie)).code, "notPermitted", role);
      assert.deepEqual((await browse(world.app, { url: "/tokens", cookie })).code, "notPermitted", role);
    }
    const unproven = await signedIn(world.app, await someone("administrator"));
    assert.deepEqual((await create(body, unproven)).code, "stepUpNeeded");
    const byToken = await inject(world.app, organization.token, { url: "/tokens", body });
    assert.equal(byToken.body.errors.errorCode, "personNeeded");
    const wrong = await create({ name: "", kind: "custom", allowlist: ["nowhere"], limitPerDay: 0.015 });
    assert.equal(wrong.code, "invalidRequest");
  });

  test("a token never has more permissions than its creator", async () => {
    const cookie = await provenCookie(await someone("custom", ["fetchTransactions", "manageTokens"]));
    assert.equal((await create({ name: "mine", kind: "custom", scopes: ["fetchTransactions"] }, cookie)).status, 200);
    const { scopes } = (await browse(world.app, { url: "/tokens", cookie })).body;
    const givable = scopes.filter(({ mayGive }: { mayGive: boolean }) => mayGive);
    assert.deepEqual(
      givable.map(({ name }: { name: string }) => name),
      ["fetchTransactions"],
    );
    for (const body of [
      { name: "all", kind: "readWrite" },
      { name: "reads", kind: "readOnly" },
      { name: "pays", kind: "custom", scopes: ["fetchTransactions", "sendMoney"] },
    ])
      assert.equal((await create(body, cookie)).code, "beyondOwnRights", body.name);
  });

  test("the same key returns the same token without its text; a different body with the key is refused", async () => {
    const body = { name: "Once", kind: "readOnly", idempotencyKey: "make-once" };
    const first = await create(body);
    const again = await create(body);
    assert.equal(again.headers["idempotent-replayed"], "true");
    assert.deepEqual(again.body, { apiToken: first.body.apiToken });
    assert.equal((await create({ ...body, name: "Twice" })).code, "idempotencyKeyReused");
  });

  test("a token's creator cannot approve its requests, but others can", async () => {
    const scopes = ["requestSendMoney", "fetchRecipients"];
    const { token } = (await create({ name: "Asks", kind: "custom", scopes })).body;
    const asked = (await inject(world.app, token, paymentRequest(organization, { amount: 21 }))).body;
    assert.equal(asked.requestedByUserId, admin.userId);
    const approve = (by: string) =>
      browse(world.app, {
        url: `/request-send-money/${asked.requestId}/approve`,
        cookie: by,
        body: { version: asked.version },
      });
    assert.equal((await approve(cookie)).code, "ownRequest");
    const other = await provenCookie(await someone("administrator"));
    assert.equal((await approve(other)).body.status, "approved");
  });

  test("locking a token's creator revokes the token", async () => {
    const maker = await someone("custom", ["manageTokens", ...readScopeNames]);
    const { token, apiToken } = (await create({ name: "Short", kind: "readOnly" }, await provenCookie(maker))).body;
    assert.equal((await inject(world.app, token, { url: "/transactions" })).status, 200);
    const other = await provenCookie(await someone("administrator"));
    await agreed(world.app, { method: "POST", url: `/users/${maker.userId}/lock`, cookie }, other);
    const tokens = (await browse(world.app, { url: "/tokens", cookie })).body.tokens;
    assert.equal(tokens.find(({ tokenId }: { tokenId: string }) => tokenId === apiToken.tokenId).state, "revoked");
  });

  test("users can read events, manage webhooks, and use the sandbox in their sessions, as their role permits", async () => {
    const viewer = await signedIn(world.app, await someone("viewer"));
    const events = await browse(world.app, { url: "/events?limit=5", cookie: viewer });
    assert.ok(events.body.events.length > 0, events.text);
    assert.equal((await browse(world.app, { url: `/events/${events.body.events[0].id}`, cookie: viewer })).status, 200);
    const blind = await signedIn(world.app, await someone("custom", ["fetchUsers"]));
    assert.equal((await browse(world.app, { url: "/events", cookie: blind })).code, "notPermitted");

    const body = { url: "http://127.0.0.1:1025/hook" };
    assert.equal((await browse(world.app, { url: "/webhooks", cookie: viewer, body })).code, "notPermitted");
    const made = await browse(world.app, { url: "/webhooks", cookie, body });
    assert.ok(made.body.secret, made.text);
    const url = `/webhooks/${made.body.id}`;
    const shown = await browse(world.app, { url, cookie: viewer });
    assert.equal(shown.body.secret, undefined, "shown at creation only");
    const rotated = await browse(world.app, { method: "POST", url: `${url}/rotate-secret`, cookie });
    assert.ok(rotated.body.secret && rotated.body.secret !== made.body.secret);
    assert.equal((await browse(world.app, { url: `${url}/deliveries`, cookie: viewer })).status, 200);
    assert.equal((await browse(world.app, { url, cookie, body: { status: "paused" } })).body.status, "paused");

    const paid = await inject(world.app, organization.token, payment(organization, { amount: 88 }));
    const settle = `/sandbox/transactions/${paid.body.id}/settle`;
    assert.equal((await browse(world.app, { method: "POST", url: settle, cookie: viewer })).code, "notPermitted");
    assert.equal((await browse(world.app, { method: "POST", url: settle, cookie })).body.status, "sent");
    assert.equal((await browse(world.app, { url: "/sandbox/clock", cookie })).status, 200);
    const deposit = { url: `/sandbox/accounts/${organization.accountId}/deposit`, cookie, body: { amount: 5 } };
    assert.equal((await browse(world.app, deposit)).status, 200);
  });

  test("users with the permission can read the audit log by actor, action, resource, and time", async () => {
    const { apiToken } = (await create({ name: "Logged", kind: "readOnly" })).body;
    const read = async (query: string, by = cookie) => browse(world.app, { url: `/audit?${query}`, cookie: by });
    const [entry, ...more] = (await read(`resourceType=token&resourceId=${apiToken.tokenId}`)).body.entries;
    assert.deepEqual(
      [entry.action, entry.actor, entry.address, entry.before, entry.after.name, more.length],
      ["token.create", { type: "user", id: admin.userId, name: "Ada Lovelace" }, "127.0.0.1", null, "Logged", 0],
    );
    const newest = (await read("order=desc&limit=2&action=token.create")).body;
    assert.deepEqual([newest.entries[0].id, newest.entries.length], [entry.id, 2]);
    const next = (await read(`order=desc&limit=2&action=token.create&start_after=${newest.page.nextPage}`)).body;
    assert.ok(next.entries[0].id < newest.entries[1].id);
    const byAdmin = (await read(`actorType=user&actorId=${admin.userId}`)).body.entries;
    assert.ok(byAdmin.length > 3 && byAdmin.every(({ actor }: { actor: { id: string } }) => actor.id === admin.userId));
    const byToken = (await read(`actorId=${organization.tokenId}&action=transaction.create`)).body.entries;
    assert.ok(byToken.length > 0);
    assert.equal(byToken[0].actor.name, "token test");
    const actions = new Set(byToken.map(({ action }: { action: string }) => action));
    assert.deepEqual([...actions], ["transaction.create"]);
    const created = (await read("action=token.create")).body.entries;
    assert.ok(created.every(({ action }: { action: string }) => action === "token.create"));
    assert.equal((await read("to=2026-11-20T14:59:59.999Z")).body.entries.length, 0);
    assert.ok((await read("from=2026-11-20T15:00:00.000Z&to=2026-11-20T15:00:00.000Z")).body.entries.length > 0);
    const bookkeeperCookie = await signedIn(world.app, await someone("bookkeeper"));
    assert.equal((await read("", bookkeeperCookie)).code, "notPermitted");
    const auditor = await signedIn(world.app, await someone("custom", ["readAudit"]));
    assert.equal((await read("limit=1", auditor)).body.entries.length, 1);
  });
});
