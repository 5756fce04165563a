import type { ContractOperation, FlatSchema } from "./contract-operations.ts";

/** A request that must be refused with 400, and the field or parameter that the answer names. */
export interface InvalidRequest {
  readonly name: string;
  readonly path: string;
  readonly query?: string;
  readonly body: unknown;
  /** Part of the path in `errors.fields`; undefined if the error is about the request as a whole. */
  readonly names?: string;
}

/** Requests that break one rule of the operation's schemas each; all members with `thorough`, otherwise one. */
export function invalidRequests(
  operation: ContractOperation,
  valid: { readonly path: string; readonly body: unknown },
  thorough: boolean,
): readonly InvalidRequest[] {
  const some = <T>(list: readonly T[]): readonly T[] => (thorough ? list : list.slice(0, 1));
  const { parameters, body } = operation;
  const members = (valid.body ?? {}) as Readonly<Record<string, unknown>>;
  const { properties = {}, required = [] } = body?.schema ?? {};
  const parameter = { name: "an unknown parameter", ...valid, query: "surprise=1", names: "surprise" };
  const queries = parameters
    .filter(({ in: place }) => place === "query")
    .flatMap(({ name, schema }) => wrongQueries(name, schema));
  return [
    // Reads ignore it (law 18).
    ...(operation.method === "GET" ? [] : [parameter]),
    ...some(queries).map(({ name, query }) => ({
      name: `${name}=${query}`,
      ...valid,
      query: `${name}=${query}`,
      names: name,
    })),
    ...malformedIds(operation, valid.path).map((path) => ({ name: "a malformed ID", ...valid, path })),
    ...(body === undefined
      ? []
      : [
          { name: "an unknown field", ...valid, body: { ...members, surprise: 1 }, names: "surprise" },
          { name: "malformed JSON", ...valid, body: '{"a":' },
          ...some(required).map((name) => ({
            name: `no ${name}`,
            ...valid,
            body: Object.fromEntries(Object.entries(members).filter(([member]) => member !== name)),
            names: name,
          })),
          ...some(Object.entries(properties).filter(([, schema]) => schema.type !== undefined)).map(
            ([name, schema]) => ({
              name: `${name} of the wrong type`,
              ...valid,
              body: { ...members, [name]: [schema.type].flat().includes("object") ? 7 : { wrong: true } },
              names: name,
            }),
          ),
        ]),
  ];
}

/** Values that a parameter does not accept. */
function wrongQueries(name: string, { type, format }: FlatSchema) {
  const isId = format === "uuid";
  if (type === "integer" || isId || name === "order") return [{ name, query: "seven" }];
  return [];
}

/** The path with its UUIDs malformed, one at a time. */
function malformedIds({ path, parameters }: ContractOperation, valid: string): readonly string[] {
  const steps = path.split("/");
  return parameters
    .filter((parameter) => parameter.in === "path" && parameter.schema.format === "uuid")
    .map(({ name }) =>
      valid
        .split("/")
        .with(steps.indexOf(`{${name}}`), "not-an-id")
        .join("/"),
    );
}
