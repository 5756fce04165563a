import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { before, describe, test } from "node:test";
import { DAY_MS, plusMs } from "#kernel/clock/clock.ts";
import { createToken, revokeToken, type ScopeName, scopeCatalog } from "#records/identity";
import type { RouteFacts } from "#records/identity/route-policy.ts";
import type { UserRole } from "#records/people";
import { rightsOf } from "#records/people/roles.ts";
import { inTurns } from "../../kit/faults/random.ts";
import { inject, openWorldOfFile, operator } from "../../kit/service/full-app.ts";
import { newPerson, OWN_ORIGIN, signedIn } from "../../kit/worlds/people.ts";

/**
 * Law 13: every route × every kind of credential gives the expected status. authorization.txt has a line for every route;
 * a route without one, or a line without a route, fails here.
 */
const TABLE = join(import.meta.dirname, "authorization.txt");
const UNKNOWN_ID = "01975c2e-8f7a-7c60-b1f2-3c1d5a7e9b10";

const lineOf = (route: RouteFacts): string =>
  `${route.method.padEnd(7)}${route.url.padEnd(64)}${route.scope}${route.permission === undefined ? "" : ` +${route.permission}`}${route.allowlisted ? " +allowlist" : ""}`;

const world = await openWorldOfFile({}, { signOn: true });
const organization = await world.newOrganization();

describe("who may call what", () => {
  let routes: readonly RouteFacts[];
  before(async () => {
    // Fastify adds HEAD to each GET route.
    routes = world.app.api.routeTable.filter((route) => route.method !== "HEAD");
  });

  test("authorization.txt has a line for every route and no other lines", async () => {
    const written = (await readFile(TABLE, "utf8")).split("\n").filter((line) => line !== "" && !line.startsWith("#"));
    assert.deepEqual(
      written.sort(),
      routes.map(lineOf).sort(),
      "state who may call the new route: add a line to server/test/laws/access/authorization.txt",
    );
  });

  const call = async (
    route: RouteFacts,
    token: string | undefined,
    more: Readonly<Record<string, string>> = {},
    remoteAddress = "127.0.0.1",
  ) => {
    const url = route.url.replaceAll(/:[A-Za-z]+/g, UNKNOWN_ID).replace("*", "x");
    const response = await world.app.api.inject({
      method: route.method as "GET",
      url,
      remoteAddress,
      headers: {
        ...(token === undefined ? {} : { authorization: token }),
        ...(route.method === "GET" ? {} : { "content-type": "application/json" }),
        ...more,
      },
      ...(["POST", "PATCH", "PUT"].includes(route.method) ? { payload: "{}" } : {}),
    });
    return {
      status: response.statusCode,
      code: /^application\/(?:scim\+)?json/.test(String(response.headers["content-type"]))
        ? response.json().errors?.errorCode
        : undefined,
    };
  };
  const guarded = () => routes.filter((route) => route.scope !== "public");
  const bearer = (token: string) => `Bearer ${token}`;
  const isRead = (scope: string): boolean =>
    scopeCatalog.some((entry) => entry.name === scope && entry.kind === "read");

  test("without a valid token: 401, and nothing about the route", async () => {
    const expired = await organization.newToken({ expiresAt: plusMs(world.clock.now(), DAY_MS) });
    const revoked = await world.service.database.transaction(async (tx) => {
      const created = await createToken(world.service, tx, {
        organizationId: organization.organizationId,
        name: "gone",
        kind: "readWrite",
        actor: operator,
      });
      await revokeToken(world.service, tx, {
        organizationId: organization.organizationId,
        tokenId: created.tokenId,
        actor: operator,
      });
      return created.token;
    });
    world.clock.set(plusMs(world.clock.now(), 2 * DAY_MS));
    const last = organization.token.slice(-1) === "A" ? "B" : "A";
    const cases: readonly (readonly [string | undefined, string])[] = [
      [undefined, "authenticationRequired"],
      ["Bearer ", "authenticationRequired"],
      ["Bearer hello", "noTokenInDBButMaybeMalformed"],
      [bearer(organization.token.slice(0, -1) + last), "invalidToken"],
      [bearer(expired), "tokenExpired"],
      [bearer(revoked), "tokenRevoked"],
    ];
    const some = inTurns("law 13, which credentials", 6);
    for (const [index, route] of guarded().entries()) {
      // One address per request: guesses from a single address would be throttled before the last route.
      const address = `198.51.100.${index + 1}`;
      for (const [header, code] of some(cases, index))
        assert.deepEqual(
          await call(route, header, {}, address),
          { status: 401, code },
          `${lineOf(route)} with ${code}`,
        );
    }
  });

  test("read-only tokens can only read", async () => {
    const token = bearer(await organization.newToken({ kind: "readOnly" }));
    for (const route of guarded()) {
      const { status, code } = await call(route, token);
      if (route.scope === "person")
        assert.deepEqual({ status, code }, { status: 403, code: "personNeeded" }, lineOf(route));
      // Whatever its scope is called: a route with effects is not a read.
      else if (!["GET", "HEAD"].includes(route.method))
        assert.deepEqual({ status, code }, { status: 403, code: "tokenNotInScope" }, lineOf(route));
      else if (route.scope === "anyToken" || isRead(route.scope))
        assert.ok(![401, 403].includes(status), `${lineOf(route)} gave ${status} ${code}`);
      else assert.deepEqual({ status, code }, { status: 403, code: "tokenNotInScope" }, lineOf(route));
    }
  });

  test("a token for provisioning may call the routes of SCIM and no others", async () => {
    const token = bearer(await organization.newToken({ kind: "provisioning", allowlist: ["127.0.0.1"] }));
    for (const route of guarded()) {
      const { status, code } = await call(route, token);
      if (route.scope === "provisioning") assert.ok(![401, 403].includes(status), `${lineOf(route)} gave ${status}`);
      else
        assert.deepEqual(
          { status, code },
          { status: 403, code: route.scope === "person" ? "personNeeded" : "tokenNotInScope" },
          lineOf(route),
        );
    }
  });

  test("read-write tokens may call everything except the routes for people and for provisioning", async () => {
    for (const route of guarded()) {
      if (route.scope === "person") continue;
      const { status, code } = await call(route, bearer(organization.token));
      if (route.scope === "provisioning") {
        assert.deepEqual({ status, code }, { status: 403, code: "tokenNotInScope" }, lineOf(route));
        continue;
      }
      assert.ok(![401, 403].includes(status), `${lineOf(route)} gave ${status} ${code}`);
    }
  });

  test("a custom token may call the routes of its scopes and no others", async () => {
    const tokens = new Map<ScopeName, string>();
    for (const { name: scope } of scopeCatalog)
      tokens.set(scope, bearer(await organization.newToken({ kind: "custom", scopes: [scope] })));
    const some = inTurns("law 13, which scopes", 16);
    for (const [place, route] of guarded().entries()) {
      // Its own scope, and others.
      const own = [...tokens].filter(([scope]) => scope === route.scope);
      for (const [scope, token] of new Map([...own, ...some([...tokens], place)])) {
        const { status, code } = await call(route, token);
        if (route.scope === "person") assert.equal(code, "personNeeded", `${lineOf(route)} with ${scope}`);
        else if (route.scope === "anyToken" || route.scope === scope)
          assert.ok(![401, 403].includes(status), `${lineOf(route)} with ${scope} gave ${status} ${code}`);
        else
          assert.deepEqual(
            { status, code },
            { status: 403, code: "tokenNotInScope" },
            `${lineOf(route)} with ${scope}`,
          );
      }
    }
  });

  test("only direct send and its preview require an allowlisted address", async () => {
    assert.deepEqual(
      routes.filter((route) => route.allowlisted).map((route) => `${route.method} ${route.url}`),
      ["POST /account/:accountId/transactions", "POST /account/:accountId/transactions/preview"],
    );
    for (const allowlist of [[], ["203.0.113.7"]]) {
      const token = await organization.newToken({ allowlist });
      const answer = await inject(world.app, token, {
        url: `/account/${organization.accountId}/transactions`,
        body: {},
      });
      assert.equal(answer.status, 401);
      assert.equal(answer.body.errors.errorCode, "ipNotWhitelisted");
      assert.equal(answer.body.errors.ip, "127.0.0.1");
    }
  });

  const roles: readonly (readonly [UserRole, readonly string[]])[] = [
    ["administrator", []],
    ["approver", []],
    ["bookkeeper", []],
    ["viewer", []],
    ["custom", ["fetchUsers", "manageUsers"]],
  ];
  const forgeable = inTurns("law 13, which routes are called from another site", roles.length);
  for (const [place, [role, customPermissions]] of roles.entries())
    test(`a user signed in as ${role} may do what the table of roles says`, async () => {
      const person = await newPerson(world, organization.organizationId, { role, customPermissions });
      let session = { cookie: await signedIn(world.app, person), origin: OWN_ORIGIN };
      const { scopes, permissions } = rightsOf(role, customPermissions);
      const held = new Set<string>([...scopes, ...permissions, "person"]);
      const forged = new Set(forgeable(guarded(), place));
      for (const route of guarded()) {
        const answer = await call(route, undefined, session);
        const isForTokens =
          (route.scope === "anyToken" && route.permission === undefined) || route.scope === "provisioning";
        const missing = [route.scope, ...(route.permission === undefined ? [] : [route.permission])].filter(
          (right) => right !== "anyToken" && !held.has(right),
        );
        if (isForTokens || route.allowlisted)
          assert.deepEqual(answer, { status: 403, code: "tokenNeeded" }, lineOf(route));
        else if (missing.length > 0) assert.deepEqual(answer, { status: 403, code: "notPermitted" }, lineOf(route));
        else
          assert.ok(
            answer.status !== 401 && !["notPermitted", "tokenNeeded"].includes(String(answer.code)),
            `${lineOf(route)} gave ${answer.status} ${answer.code}`,
          );
        // Signing out above ended the session.
        const ended = route.method === "DELETE" && route.url === "/session";
        if (route.method !== "GET" && forged.has(route)) {
          const { code } = await call(route, undefined, { ...session, origin: "https://evil.example" });
          assert.equal(code, ended ? "sessionEnded" : "crossOriginRefused", lineOf(route));
        }
        if (ended) session = { ...session, cookie: await signedIn(world.app, person) };
      }
    });

  test("no role has a permission that it must not have", () => {
    for (const role of ["approver", "bookkeeper", "viewer"] as const) {
      const { scopes, permissions } = rightsOf(role, []);
      assert.ok(!scopes.has("sendMoney"), `${role} cannot send without approval`);
      assert.ok(!permissions.has("manageUsers") && !permissions.has("manageTokens"), role);
    }
    assert.ok(
      !rightsOf("approver", []).scopes.has("editRecipients"),
      "who releases payments cannot change their destination",
    );
    assert.ok(!rightsOf("approver", []).scopes.has("fetchRecipientInvites"), "nor see the links that do");
    assert.ok(!rightsOf("viewer", []).scopes.has("fetchRecipients"), "viewers see no recipient's account number");
    assert.ok(!rightsOf("bookkeeper", []).permissions.has("approvePayments"));
  });

  test("public routes need no token and reveal nothing about an organization", async () => {
    for (const route of routes.filter((candidate) => candidate.scope === "public" && candidate.method === "GET")) {
      const { status } = await call(route, undefined);
      assert.ok(![401, 403].includes(status), lineOf(route));
    }
  });
});
