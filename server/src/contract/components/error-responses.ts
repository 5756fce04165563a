import type { NamedRefusal } from "../refusals.ts";
import { headersOfRefusal } from "./openapi-headers.ts";

/** What generators call the types of error responses. */
const statusNames: Readonly<Record<string, string | undefined>> = {
  400: "BadRequest",
  403: "Forbidden",
  404: "NotFound",
  409: "Conflict",
  default: "Unexpected",
};

/** The name, or the name with the first free number from 2 on. */
function numbered(name: string, taken: ReadonlySet<string>): string {
  let number = 1;
  while (taken.has(number === 1 ? name : `${name}${number}`)) number += 1;
  return number === 1 ? name : `${name}${number}`;
}

/** Most operations return 401, 413, 415, 429, and 5XX with the same codes: one component for each set of codes. */
export function errorResponses() {
  const nameByCodes = new Map<string, string>();
  const named: Record<string, unknown> = {};
  return {
    refer: (status: string, given: readonly NamedRefusal[]) => {
      const codes = given.map(({ code }) => code);
      const key = codes.join();
      const known = nameByCodes.get(key);
      const name = known ?? numbered(statusNames[status] ?? `Refused${status}`, new Set(nameByCodes.values()));
      if (known === undefined) {
        nameByCodes.set(key, name);
        named[name] = {
          description: codes.map((code) => `\`${code}\``).join(", "),
          ...headersOfRefusal(status),
          content: { "application/json": { schema: { $ref: "#/components/schemas/Error" } } },
        };
      }
      return { $ref: `#/components/responses/${name}` };
    },
    all: (): Readonly<Record<string, unknown>> => named,
  };
}

/** The body of every error response, in parts with names. */
export const errorSchemas = (refusals: readonly NamedRefusal[]) => ({
  Error: {
    type: "object",
    description: "The shape of every response with a status of 400 or above.",
    required: ["errors", "message"],
    properties: {
      errors: { $ref: "#/components/schemas/ErrorDetails" },
      message: { type: "string", description: "The same as `errors.message`." },
    },
  },
  ErrorCode: {
    type: "string",
    enum: refusals.map(({ code }) => code),
    description: "What went wrong, for programs.",
  },
  ErrorDetails: {
    type: "object",
    description: "What went wrong. Refusals add their own members, such as `requiredScope`, `ip`, or `transactionId`.",
    required: ["errorCode", "message", "requestId"],
    properties: {
      errorCode: { $ref: "#/components/schemas/ErrorCode" },
      message: { type: "string", description: "What went wrong and what to do, as a message for users." },
      requestId: {
        type: "string",
        description: "Also in the `x-request-id` header: include it in support requests.",
      },
      fields: {
        type: "array",
        description: "The invalid fields of the request.",
        items: { $ref: "#/components/schemas/FieldProblem" },
      },
    },
    additionalProperties: true,
  },
  FieldProblem: {
    type: "object",
    required: ["path", "message"],
    properties: {
      path: { type: "string", description: "Dotted path of the field, or name of the parameter." },
      message: { type: "string", description: "What is wrong with it." },
    },
  },
});
