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
