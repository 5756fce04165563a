/** Random bodies that match the contract, for tests that call every write route, including routes added later. */

export interface Schema {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly format?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly $ref?: string;
}

export interface WriteOperation {
  readonly method: "POST" | "PUT" | "PATCH" | "DELETE";
  /** The path as in the contract, with `{parameters}`. */
  readonly path: string;
  readonly isPublic: boolean;
  readonly body: Schema | undefined;
}

export interface Contract {
  readonly paths: Readonly<Record<string, Readonly<Record<string, ContractOperation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}
interface ContractOperation {
  readonly security?: readonly object[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> };
}

/** Everything in the contract that is not a GET. */
export const writeOperations = ({ paths }: Contract): readonly WriteOperation[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([method]) => ["post", "put", "patch", "delete"].includes(method))
      .map(([method, { security, requestBody }]) => ({
        method: method.toUpperCase() as WriteOperation["method"],
        path,
        isPublic: (security ?? []).length === 0,
        body: requestBody?.content["application/json"]?.schema,
      })),
  );

export interface Filling {
  readonly random: () => number;
  /** The value of a member by its name, such as an existing ID; undefined for any value that matches the schema. */
  readonly known: (name: string) => unknown;
  readonly components: Readonly<Record<string, Schema>>;
}

/** A value that matches the schema, as far as the schema defines it. */
export function fill(schema: Schema, name: string, filling: Filling): unknown {
  const { random, components } = filling;
  const pick = <T>(from: readonly T[]): T | undefined => from[Math.floor(random() * from.length)];
  if (schema.$ref !== undefined) return fill(components[schema.$ref.split("/").at(-1) ?? ""] ?? {}, name, filling);
  if (schema.const !== undefined) return schema.const;
  if (schema.enum !== undefined) return pick(schema.enum);
  if (schema.anyOf !== undefined) return fill(pick(schema.anyOf) ?? {}, name, filling);
  const type = typeof schema.type === "object" ? pick(schema.type) : schema.type;
  if (type === "object" || schema.properties !== undefined) return fillObject(schema, filling);
  if (type === "array") {
    const length = Math.max(schema.minItems ?? 0, random() < 0.8 ? 1 : 0);
    return Array.from({ length }, () => fill(schema.items ?? {}, name, filling));
  }
  const knownValue = filling.known(name);
  if (type === "string") return typeof knownValue === "string" ? knownValue : textFor(schema);
  if (type === "boolean") return random() < 0.5;
  if (type === "integer" || type === "number") {
    if (typeof knownValue === "number") return knownValue;
    const least = schema.minimum ?? 0;
    return type === "integer" ? Math.max(Math.ceil(least), Math.floor(random() * 3)) : Math.max(least, 10);
  }
  return null;
}

function fillObject({ properties = {}, required = [] }: Schema, filling: Filling): Readonly<Record<string, unknown>> {
  const given = Object.entries(properties).filter(([name]) => required.includes(name) || filling.random() < 0.3);
  return Object.fromEntries(given.map(([name, member]) => [name, fill(member, name, filling)]));
}

function textFor({ format, minLength = 0, maxLength = 100 }: Schema): string {
  if (format === "uuid") return "01975c2e-8f7a-7c60-b1f2-3c1d5a7e9b10";
  if (format === "date-time") return "2031-01-01T00:00:00.000Z";
  if (format === "date") return "2031-01-01";
  if (format === "email") return "somebody@evil.example";
  return "Some text".padEnd(minLength, "x").slice(0, maxLength);
}
