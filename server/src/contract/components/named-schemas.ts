import { isDeepStrictEqual } from "node:util";

/**
 * A schema with a `title` becomes a component of that name, wherever it occurs: clients generated from the document get
 * one type per name. `title` means nothing to validation and serialization, so naming costs nothing at run time.
 */
type Json = Readonly<Record<string, unknown>>;
interface Use {
  readonly reference: Record<string, unknown>;
  readonly description: unknown;
}
interface Named {
  readonly schema: Json;
  /** As it was found: the references in `schema` may get descriptions. */
  readonly original: Json;
  readonly uses: Use[];
  /** As `all` first returned it. */
  component?: Json;
}

export interface NamedSchemas {
  /** The schema with references instead of named schemas. `place` is where it occurs, for problems. */
  refer(schema: unknown, place: string): unknown;
  /**
   * The components by name, in alphabetical order. Call when all schemas of a document were referred to. The components
   * of an earlier call stay as they were; uses in a later document keep descriptions of their own.
   */
  all(): Readonly<Record<string, unknown>>;
  readonly problems: readonly string[];
}

const NAME = /^[A-Z][A-Za-z0-9]+$/;
/** Not schemas: a member called `title` in them is data. */
const VALUES = new Set(["example", "examples", "default", "enum", "const", "required"]);

const isObject = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);

export function namedSchemas(): NamedSchemas {
  const named = new Map<string, Named>();
  const problems: string[] = [];

  function refer(part: unknown, place: string): unknown {
    if (Array.isArray(part)) return part.map((member) => refer(member, place));
    if (!isObject(part)) return part;
    const { title, ...rest } = Object.fromEntries(
      Object.entries(part).map(([key, member]) => [key, VALUES.has(key) ? member : refer(member, place)]),
    );
    if (typeof title !== "string") return title === undefined ? rest : { ...rest, title };
    return referenceTo(title, rest, place);
  }

  function referenceTo(name: string, found: Json, place: string) {
    const { schema, isNullable, description, extensions } = partsOf(found);
    if (!NAME.test(name)) problems.push(`${place}: the name ${name} is not in PascalCase`);
    const entry = named.get(name) ?? { schema, original: structuredClone(schema), uses: [] };
    named.set(name, entry);
    if (!isDeepStrictEqual(entry.original, schema)) problems.push(`${place}: another schema has the name ${name}, too`);
    const to = { $ref: `#/components/schemas/${name}` };
    const reference = { ...(isNullable ? { anyOf: [to, { type: "null" }] } : to), ...extensions };
    entry.uses.push({ reference, description });
    return reference;
  }

  function all() {
    const sorted = [...named].sort(([a], [b]) => (a < b ? -1 : 1));
    return Object.fromEntries(sorted.map(([name, component]) => [name, componentOf(component)]));
  }

  return { refer, all, problems };
}

/** What belongs to the component, and what belongs to the place of use: null, description, and extensions. */
function partsOf({ type, enum: values, description, ...rest }: Json) {
  const isNullable = Array.isArray(type);
  const [extensions, own] = [true, false].map((isExtension) =>
    Object.fromEntries(Object.entries(rest).filter(([key]) => key.startsWith("x-") === isExtension)),
  );
  const schema: Json = {
    ...(type === undefined ? {} : { type: isNullable ? type.find((name) => name !== "null") : type }),
    ...(Array.isArray(values) ? { enum: values.filter((value) => !isNullable || value !== null) } : {}),
    ...own,
  };
  return { schema, isNullable, description, extensions };
}

function componentOf(named: Named): Json {
  const uses = named.uses.splice(0);
  const { component } = named;
  if (component === undefined) named.component = described(named.schema, uses);
  else describeUses(uses, component["description"]);
  return named.component ?? named.schema;
}

/** A description that all uses share belongs to the component; others stay where they are used. */
function described(schema: Json, uses: readonly Use[]): Json {
  const descriptions = new Set(uses.map(({ description }) => description));
  const [shared] = descriptions;
  if (descriptions.size === 1) return shared === undefined ? schema : { ...schema, description: shared };
  describeUses(uses, undefined);
  return schema;
}

/** Uses keep their descriptions, unless it is the component's. */
function describeUses(uses: readonly Use[], shared: unknown): void {
  for (const { reference, description } of uses)
    if (description !== undefined && description !== shared) reference["description"] = description;
}
