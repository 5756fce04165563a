import assert from "node:assert/strict";
import { describe, it } from "node:test";
import Fastify from "fastify";
import { Type } from "typebox";
import { Refusal } from "../refusal.ts";
import { registerValidation } from "./validation.ts";

const body = Type.Object({
  iban: Type.Optional(Type.String({ minLength: 1, maxLength: 5 })),
  code: Type.Optional(Type.String({ minLength: 4 })),
  name: Type.Optional(Type.String({ pattern: "\\S" })),
  key: Type.Optional(Type.String({ pattern: "^[a-z]+$" })),
  email: Type.Optional(Type.String({ format: "email" })),
  day: Type.Optional(Type.String({ format: "date" })),
});

describe("error messages for invalid text", () => {
  const complaint = async (payload: Readonly<Record<string, string>>): Promise<unknown> => {
    const app = Fastify();
    registerValidation(app);
    app.setErrorHandler((error, _request, reply) =>
      reply.send(error instanceof Refusal ? error.details["fields"] : String(error)),
    );
    app.post("/", { schema: { body } }, () => []);
    return (await app.inject({ method: "POST", url: "/", payload })).json();
  };

  for (const [path, text, message] of [
    ["iban", "", "must not be empty"],
    ["iban", "123456", "must have at most 5 characters"],
    ["code", "123", "must have at least 4 characters"],
    ["name", "  ", "must not be empty"],
    ["key", "A", "is not in the documented format"],
    ["email", "nobody", "must be an email address, such as name@company.com"],
    ["day", "tomorrow", "must be a date, such as 2026-12-31"],
  ] as const)
    it(`${path} “${text}”: ${message}`, async () => {
      assert.deepEqual(await complaint({ [path]: text }), [{ path, message }]);
    });
});

describe("parameters", () => {
  const querystring = Type.Object(
    {
      status: Type.Optional(Type.Array(Type.String())),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 9 })),
    },
    { additionalProperties: false },
  );
  const answer = async (query: string): Promise<unknown> => {
    const app = Fastify();
    registerValidation(app);
    app.setErrorHandler((error, _request, reply) =>
      reply.send(error instanceof Refusal ? error.details["summary"] : String(error)),
    );
    app.get("/", { schema: { querystring } }, (request) => request.query);
    return (await app.inject({ url: `/?${query}` })).body;
  };

  for (const query of [
    "status=a,b,c",
    "status=a&status=b,c",
    "status[]=a&status[]=b&status[]=c",
    "status=a&status[]=b,c",
  ])
    it(`${query} is one list`, async () => assert.equal(await answer(query), '{"status":["a","b","c"]}'));

  for (const [query, problem] of [
    ["limit=10", "limit: must be at most 9"],
    ["limit=0", "limit: must be at least 1"],
    ["limit=many", "limit: must be a whole number"],
    ["limit=1&limit=2", "limit: must be a whole number"],
  ] as const)
    it(`${query}: ${problem}`, async () => assert.equal(await answer(query), problem));
});

describe("unknown parameters", () => {
  const querystring = Type.Object({ limit: Type.Optional(Type.Integer()) }, { additionalProperties: false });
  async function answer(method: "GET" | "HEAD" | "POST", query: string) {
    const app = Fastify();
    registerValidation(app);
    const counted: number[] = [];
    app.addHook("onResponse", async (request) => void counted.push(request.ignoredParameters));
    app.setErrorHandler((error, _request, reply) => reply.code(error instanceof Refusal ? error.status : 500).send({}));
    app.get("/", { schema: { querystring } }, (request) => request.query);
    app.post("/", { schema: { querystring } }, (request) => request.query);
    const { statusCode, headers, body } = await app.inject({ method, url: `/?${query}` });
    return { statusCode, ignored: headers["bursar-ignored-parameters"], body, counted: counted[0] };
  }
  const ignoring = (ignored: string | undefined, counted: number, body = "{}") => ({
    statusCode: 200,
    ignored,
    body,
    counted,
  });

  it("are ignored by reads, named, and counted", async () => {
    assert.deepEqual(await answer("GET", "limit=3"), ignoring(undefined, 0, '{"limit":3}'));
    assert.deepEqual(await answer("GET", "lmit=4&limit=3&a[]=1&a[]=2"), ignoring("lmit, a%5B%5D", 2, '{"limit":3}'));
    assert.equal((await answer("HEAD", "lmit=4")).ignored, "lmit");
  });

  it("that are not texts for a header are encoded", async () => {
    const names = ["a%0D%0Aset-cookie:x", "a,b", "%00", "%ff", "é", "__proto__", "constructor", "=1", "%ED%A0%80"];
    const { ignored, statusCode } = await answer("GET", `${names.join("=1&")}=1`);
    assert.equal(statusCode, 200);
    assert.match(String(ignored), /^[!'()*A-Za-z0-9_.~%-]+(, [!'()*A-Za-z0-9_.~%-]+)*$/);
    assert.match(String(ignored), /a%0D%0Aset-cookie%3Ax, a%2Cb, %00/);
  });

  it("do not make the header long, however many and long they are", async () => {
    const many = Array.from({ length: 3_000 }, (_, at) => `p${at}`).join("&");
    const few = await answer("GET", many);
    assert.equal(String(few.ignored).split(", ").length, 20);
    assert.equal(few.counted, 3_000);
    for (const query of [
      "界".repeat(5_000),
      Array.from({ length: 100 }, (_, at) => `${"界".repeat(40)}${at}`).join("&"),
    ])
      assert.ok(String((await answer("GET", encodeURI(query))).ignored).length <= 1_000);
  });

  it("are refused by routes with effects", async () => {
    assert.deepEqual(await answer("POST", "lmit=4"), { statusCode: 400, ignored: undefined, body: "{}", counted: 0 });
  });
});
