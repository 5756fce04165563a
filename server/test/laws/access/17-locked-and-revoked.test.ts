import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import type { App } from "#main/app.ts";
import { createToken, revokeToken } from "#records/identity";
import { passTime } from "../../kit/service/eventually.ts";
import { inject, openWorldOfFile, operator, type TestOrganization } from "../../kit/service/full-app.ts";
import { createAuthenticator } from "../../kit/worlds/authenticator.ts";
import { browse, newPerson, PASSWORD, provedIn, signedIn, type TestPerson } from "../../kit/worlds/people.ts";
import { agreed } from "../../kit/worlds/two-people.ts";

/** A domain that passkeys can belong to. */
const PAGE = { origin: "http://localhost:8080", rpId: "localhost" };

const world = await openWorldOfFile({ publicUrl: PAGE.origin }, { signOn: true });

/**
 * Law 17: a locked user, an ended session, a removed permission, and a revoked token are refused within a second, on
 * the node that made the change and on another one. Both nodes get calls until then, so both have the credential
 * cached.
 */
describe("locked and revoked (two nodes on a PostgreSQL server)", () => {
  let nodes: readonly App[];
  let organization: TestOrganization;
  let admin: TestPerson;
  let adminCookie: string;

  before(async () => {
    nodes = [world.app, await world.anotherNode()];
    organization = await world.newOrganization();
    admin = await newPerson(world, organization.organizationId);
    adminCookie = await provedIn(world.app, admin);
  });

  const withCookie = (cookie: string, url: string) => async (node: App) => {
    const { status, code } = await browse(node, { url, cookie });
    return `${status} ${code ?? ""}`.trim();
  };
  const withToken = (token: string) => async (node: App) => {
    const { status, body } = await inject(node, token, { url: "/accounts" });
    return `${status} ${body.errors?.errorCode ?? ""}`.trim();
  };

  /** Both nodes accept the credential; then `act`; then both refuse it within a second, and keep refusing it. */
  async function refusedWithinASecond(
    ask: (node: App) => Promise<string>,
    act: () => Promise<unknown>,
    refusal: string,
  ): Promise<void> {
    for (const node of nodes) assert.equal(await ask(node), "200");
    await act();
    // Calls in between do not keep what a node knows alive.
    for (const ms of [300, 300, 300]) {
      for (const node of nodes) assert.ok(["200", refusal].includes(await ask(node)));
      passTime(ms);
    }
    passTime(100);
    for (const [index, node] of nodes.entries())
      assert.equal(await ask(node), refusal, `node ${index} within a second`);
    passTime(600);
    for (const node of nodes) assert.equal(await ask(node), refusal, "and stays refused");
  }

  const done = async (call: Parameters<typeof browse>[1]) => {
    const answer = await browse(world.app, { cookie: adminCookie, method: "POST", ...call });
    assert.ok(answer.status < 300, answer.text);
  };
  /** A change that needs two people happens when the second one confirms it. */
  const doneByTwo = async (call: Parameters<typeof browse>[1]) => {
    const other = await provedIn(world.app, await newPerson(world, organization.organizationId));
    const answer = await agreed(world.app, { cookie: adminCookie, method: "POST", ...call }, other);
    assert.ok(answer.status < 300, answer.text);
  };
  const newColleague = async (role: "approver" | "administrator" = "approver") => {
    const person = await newPerson(world, organization.organizationId, { role });
    return { person, cookie: await signedIn(world.app, person) };
  };

  test("a locked user's session", async () => {
    const { person, cookie } = await newColleague();
    await refusedWithinASecond(
      withCookie(cookie, "/users"),
      () => done({ url: `/users/${person.userId}/lock` }),
      "401 sessionEnded",
    );
    await doneByTwo({ url: `/users/${person.userId}/unlock` });
    passTime(600);
    for (const node of nodes)
      assert.equal(await withCookie(cookie, "/users")(node), "401 sessionEnded", "unlocking restores no session");
  });

  test("a token that a locked user created", async () => {
    const { person } = await newColleague();
    const { token } = await world.service.database.transaction((tx) =>
      createToken(world.service, tx, {
        organizationId: organization.organizationId,
        name: "theirs",
        kind: "readOnly",
        actor: { type: "user", id: person.userId },
      }),
    );
    const someoneElses = withToken(await organization.newToken({ kind: "readOnly" }));
    await refusedWithinASecond(
      withToken(token),
      () => done({ url: `/users/${person.userId}/lock` }),
      "401 tokenRevoked",
    );
    for (const node of nodes) assert.equal(await someoneElses(node), "200", "other users' tokens are not affected");
  });

  test("an ended session, while the user's other session continues", async () => {
    const { person, cookie } = await newColleague();
    const other = await signedIn(world.app, person);
    const { body } = await browse(world.app, { url: "/sessions", cookie: other });
    const ended = body.sessions.find((session: { isThis: boolean }) => !session.isThis).id;
    await refusedWithinASecond(
      withCookie(cookie, "/users"),
      () => done({ cookie: other, method: "DELETE", url: `/sessions/${ended}` }),
      "401 sessionEnded",
    );
    for (const node of nodes) assert.equal(await withCookie(other, "/users")(node), "200");
  });

  test("a removed passkey, or one whose owner was locked, on both nodes immediately", async () => {
    const headers = { origin: PAGE.origin };
    for (const ends of ["removed", "locked"] as const) {
      const { person, cookie } = await newColleague();
      await done({ url: "/session/step-up", body: { password: PASSWORD }, cookie });
      const begun = await browse(world.app, { method: "POST", url: "/session/passkeys/options", cookie });
      const authenticator = createAuthenticator(PAGE);
      const made = { name: "Laptop", ...authenticator.make(begun.body) };
      const { body } = await browse(world.app, { url: "/session/passkeys", body: made, cookie });
      const signIn = async (node: App) => {
        const options = await browse(node, { method: "POST", url: "/session/passkey/options", headers });
        const { code } = await browse(node, {
          url: "/session/passkey",
          body: authenticator.sign(options.body.challenge),
          headers,
        });
        return code ?? "signed in";
      };
      for (const node of nodes) assert.equal(await signIn(node), "signed in");
      if (ends === "removed") await done({ method: "DELETE", url: `/session/passkeys/${body.id}`, cookie });
      else await done({ url: `/users/${person.userId}/lock` });
      for (const node of nodes) assert.equal(await signIn(node), "passkeyRefused", ends);
    }
  });

  test("signing out", async () => {
    const { cookie } = await newColleague();
    await refusedWithinASecond(
      withCookie(cookie, "/session"),
      () => done({ cookie, method: "DELETE", url: "/session" }),
      "401 sessionEnded",
    );
  });

  test("a removed permission, while the session continues", async () => {
    const { person, cookie } = await newColleague("administrator");
    await refusedWithinASecond(
      withCookie(cookie, "/users/invitations"),
      () => doneByTwo({ method: "PATCH", url: `/users/${person.userId}`, body: { role: "viewer" } }),
      "403 notPermitted",
    );
    for (const node of nodes) assert.equal(await withCookie(cookie, "/users")(node), "200");
  });

  test("a revoked token", async () => {
    const { tokenId, token } = await world.service.database.transaction((tx) =>
      createToken(world.service, tx, {
        organizationId: organization.organizationId,
        name: "to be revoked",
        kind: "readOnly",
        actor: operator,
      }),
    );
    await refusedWithinASecond(
      withToken(token),
      () =>
        world.service.database.transaction((tx) =>
          revokeToken(world.service, tx, { organizationId: organization.organizationId, tokenId, actor: operator }),
        ),
      "401 tokenRevoked",
    );
  });
});
