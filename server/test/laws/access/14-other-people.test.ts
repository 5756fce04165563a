import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { insertGroup, type ProvisionedGroupId } from "#records/single-sign-on/scim/scim-groups.queries.ts";
import { bellOf, mention } from "../../kit/notifications/bell.ts";
import { inject, openWorldOfFile, type TestOrganization } from "../../kit/service/full-app.ts";
import { createAuthenticator } from "../../kit/worlds/authenticator.ts";
import { type BrowserCall, browse, newPerson, provedIn } from "../../kit/worlds/people.ts";

/** Law 14 for users' data: users, invitations, sessions, passkeys, mails. */
const UNKNOWN = "01975c2e-8f7a-7c60-b1f2-3c1d5a7e9b10";
const PAGE = { origin: "http://localhost:8080", rpId: "localhost" };

const world = await openWorldOfFile({ publicUrl: PAGE.origin }, { signOn: true });

describe("other organizations' people are invisible", () => {
  let mine: TestOrganization;
  let otherOrganization: TestOrganization;
  before(async () => {
    mine = await world.newOrganization();
    otherOrganization = await world.newOrganization();
  });

  /** The answer without what identifies the request, and with the ID blanked out. */
  const shown = (answer: { status: number; text: string; body: { errors?: { requestId?: string } } }, id: string) => ({
    status: answer.status,
    text: answer.text.replaceAll(id, "<id>").replaceAll(answer.body?.errors?.requestId ?? "-", "<request>"),
  });

  const person = async ({ organizationId }: TestOrganization) =>
    provedIn(world.app, await newPerson(world, organizationId));

  /** A call with another person's ID and one with an unknown ID get the same 404. */
  async function sameAsUnknown(id: string, call: (id: string) => BrowserCall): Promise<void> {
    const foreign = await browse(world.app, call(id));
    assert.deepEqual(shown(foreign, id), shown(await browse(world.app, call(UNKNOWN)), UNKNOWN), call(id).url);
    assert.equal(foreign.status, 404, call(id).url);
  }

  test("users, invitations and sessions", async () => {
    const { userId } = await newPerson(world, otherOrganization.organizationId);
    const theirCookie = await person(otherOrganization);
    const body = { email: "new@example.com", firstName: "New", lastName: "User", role: "viewer" };
    const invitation = await browse(world.app, { url: "/users/invitations", body, cookie: theirCookie });
    const sessions = await browse(world.app, { url: "/sessions", cookie: theirCookie });
    const cookie = await person(mine);
    for (const [method, url, id] of [
      ["GET", "/users/<id>", userId],
      ["PATCH", "/users/<id>", userId],
      ["POST", "/users/<id>/lock", userId],
      ["POST", "/users/<id>/unlock", userId],
      ["POST", "/users/invitations/<id>/resend", invitation.body.id],
      ["POST", "/users/invitations/<id>/withdraw", invitation.body.id],
      ["DELETE", "/sessions/<id>", sessions.body.sessions[0].id],
      ["DELETE", "/sso/links/<id>", userId],
    ] as const)
      await sameAsUnknown(id, (given) => ({
        method,
        url: url.replace("<id>", given),
        cookie,
        ...(method === "PATCH" ? { body: { lastName: "Mine" } } : {}),
      }));
    assert.equal((await browse(world.app, { url: "/session", cookie: theirCookie })).status, 200);
  });

  test("users and groups that providers send", async () => {
    const stranger = await newPerson(world, otherOrganization.organizationId);
    const groupId = world.service.newId<ProvisionedGroupId>();
    const at = world.clock.now();
    await world.service.database.transaction(async (tx) => {
      const row = { group_id: groupId, external_id: null, name: "Theirs", created_at: at, changed_at: at };
      await insertGroup(tx, otherOrganization.organizationId, row);
    });
    const token = await mine.newToken({ kind: "provisioning" });
    const send = async (method: "GET" | "PUT" | "PATCH" | "DELETE", url: string, id: string) => {
      const body = { displayName: "Mine", userName: "mine@example.com", Operations: [] };
      const call = {
        method,
        url: url.replace("<id>", id),
        ...(method === "GET" || method === "DELETE" ? {} : { body }),
      };
      const { status, text } = await inject(world.app, token, call);
      return shown({ status, text, body: JSON.parse(text) }, id);
    };
    for (const method of ["GET", "PUT", "PATCH", "DELETE"] as const)
      for (const [url, id] of [
        ["/scim/v2/Users/<id>", stranger.userId],
        ["/scim/v2/Groups/<id>", groupId],
      ] as const)
        assert.deepEqual(await send(method, url, id), await send(method, url, UNKNOWN), `${method} ${url}`);
    const listed = await inject(world.app, token, { url: "/scim/v2/Groups" });
    assert.equal(JSON.parse(listed.text).totalResults, 0);
  });

  test("saved views, also shared ones and as a cursor", async () => {
    const theirCookie = await person(otherOrganization);
    const made = { page: "transactions", name: "Theirs", query: "status=failed", isShared: true };
    const { body } = await browse(world.app, { url: "/saved-views", body: made, cookie: theirCookie });
    const cookie = await person(mine);
    const url = (id: string) => `/saved-views/${id}`;
    await sameAsUnknown(body.id, (id) => ({ method: "PATCH", url: url(id), cookie, body: { name: "Mine" } }));
    await sameAsUnknown(body.id, (id) => ({ method: "DELETE", url: url(id), cookie }));
    const seen = await browse(world.app, { url: "/saved-views", cookie });
    assert.deepEqual(seen.body, { views: [], page: {} });
    const after = await browse(world.app, { url: `/saved-views?start_after=${body.id}`, cookie });
    assert.deepEqual([after.status, after.code], [400, "unknownCursor"]);
  });

  test("notifications, also as a cursor", async () => {
    const theirPerson = await newPerson(world, otherOrganization.organizationId);
    await mention(world.service, otherOrganization.organizationId, theirPerson.userId);
    const { notifications } = await bellOf(world.app, await provedIn(world.app, theirPerson));
    const id = notifications[0]?.id ?? "";
    const cookie = await person(mine);
    await sameAsUnknown(id, (given) => ({ method: "POST", url: `/notifications/${given}/read`, cookie }));
    const all = await browse(world.app, { url: "/notifications/read", body: { upTo: id }, cookie });
    assert.deepEqual(all.body, { count: 0 });
    assert.deepEqual(await bellOf(world.app, cookie), { count: 0, notifications: [] });
    const after = await browse(world.app, { url: `/notifications?start_after=${id}`, cookie });
    assert.deepEqual([after.status, after.code], [400, "unknownCursor"]);
    // Of another organization: nobody here is that user.
    const { organizationId } = mine;
    assert.deepEqual(await mention(world.service, organizationId, theirPerson.userId), []);
  });

  test("passkeys", async () => {
    const theirCookie = await person(otherOrganization);
    const begun = await browse(world.app, { method: "POST", url: "/session/passkeys/options", cookie: theirCookie });
    const made = { name: "Laptop", ...createAuthenticator(PAGE).make(begun.body) };
    const { body } = await browse(world.app, { url: "/session/passkeys", body: made, cookie: theirCookie });
    const cookie = await person(mine);
    const url = (id: string) => `/session/passkeys/${id}`;
    await sameAsUnknown(body.id, (id) => ({ method: "PATCH", url: url(id), cookie, body: { name: "Mine" } }));
    await sameAsUnknown(body.id, (id) => ({ method: "DELETE", url: url(id), cookie }));
    const kept = await browse(world.app, { url: "/session/passkeys", cookie: theirCookie });
    assert.deepEqual(
      kept.body.passkeys.map(({ name }: { name: string }) => name),
      ["Laptop"],
    );
  });

  test("mails, also as a cursor", async () => {
    const { body } = await inject(world.app, otherOrganization.token, { url: "/sandbox/emails" });
    const id: string = body.emails[0].id;
    for (const [url, status] of [
      ["/sandbox/emails/<id>", 404],
      ["/sandbox/emails?start_after=<id>", 400],
    ] as const) {
      const ask = (given: string) => inject(world.app, mine.token, { url: url.replace("<id>", given) });
      const foreign = await ask(id);
      assert.deepEqual(shown(foreign, id), shown(await ask(UNKNOWN), UNKNOWN), url);
      assert.equal(foreign.status, status, url);
    }
  });
});
