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
    ["limit[]=1", "limit[]: is not a known field; known fields are status, limit"],
    ["states=a", "states: is not a known field; known fields are status, limit"],
    ["limit=10", "limit: must be at most 9"],
    ["limit=0", "limit: must be at least 1"],
    ["limit=many", "limit: must be a whole number"],
    ["limit=1&limit=2", "limit: must be a whole number"],
  ] as const)
    it(`${query}: ${problem}`, async () => assert.equal(await answer(query), problem));
});
