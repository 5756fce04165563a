import { present } from "#kernel/assert.ts";
import type { NamedRefusal } from "../refusals.ts";
import { headersOfRefusal } from "./openapi-headers.ts";

/** The codes with which an operation refuses a status. */
type Codes = readonly string[];

const pascal = (code: string): string => `${code.charAt(0).toUpperCase()}${code.slice(1)}`;

/**
 * Generators turn each error response into a type. It is called after the code that the fewest sets of codes have, which
 * says the most about it (`InsufficientFunds`), and the shortest of several; and after the next ones, too, if another
 * set has that name. Smaller sets choose first, so that a set of one code is called by it.
 */
function namesOf(sets: readonly Codes[], taken: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const names = new Map(taken);
  const uses = new Map<string, number>();
  const takenSets = [...taken.keys()].map((key) => key.split(","));
  for (const code of [...takenSets, ...sets].flat()) uses.set(code, (uses.get(code) ?? 0) + 1);
  const used = new Set(names.values());
  for (const codes of sets.toSorted((a, b) => a.length - b.length)) {
    if (names.has(codes.join())) continue;
    const telling = codes.toSorted((a, b) => (uses.get(a) ?? 0) - (uses.get(b) ?? 0) || a.length - b.length);
    const choices = telling.map((_, at) =>
      telling
        .slice(0, at + 1)
        .map(pascal)
        .join("Or"),
    );
    // Two sets of the same codes are one.
    const name = choices.find((choice) => !used.has(choice)) ?? codes.map(pascal).join("And");
    names.set(codes.join(), name);
    used.add(name);
  }
  return names;
}

/** Most operations return 401, 413, 415, 429, and 5XX with the same codes: one component for each set of codes. */
export function errorResponses() {
  let names: ReadonlyMap<string, string> = new Map();
  const named: Record<string, unknown> = {};
  return {
    /** Names the sets of codes of a document; sets of an earlier one keep their names. */
    name: (sets: readonly Codes[]): void => {
      names = namesOf([...new Map(sets.map((codes) => [codes.join(), codes])).values()], names);
    },
    refer: (status: string, given: readonly NamedRefusal[]) => {
      const codes = given.map(({ code }) => code);
      const name = present(names.get(codes.join()), "the codes of each response have a name");
      named[name] ??= {
        description: codes.map((code) => `\`${code}\``).join(", "),
        ...headersOfRefusal(status),
        content: { "application/json": { schema: { $ref: "#/components/schemas/Error" } } },
      };
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
        description:
          "Also in the `x-request-id` header: include it in support requests. It is the one that the request sent in this header, if that was valid.",
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
