import { headersOfRefusal } from "./openapi-headers.ts";
import type { NamedRefusal } from "./refusals.ts";

/** Most operations return 401, 429, and 500 with the same codes: one component for each set of codes. */
export function errorResponses() {
  const nameByCodes = new Map<string, string>();
  const named: Record<string, unknown> = {};
  return {
    refer: (status: number, given: readonly NamedRefusal[]) => {
      const codes = given.map(({ code }) => code);
      const key = codes.join();
      const known = nameByCodes.get(key);
      const name =
        known ??
        `Refused${status}-${[...nameByCodes.values()].filter((other) => other.startsWith(`Refused${status}-`)).length + 1}`;
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

export const errorSchema = (refusals: readonly NamedRefusal[]) => ({
  type: "object",
  description: "The shape of every response with a status of 400 or above.",
  required: ["errors", "message"],
  properties: {
    errors: {
      type: "object",
      description:
        "What went wrong. Refusals add their own members, such as `requiredScope`, `ip`, or `transactionId`.",
      required: ["errorCode", "message", "requestId"],
      properties: {
        errorCode: {
          type: "string",
          enum: refusals.map(({ code }) => code),
          description: "What went wrong, for programs.",
        },
        message: { type: "string", description: "What went wrong and what to do, as a message for users." },
        requestId: {
          type: "string",
          description: "Also in the `x-request-id` header: include it in support requests.",
        },
        fields: {
          type: "array",
          description: "The invalid fields of the request.",
          items: {
            type: "object",
            required: ["path", "message"],
            properties: {
              path: { type: "string", description: "Dotted path of the field, or name of the parameter." },
              message: { type: "string", description: "What is wrong with it." },
            },
          },
        },
      },
      additionalProperties: true,
    },
    message: { type: "string", description: "The same as `errors.message`." },
  },
});
