import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { DAY_MS, plusMs } from "#kernel/clock/clock.ts";
import { createApi } from "#kernel/http/api.ts";
import type { OrganizationId } from "#kernel/values/ids.ts";
import { eventually, passTime } from "#test/kit/service/eventually.ts";
import { inOneMinute } from "#test/kit/service/in-one-minute.ts";
import { openSmallApp, operator, type SmallApp } from "#test/kit/service/small-app.ts";
import { registerAuthentication } from "./authenticate.ts";
import { callerOf } from "./caller.ts";
import { organizationRoutes } from "./organization/organization.routes.ts";
import { registerRoutePolicy } from "./route-policy.ts";
import { scopesOf } from "./scopes.ts";
import { revokeToken } from "./tokens/revoke-token.ts";
import { tokenRoutes } from "./tokens/token.routes.ts";
import { makeTokenText } from "./tokens/token-text.ts";
import { createWrongCredentials } from "./wrong-credentials.ts";

let small: SmallApp;
before(async () => {
  small = await openSmallApp({
    routes: (app, service) => {
      tokenRoutes(app, service);
      organizationRoutes(app, service);
      app.get("/open", { config: { scope: "public" } }, async () => ({ ok: true }));
      app.post("/pay", { config: { scope: "sendMoney", allowlisted: true } }, async (request) => ({
        address: callerOf(request).address,
      }));
    },
    authentication: { failedAttemptsPerMinute: 40 },
  });
});
after(() => small.close());

const get = (url: string, authorization?: string, remoteAddress = "127.0.0.1") =>
  small.app.inject({
    method: "GET",
    url,
    remoteAddress,
    headers: authorization === undefined ? {} : { authorization },
  });
const codeOf = (response: { json: () => { errors: { errorCode: string } } }) => response.json().errors.errorCode;

const newGuess = () =>
  `Bearer ${makeTokenText({ mode: "sandbox", kind: "readWrite", organizationId: small.organizationId })}`;

test("a token can read its own record", async () => {
  const { token, tokenId } = await small.newToken({
    name: "payroll",
    kind: "custom",
    scopes: ["sendMoney", "fetchRecipients"],
    allowlist: ["203.0.113.9", "2001:DB8::/32"],
    limits: { perPaymentMinor: 500_00n, perDayMinor: 2_000_00n },
    rateLimitPerMinute: 50,
    expiresAt: plusMs(small.clock.now(), DAY_MS),
  });
  const response = await get("/api/v1/token", `Bearer ${token}`);
  assert.equal(response.statusCode, 200, response.body);
  const { lastUsedAt, ...rest } = response.json();
  assert.ok(
    lastUsedAt === null || lastUsedAt === "2026-11-20T15:00:00.000Z",
    "recorded concurrently with the request, so either value is correct",
  );
  assert.deepEqual(rest, {
    tokenId,
    name: "payroll",
    kind: "custom",
    mode: "sandbox",
    scopes: ["sendMoney", "fetchRecipients"],
    allowlist: ["203.0.113.9", "2001:db8::/32"],
    organization: { id: small.organizationId, legalBusinessName: "Acme, Inc." },
    limits: {
      perPayment: 500,
      perDay: { limit: 2000, spent: 0, left: 2000, day: "2026-11-20" },
      perMonth: null,
      paymentsPerDay: null,
      accountIds: null,
      recipientIds: null,
      requestsPerMinute: { limit: 50, remaining: 49 },
    },
    audience: null,
    createdAt: "2026-11-20T15:00:00.000Z",
    expiresAt: "2026-11-21T15:00:00.000Z",
  });
  assert.equal(response.headers["ratelimit-limit"], "50");
  assert.equal(response.headers["ratelimit-remaining"], "49");
  assert.equal(response.headers["ratelimit-policy"], "50;w=60");
  assert.match(String(response.headers["ratelimit-reset"]), /^\d+$/);
});

test("subtracts what the token spent today from its daily limit", async () => {
  const { token, tokenId } = await small.newToken({ limits: { perDayMinor: 100_00n } });
  await small.service.database.run({
    text: "insert into token_spend (organization_id, token_id, spent_on, spent_minor) values ($1, $2, '2026-11-20', 3050), ($1, $2, '2026-11-19', 9999)",
    values: [small.organizationId, tokenId],
  });
  const response = await get("/token", `Bearer ${token}`);
  assert.deepEqual(response.json().limits.perDay, { limit: 100, spent: 30.5, left: 69.5, day: "2026-11-20" });
});

test("a token can read its organization's record", async () => {
  const { token } = await small.newToken({ kind: "readOnly" });
  assert.deepEqual((await get("/organization", `Bearer ${token}`)).json(), {
    organization: {
      id: small.organizationId,
      legalBusinessName: "Acme, Inc.",
      kind: "business",
      dbas: [],
      billingCadence: "monthly",
      subscriptionTier: "free",
      ein: null,
    },
  });
});

test("accepts the token as Bearer or Basic, with or without the colon before an empty password", async () => {
  const { token } = await small.newToken();
  const basic = (text: string) => Buffer.from(text).toString("base64");
  for (const authorization of [
    `bearer ${token}`,
    `BEARER  ${token} `,
    `Basic ${basic(`${token}:`)}`,
    `bAsIc ${basic(token)}`,
  ]) {
    assert.equal((await get("/token", authorization)).statusCode, 200, authorization);
  }
  assert.equal(codeOf(await get("/token", `Basic ${basic(`${token}::`)}`)), "noTokenInDBButMaybeMalformed");
  assert.equal(codeOf(await get("/token", `Basic ${basic(`${token}:password`)}`)), "noTokenInDBButMaybeMalformed");
});

test("each kind of invalid credential has its own message", async () => {
  const address = "192.0.2.10";
  const { token } = await small.newToken();
  const stranger = makeTokenText({ mode: "sandbox", kind: "readWrite", organizationId: small.organizationId });
  const otherOrganization = makeTokenText({
    mode: "sandbox",
    kind: "readWrite",
    organizationId: "01975c2e-8f7a-7c60-b1f2-3c1d5a7e9b10" as OrganizationId,
  });
  const cases: readonly [string | undefined, string][] = [
    [undefined, "authenticationRequired"],
    ["", "authenticationRequired"],
    ["Bearer ", "authenticationRequired"],
    ["Digest x", "authenticationRequired"],
    [token, "authenticationRequired"],
    ["Bearer My API Key", "noTokenInDBButMaybeMalformed"],
    [`Bearer ${token.slice("secret-token:".length)}`, "noTokenInDBButMaybeMalformed"],
    [`Bearer ${token.slice(0, -1)}`, "noTokenInDBButMaybeMalformed"],
    [`Bearer ${stranger}`, "invalidToken"],
    [`Bearer ${otherOrganization}`, "invalidToken"],
    // The kind in the text does not matter: the whole text is hashed.
    [`Bearer ${token.replace("_rw_", "_ro_")}`, "invalidToken"],
  ];
  for (const [authorization, code] of cases) {
    const response = await get("/token", authorization, address);
    assert.equal(response.statusCode, 401, `${authorization}`);
    assert.equal(codeOf(response), code, `${authorization}`);
    assert.match(String(response.headers["www-authenticate"]), /^Bearer realm="bursar"/);
    assert.ok(!response.body.includes(token.slice(40)), "the answer does not repeat the token");
  }
});

test("distinguishes an expired token from a revoked one in the error", async () => {
  const expiring = await small.newToken({ expiresAt: plusMs(small.clock.now(), 1_000) });
  assert.equal((await get("/token", `Bearer ${expiring.token}`)).statusCode, 200);
  small.clock.set(plusMs(small.clock.now(), 1_000));
  const expired = await get("/token", `Bearer ${expiring.token}`);
  assert.equal(codeOf(expired), "tokenExpired");

  const { token, tokenId } = await small.newToken();
  assert.equal((await get("/token", `Bearer ${token}`)).statusCode, 200);
  const revoke = () =>
    small.service.database.transaction((tx) =>
      revokeToken(small.service, tx, { organizationId: small.organizationId, tokenId, actor: operator }),
    );
  await revoke();
  await get("/token", `Bearer ${token}`);
  passTime(1_000);
  assert.equal(codeOf(await get("/token", `Bearer ${token}`)), "tokenRevoked", "within a second");
  await revoke();
  const rows = await small.service.database.many({
    text: "select 1 from audit_log where action = 'token.revoke' and resource_id = $1",
    values: [tokenId],
  });
  assert.equal(rows.length, 1, "revoking twice is audited once");
});

test("the refusal names a missing scope", async () => {
  const { token } = await small.newToken({ kind: "custom", scopes: ["sendMoney"] });
  const response = await get("/organization", `Bearer ${token}`);
  assert.equal(response.statusCode, 403);
  assert.equal(codeOf(response), "tokenNotInScope");
  assert.equal(response.json().errors.requiredScope, "fetchOrganization");
  assert.ok(!scopesOf("readOnly", []).includes("sendMoney"));
});

test("a public route and an unknown one require no token", async () => {
  assert.equal((await get("/open")).statusCode, 200);
  assert.equal((await get("/nowhere")).statusCode, 404);
});

test("answers a token above its rate limit with Retry-After, and does not affect another token", async () => {
  const other = await small.newToken({ rateLimitPerMinute: 3 });
  const [remaining, refused] = await inOneMinute(small.service.database, async () => {
    const { token } = await small.newToken({ rateLimitPerMinute: 3 });
    const ask = () => get("/token", `Bearer ${token}`);
    const left: unknown[] = [];
    while (left.length < 3) left.push((await ask()).headers["ratelimit-remaining"]);
    return [left, await ask()] as const;
  });
  assert.deepEqual(remaining, ["2", "1", "0"]);
  assert.equal(refused.statusCode, 429);
  assert.equal(codeOf(refused), "rateLimited");
  const retryAfter = Number(refused.headers["retry-after"]);
  assert.ok(Number.isInteger(retryAfter) && retryAfter >= 1 && retryAfter <= 120, String(retryAfter));
  assert.equal((await get("/token", `Bearer ${other.token}`)).statusCode, 200);
});

test("throttles a caller who guesses tokens, but not a valid token at the same address", async () => {
  const { token } = await small.newToken();
  const guess = newGuess;
  let networks = 0;
  const { address, slowed } = await inOneMinute(small.service.database, async () => {
    networks += 1;
    const from = `198.51.100.${networks}`;
    assert.equal((await get("/token", `Bearer ${token}`, from)).statusCode, 200);
    for (let attempt = 0; attempt < 40; attempt += 1)
      assert.equal((await get("/token", guess(), from)).statusCode, 401);
    return { address: from, slowed: await get("/token", guess(), from) };
  });
  assert.equal(slowed.statusCode, 429);
  assert.equal(codeOf(slowed), "tooManyFailedAttempts");
  assert.ok(Number(slowed.headers["retry-after"]) >= 1);
  passTime(600);
  assert.equal(
    (await get("/token", `Bearer ${token}`, address)).statusCode,
    200,
    "a previously valid token is looked up again",
  );
  assert.equal((await get("/token", guess(), "198.51.100.78")).statusCode, 401, "another address is not affected");
});

test("a flood of wrong tokens, many at once, is looked up a bounded number of times and keeps no valid token out", async () => {
  const address = "198.51.100.80";
  const attack = () => get("/token", newGuess(), address);
  const answers = await Promise.all(Array.from({ length: 400 }, attack));
  const refused = answers.filter(({ statusCode }) => statusCode === 401);
  assert.ok(refused.length <= 40, `${refused.length} received the reason`);
  assert.ok(answers.every(({ statusCode }) => statusCode === 401 || statusCode === 429));
  // A token that no process has seen, while the flood continues.
  const { token } = await small.newToken();
  const flood = Promise.all(Array.from({ length: 200 }, attack));
  const valid = await get("/token", `Bearer ${token}`, address);
  assert.equal(valid.statusCode, 200, valid.body);
  await flood;
});

test("beyond the limit, two look-ups run at once for the whole process", async () => {
  const wrong = createWrongCredentials(small.service, { perMinute: 1, observe: () => {} });
  try {
    let [running, most] = [0, 0];
    const lookUp = async () => {
      running += 1;
      most = Math.max(most, running);
      await sleep(1);
      running -= 1;
      return undefined;
    };
    const attempt = (network: number) =>
      wrong.check({ address: `203.0.113.${network}`, account: small.organizationId }, lookUp).catch(() => {});
    for (let network = 1; network <= 4; network += 1) for (let count = 0; count < 2; count += 1) await attempt(network);
    await Promise.all(Array.from({ length: 60 }, (_, index) => attempt(1 + (index % 4))));
    assert.equal(most, 2);
  } finally {
    await wrong.close();
  }
});

test("networks of IPv6 count by their /64, and together by their /48", async () => {
  const guessFrom = async (address: string) => (await get("/token", newGuess(), address)).statusCode;
  for (let attempt = 0; attempt < 40; attempt += 1)
    assert.equal(await guessFrom(`2001:db8:5:1::${attempt.toString(16)}`), 401);
  assert.equal(await guessFrom("2001:db8:5:1:ffff::1"), 429);
  assert.equal(await guessFrom("2001:db8:5:2::1"), 401);
  // More than the site's limit, because some may fall into the minute before.
  for (let network = 3; network < 16; network += 1)
    await Promise.all(Array.from({ length: 40 }, () => guessFrom(`2001:db8:5:${network.toString(16)}::1`)));
  assert.equal(await guessFrom("2001:db8:5:ff::1"), 429, "a /64 that has not been used before");
  assert.equal(await guessFrom("2001:db8:6::1"), 401);
});

test("the last use is recorded without delaying the request", async () => {
  const { token, tokenId } = await small.newToken();
  await get("/token", `Bearer ${token}`);
  await eventually("the last use is recorded", async () => {
    const row = await small.service.database.one<{ last_used_at: Date | null }>({
      text: "select last_used_at from api_tokens where token_id = $1",
      values: [tokenId],
    });
    return row.last_used_at?.getTime() === small.clock.now().getTime();
  });
});

test("a client that disconnects while its token is looked up is still identified by its address", async () => {
  const { token } = await small.newToken({ allowlist: ["192.0.2.7"] });
  const app = createApi(small.service.config, false);
  app.addHook("onRequest", (request, _reply, done) => {
    // As when its socket closes, before the database can respond.
    queueMicrotask(() => Object.defineProperty(request.raw.socket, "remoteAddress", { value: undefined }));
    done();
  });
  registerAuthentication(app, small.service);
  app.post("/pay", { config: { scope: "sendMoney", allowlisted: true } }, async (request) => ({
    address: callerOf(request).address,
    socket: request.raw.socket.remoteAddress ?? "closed",
  }));
  const response = await app.inject({
    method: "POST",
    url: "/pay",
    remoteAddress: "192.0.2.7",
    headers: { authorization: `Bearer ${token}` },
  });
  assert.deepEqual([response.statusCode, response.json()], [200, { address: "192.0.2.7", socket: "closed" }]);
});

test("startup fails on a route without a scope, or with one that is not in the catalog", () => {
  const app = createApi(small.service.config, false);
  registerRoutePolicy(app);
  assert.throws(() => app.get("/x", async () => ({})), /GET \/x declares no scope/);
  assert.throws(
    () => app.get("/x", { config: { scope: "sendMony" } }, async () => ({})),
    /declares the scope sendMony/,
  );
});

test("reports every invalid field of a new token", async () => {
  const refused = small.newToken({
    name: " ",
    kind: "custom",
    scopes: ["sendMoney", "everything"],
    allowlist: ["10.0.0.1", "127.1", "0.0.0.0/0"],
    expiresAt: small.clock.now(),
    limits: { perDayMinor: 0n },
    rateLimitPerMinute: 0,
  });
  await assert.rejects(refused, (error: { code: string; details: { fields: { path: string }[] } }) => {
    assert.equal(error.code, "invalidRequest");
    assert.deepEqual(
      error.details.fields.map((field) => field.path),
      ["name", "scopes", "expiresAt", "limitPerDay", "rateLimitPerMinute", "allowlist.1", "allowlist.2"],
    );
    return true;
  });
  await assert.rejects(small.newToken({ kind: "readOnly", scopes: ["fetchUsers"] }), { code: "invalidRequest" });
});

test("stores only a keyed hash of the token", async () => {
  const { token, tokenId } = await small.newToken();
  const row = await small.service.database.one<{ row: string }>({
    text: "select to_jsonb(t)::text as row from api_tokens t where token_id = $1",
    values: [tokenId],
  });
  assert.ok(!row.row.includes(token.slice(-40)));
  const audit = await small.service.database.one<{ after: string }>({
    text: "select after from audit_log where action = 'token.create' and resource_id = $1",
    values: [tokenId],
  });
  assert.ok(!audit.after.includes("secret-token"));
});

test("a sandbox refuses production tokens without looking them up", async () => {
  const { organizationId } = small;
  const text = makeTokenText({ mode: "production", kind: "readWrite", organizationId });
  assert.equal(codeOf(await get("/token", `Bearer ${text}`)), "productionToken");
});
