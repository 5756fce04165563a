import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import type { RouteFacts } from "#records/identity/route-policy.ts";
import { seeded, testSeed } from "../../kit/faults/random.ts";
import { servedApi, withoutReferences } from "../../kit/service/contract-document.ts";
import { inject, openWorldOfFile, payment } from "../../kit/service/full-app.ts";
import { roundsOf } from "../../kit/service/test-service.ts";
import { browse, newPerson, provedIn, signedIn } from "../../kit/worlds/people.ts";

const world = await openWorldOfFile();
const organization = await world.newOrganization();

/**
 * Law 18: the answer to any hostile request is a 4xx with a code that says what to do, never a 5xx, and nothing is half
 * done.
 */
describe("hostile input", () => {
  before(async () => {
    await organization.deposit(organization.accountId, 1_000_000_00n);
  });

  const send = (body: unknown, headers: Readonly<Record<string, string>> = {}) =>
    inject(world.app, organization.token, { ...payment(organization), body, headers });
  const valid = () => payment(organization).body;

  async function refused(body: unknown, status: number, code: string): Promise<void> {
    const answer = await send(body);
    assert.deepEqual(
      [answer.status, answer.body.errors.errorCode],
      [status, code],
      `${String(typeof body === "string" ? body.slice(0, 80) : JSON.stringify(body)).slice(0, 120)} → ${answer.text.slice(0, 200)}`,
    );
    assert.equal(answer.body.message, answer.body.errors.message);
    assert.equal(answer.body.errors.requestId, answer.headers["x-request-id"]);
  }

  test("rejects amounts that are not a whole number of cents", async () => {
    for (const amount of [
      "10",
      "10.00",
      0,
      -0,
      -1,
      0.005,
      0.001,
      10.005,
      1e9,
      1e308,
      null,
      true,
      [10],
      {},
      999_999_999.999,
    ])
      await refused({ ...valid(), amount }, 400, "invalidRequest");
    const text = JSON.stringify(valid());
    // Well-formed JSON: refused like 10.999, with the name of the field.
    for (const literal of [
      "1e309",
      "10.000000000000000001",
      "0.1000000000000000055511151231257827",
      "519.5699999999999",
    ]) {
      const inexact = text.replace('"amount":10', `"amount":${literal}`);
      await refused(inexact, 400, "invalidRequest");
      assert.equal((await send(inexact)).body.errors.fields[0].path, "amount");
    }
    for (const literal of ["NaN", "Infinity", "0x10", "010", "+1", "1.", ".5"])
      await refused(text.replace('"amount":10', `"amount":${literal}`), 400, "malformedJson");
  });

  test("rejects fields that the server owns and unknown fields", async () => {
    const owned = `id status organizationId accountId createdAt postedAt trackingNumber
        feeId kind tokenId amountMinor chargeType Amount sendOn`;
    for (const field of owned.split(/\s+/)) {
      await refused({ ...valid(), [field]: "x" }, 400, "invalidRequest");
    }
  });

  test("rejects JSON that two parsers could read differently", async () => {
    const text = JSON.stringify(valid());
    await refused(text.replace("}", ',"amount":1}'), 400, "malformedJson");
    await refused(text.replace("{", '{"__proto__":{"isAdmin":true},'), 400, "malformedJson");
    await refused(text.replace("{", '{"constructor":{"prototype":{"x":1}},'), 400, "malformedJson");
    await refused(text.replace("}", ',"note":"a\\u0000b"}'), 400, "malformedJson");
    await refused(text.replace("}", ',"note":"\\ud800"}'), 400, "malformedJson");
    for (const broken of [
      "",
      "   ",
      "null",
      "[]",
      "1",
      '"x"',
      "{",
      "}{",
      `${text} x`,
      `[${text}]`,
      "\u0000",
      '{"a":}',
      "<xml/>",
    ]) {
      const answer = await send(broken);
      assert.equal(answer.status, 400, broken);
      assert.ok(["malformedJson", "invalidRequest"].includes(answer.body.errors.errorCode), broken);
    }
    await refused("[".repeat(10_000) + "]".repeat(10_000), 400, "malformedJson");
    await refused('{"a":'.repeat(10_000), 400, "malformedJson");
    assert.equal(({} as { isAdmin?: boolean }).isAdmin, undefined);
  });

  test("rejects bodies that are too large or of another media type", async () => {
    await refused({ ...valid(), note: "x".repeat(10_000_000) }, 413, "bodyTooLarge");
    for (const type of [
      "text/plain",
      "application/x-www-form-urlencoded",
      "multipart/form-data; boundary=x",
      "application/xml",
      "application/jsonp",
      "application/json; charset=iso-8859-1",
      'application/json;charset="utf-16"',
    ]) {
      const answer = await send(JSON.stringify(valid()), { "content-type": type });
      assert.deepEqual([answer.status, answer.body.errors.errorCode], [415, "unsupportedMediaType"], type);
    }
  });

  test("rejects bytes that are not valid UTF-8", async () => {
    const text = JSON.stringify({ ...valid(), amount: 11, note: "Caf?" });
    for (const bytes of [[0xe9], [0xc3], [0xc0, 0xaf], [0xed, 0xa0, 0x80], [0xf5, 0x80, 0x80, 0x80]]) {
      const [before = "", after = ""] = text.split("?");
      const body = Buffer.concat([Buffer.from(before), Buffer.from(bytes), Buffer.from(after)]);
      await refused(body, 400, "malformedJson");
    }
    for (const [index, type] of ["application/json; charset=UTF-8", 'application/json;charset="utf8"'].entries()) {
      const body = { ...valid(), amount: 20 + index, note: "Café" };
      const answer = await send(body, { "content-type": type });
      assert.deepEqual([answer.status, answer.body.note], [200, "Café"], type);
    }
  });

  test("rejects unknown routes, wrong methods, and wrong parameters", async () => {
    const get = (url: string) => inject(world.app, organization.token, { url });
    for (const url of [
      "/nothing",
      "/transactions/extra/parts",
      "/api/v2/transactions",
      "/..%2f..%2fetc/passwd",
      "/%00",
    ]) {
      const answer = await get(url);
      assert.ok([400, 404].includes(answer.status), `${url} ${answer.status}`);
      assert.ok(answer.body.errors.errorCode);
    }
    const wrong = await inject(world.app, organization.token, { method: "DELETE", url: "/transactions" });
    assert.deepEqual(
      [wrong.status, wrong.body.errors.errorCode, wrong.headers["allow"]],
      [405, "methodNotAllowed", "GET, HEAD"],
    );
    assert.equal((await get("/api/v1/api/v1/transactions")).status, 200);
    for (const query of [
      "limit=0",
      "limit=1001",
      "limit=x",
      "limit=1.5",
      "limit=-1",
      "order=up",
      "start_after=x",
      "limit=5&limit=6",
      "accountId=x",
    ]) {
      const answer = await get(`/transactions?${query}`);
      assert.deepEqual([answer.status, answer.body.errors.errorCode], [400, "invalidRequest"], query);
      assert.ok(answer.body.errors.fields.length > 0, query);
    }
    for (const query of ["statuss=sent", "offset=5", "search[]=x", "__proto__=x", "constructor=x", "preview=true"]) {
      const { status, headers } = await get(`/transactions?limit=1&${query}`);
      const name = encodeURIComponent(query.split("=")[0] ?? "");
      assert.deepEqual([status, headers["bursar-ignored-parameters"]], [200, name], query);
    }
    assert.equal((await get("/transactions?status=paid")).body.errors.errorCode, "malformedTransactionStatusParam");
    for (const date of ["yesterday", "2026-13-01", "2026-02-30", "20260101", "1e9", "2026-01-01T25:00:00Z"]) {
      assert.equal((await get(`/transactions?start=${date}`)).body.errors.errorCode, "malformedDateParam", date);
    }
    const leap = await browse(world.app, {
      url: "/audit?from=2016-12-31T23:59:60Z",
      cookie: await signedIn(world.app, await newPerson(world, organization.organizationId)),
    });
    assert.equal(leap.status, 400, "a leap second, which the service's clocks do not have");
    const both = await get(`/transactions?start_after=${organization.accountId}&end_before=${organization.accountId}`);
    assert.equal(both.body.errors.errorCode, "conflictingCursors");
    assert.equal((await get("/transaction/not-a-uuid")).status, 400);
  });

  /**
   * Every operation of the document with its path's `{parameters}` filled in, and a way to call it: with a token, or
   * as a user.
   */
  async function operations() {
    const { paths } = withoutReferences<Contract>(await servedApi(world.app));
    const person = await provedIn(world.app, await newPerson(world, organization.organizationId));
    return Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods)
        // /healthz and similar routes accept any query that a probe sends.
        .filter(([, operation]) => !operation.tags.includes("Operations"))
        // An upload's form is read before its parameters (law 32).
        .filter(([, { requestBody }]) => !("multipart/form-data" in (requestBody?.content ?? {})))
        .map(([name, { security, parameters = [], requestBody }]) => {
          const method = name.toUpperCase() as "GET";
          const forPeople = security.length > 0 && security.every((way) => "session" in way);
          return {
            method,
            path,
            parameters,
            takesBody: requestBody !== undefined,
            ask: (url: string) =>
              forPeople
                ? browse(world.app, { method, url, cookie: person })
                : inject(world.app, organization.token, { method, url }),
          };
        }),
    );
  }
  const noIds: Readonly<Record<string, string>> = { day: "2027-01-29", item: "monitoring" };
  const filledIn = (path: string) =>
    path.replaceAll(/\{(\w+)\}/g, (_, name: string) => noIds[name] ?? organization.accountId);

  test("every read ignores an unknown parameter and names it; every other route rejects it", async () => {
    let asked = 0;
    for (const { method, path, takesBody, ask } of await operations()) {
      if (takesBody) continue;
      const { status, body, text, headers } = await ask(`${filledIn(path)}?preview2=true`);
      if (method === "GET") {
        assert.equal(headers["bursar-ignored-parameters"], "preview2", `${path} → ${text}`);
        asked += 1;
        continue;
      }
      assert.equal(status, 400, `${method} ${path} → ${text}`);
      const [{ path: named, message }, ...others] = body.errors.fields;
      assert.deepEqual([named, others], ["preview2", []], `${method} ${path}`);
      assert.match(message, /^is not a known field/, `${method} ${path}`);
      asked += 1;
    }
    assert.ok(asked > 50, `${asked} routes`);
    assert.equal(
      (await inject(world.app, "", { url: "/healthz?cache=no" })).status,
      200,
      "probes may send any parameters",
    );
  });

  /** Parameters that accept any text; others are refused because of their format. */
  const isFreeText = ({ type, format, enum: values, items }: ParameterSchema): boolean =>
    items === undefined ? type === "string" && format === undefined && values === undefined : isFreeText(items);

  test("a NUL is refused in every path and query parameter that accepts text, and the error names it", async () => {
    let [inQueries, inPaths] = [0, 0];
    for (const { method, path, parameters, ask } of await operations()) {
      const refusedAt = async (name: string, url: string) => {
        const { status, body, text } = await ask(url);
        assert.equal(status, 400, `${method} ${url} → ${text}`);
        assert.deepEqual(body.errors.fields, [{ path: name, message: "must not contain the character NUL" }]);
      };
      for (const { name, in: place, schema } of parameters) {
        if (place === "query" && method === "GET" && isFreeText(schema)) {
          await refusedAt(name, `${filledIn(path)}?${name}=a%00b`);
          inQueries += 1;
        } else if (place === "path") {
          await refusedAt(name, filledIn(path.replace(`{${name}}`, "a%00b")));
          inPaths += 1;
        }
      }
    }
    assert.ok(inQueries > 15 && inPaths > 30, `${inQueries} in queries, ${inPaths} in paths`);
  });

  test("a trailing slash changes nothing, not even who may call the route", async () => {
    for (const { method, path, ask } of await operations()) {
      if (method !== "GET") continue;
      const [without, withSlash] = [await ask(filledIn(path)), await ask(`${filledIn(path)}/?`)];
      assert.equal(withSlash.status, without.status, `GET ${path}/ → ${withSlash.text.slice(0, 200)}`);
    }
    const { url, body } = payment(organization, { amount: 30 });
    const answer = await inject(world.app, organization.token, { url: `/api/v1${url}/`, body });
    assert.deepEqual([answer.status, answer.body.amount], [200, -30], answer.text);
    const reader = await organization.newToken({ kind: "readOnly" });
    assert.equal((await inject(world.app, reader, { url: `${url}/`, body })).status, 403);
    const elsewhere = await organization.newToken({ allowlist: ["192.0.2.1"] });
    assert.equal((await inject(world.app, elsewhere, { url: `${url}/`, body })).status, 401);
    const wrong = await inject(world.app, organization.token, { method: "DELETE", url: `${url}/` });
    assert.deepEqual([wrong.status, wrong.headers["allow"]], [405, "GET, HEAD, POST"]);
  });

  test("text in every script survives the round trip; text that no rail can carry is refused", async () => {
    const notes = [
      "Zażółć gęślą jaźń",
      "支払い",
      "🏦 paid",
      "'; drop table transactions; --",
      "<script>alert(1)</script>",
      '\\" \\n {a,b} NULL',
      "a\tb",
    ];
    for (const [index, note] of notes.entries()) {
      // Different amounts, to avoid the duplicate guard.
      const answer = await send({ ...valid(), amount: 700 + index, note });
      if (answer.status === 200) assert.equal(answer.body.note, note);
      else assert.equal(answer.body.errors.errorCode, "invalidRequest", note);
    }
    await refused({ ...valid(), externalMemo: "支払い" }, 400, "invalidRequest");
    await refused({ ...valid(), externalMemo: "x".repeat(500) }, 400, "invalidRequest");
  });

  test("fuzzed requests never get a 5xx and always get the common error shape", { timeout: 900_000 }, async () => {
    const random = seeded(testSeed("law 18"));
    const routes = world.app.api.routeTable.filter(
      ({ method, scope, url }) =>
        !["HEAD", "OPTIONS"].includes(method) &&
        (scope !== "public" || url.startsWith("/invites/")) &&
        !url.includes("clock/advance"),
    );
    const { body: invite } = await inject(world.app, organization.token, {
      url: "/recipients/invites",
      body: { ...inviteFields, name: "A payee" },
    });
    const ids = [organization.accountId, organization.recipientId, invite.id, "x", "../../..", "%00", NIL];
    const runs = roundsOf({ full: 100_000, ordinary: 1_000 });
    for (let run = 0; run < runs; run += 1) {
      const call = fuzzedCall(random, { routes, ids, valid: valid() });
      const answer = await inject(world.app, organization.token, call);
      assert.ok(answer.status < 500, `${JSON.stringify(call)} → ${answer.text}`);
      if (answer.status < 400) continue;
      const { errors, message } = answer.body;
      assert.ok(typeof errors.errorCode === "string" && message === errors.message, answer.text);
    }
  });
});

interface Contract {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}
interface Operation {
  readonly tags: readonly string[];
  readonly security: readonly Readonly<Record<string, unknown>>[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: object };
}
interface Parameter {
  readonly name: string;
  readonly in: "path" | "query";
  readonly schema: ParameterSchema;
}
interface ParameterSchema {
  readonly type: string;
  readonly format?: string;
  readonly enum?: readonly unknown[];
  readonly items?: ParameterSchema;
}

const inviteFields = {
  contactEmail: "payee@example.com",
  paymentMethods: ["ach"],
  requireTaxDocument: false,
  sendEmail: false,
};
const NIL = "00000000-0000-0000-0000-000000000000";
const strangeValues: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  1e15,
  "",
  "x",
  "\ud83d\ude00",
  "a".repeat(3_000),
  [],
  {},
  [[]],
  { a: { b: {} } },
  "2026-01-01",
  NIL,
  "%",
  "\u202e",
  "a\u0000b",
];
const knownFields = (
  "recipientId amount paymentMethod idempotencyKey note externalMemo purpose name emails email electronicRoutingInfo checkInfo " +
  "address url eventTypes status sourceAccountId destinationAccountId code from to eventId contactEmail paymentMethods sendEmail " +
  "requireTaxDocument internationalWireRoutingInfo organizationNameOnRequest notes"
).split(" ");
const knownParameters =
  "limit order start_after end_before start_at status search start end accountId offset requestId resourceType state".split(
    " ",
  );

interface FuzzMaterial {
  readonly routes: readonly RouteFacts[];
  readonly ids: readonly string[];
  readonly valid: Readonly<Record<string, unknown>>;
}

/** A call to a random route with known fields, strange values, odd IDs, or truncated JSON. */
function fuzzedCall(random: () => number, { routes, ids, valid }: FuzzMaterial): Parameters<typeof inject>[2] {
  const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)] as T;
  const parameter = () => `${pick(knownParameters)}=${encodeURIComponent(String(pick(strangeValues)).toWellFormed())}`;
  const route = pick(routes);
  const path = route.url.replaceAll(/:[A-Za-z]+/g, () => encodeURIComponent(pick(ids)));
  const url = random() < 0.3 ? `${path}?${parameter()}&${parameter()}` : path;
  const method = route.method as "GET";
  if (!["POST", "PATCH", "PUT"].includes(route.method)) return { method, url };
  const fields: Record<string, unknown> = random() < 0.5 ? { ...valid } : {};
  for (let count = Math.floor(random() * 5); count >= 0; count -= 1) fields[pick(knownFields)] = pick(strangeValues);
  const text = JSON.stringify(random() < 0.1 ? pick(strangeValues) : fields);
  return { method, url, body: random() < 0.1 ? text.slice(0, Math.floor(random() * text.length)) : text };
}
