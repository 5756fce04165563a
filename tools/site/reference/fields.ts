import type { Contract, Schema } from "./operations.ts";

/** A member of an object, however deep: `recipient.address.city`, `lines[].amount`. */
export interface Field {
  readonly name: string;
  readonly type: string;
  readonly isRequired: boolean;
  readonly description: string;
}

const DEPTH_MAX = 4;
const FIELDS_MAX = 150;
const LISTED_VALUES_MAX = 24;

/** The members of a schema, each object's below it. */
export function fieldsOf(schema: Schema, { resolve }: Contract): readonly Field[] {
  const fields: Field[] = [];
  const walk = (given: Schema, prefix: string, above: readonly string[]): void => {
    const ref = refOf(given);
    const isRepeated = ref !== undefined && above.includes(ref);
    if (isRepeated || above.length > DEPTH_MAX || fields.length > FIELDS_MAX) return;
    const inside = [...above, ref ?? prefix];
    for (const part of partsOf(given, resolve)) {
      if (part.items !== undefined) walk(part.items, `${prefix}[]`, inside);
      for (const [name, member] of Object.entries(part.properties ?? {})) {
        const path = prefix === "" ? name : `${prefix}.${name}`;
        const isListed = fields.some((field) => field.name === path);
        if (!isListed) fields.push(fieldOf(path, member, part.required?.includes(name) ?? false));
        walk(member, path, inside);
      }
    }
  };
  const fieldOf = (name: string, member: Schema, isRequired: boolean): Field => {
    const resolved = resolve(member);
    const values = valuesOf(resolved, resolve);
    const listed = values.length > 0 && values.length <= LISTED_VALUES_MAX ? `One of ${values.join(", ")}.` : "";
    const described = member.description ?? resolved.description ?? partsOf(resolved, resolve)[0]?.description ?? "";
    const isSaid = values.length > 0 && values.every((value) => described.includes(value));
    return {
      name,
      type: typeOf(member, resolve),
      isRequired,
      description: [described, isSaid ? "" : listed].filter((text) => text !== "").join(" "),
    };
  };
  walk(schema, "", []);
  return fields;
}

const refOf = (schema: Schema): string | undefined =>
  schema.$ref ?? schema.items?.$ref ?? schema.anyOf?.find(({ $ref }) => $ref !== undefined)?.$ref;

/** The schema itself, or its alternatives, without `null`. */
function partsOf(schema: Schema, resolve: Contract["resolve"]): readonly Schema[] {
  const resolved = resolve(schema);
  const parts = [...(resolved.anyOf ?? []), ...(resolved.oneOf ?? []), ...(resolved.allOf ?? [])];
  if (parts.length === 0) return [resolved];
  const own = resolved.properties === undefined ? [] : [resolved];
  return [...own, ...parts.filter(({ type }) => type !== "null").flatMap((part) => partsOf(part, resolve))];
}

function valuesOf(schema: Schema, resolve: Contract["resolve"]): readonly string[] {
  const all = partsOf(schema, resolve).flatMap((part) => part.enum ?? (part.const === undefined ? [] : [part.const]));
  return [...new Set(all)].filter((value) => value !== null).map((value) => `\`${String(value)}\``);
}

/** In words: `string (uuid)`, `array of objects`, `number or null`. */
export function typeOf(schema: Schema, resolve: Contract["resolve"]): string {
  const resolved = resolve(schema);
  const parts = resolved.anyOf ?? resolved.oneOf;
  if (parts !== undefined) return [...new Set(parts.map((part) => typeOf(part, resolve)))].join(" or ");
  if (resolved.allOf !== undefined) return "object";
  const types = [resolved.type ?? (resolved.enum || resolved.const !== undefined ? "string" : "any")].flat();
  return types
    .map((type) => {
      if (type === "array") return `array of ${plural(typeOf(resolved.items ?? {}, resolve))}`;
      return resolved.format && type === "string" ? `string (${resolved.format})` : type;
    })
    .join(" or ");
}

const plural = (type: string): string =>
  /^(string|number|integer|object|boolean)\b/.test(type) ? type.replace(/^\w+/, "$&s") : type;
