type Json = Readonly<Record<string, unknown>>;
type Paths = Readonly<
  Record<string, Readonly<Record<string, { readonly requestBody?: unknown; readonly responses?: Json }>>>
>;

/** Values of an enumeration from which on a copy is worth a name. */
const ENUM_LENGTH_MIN = 4;

const isObject = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Bodies and responses without a name, and objects and enumerations that occur more than once without one. */
export function unnamedSchemas(paths: Paths, components: Json): readonly string[] {
  return [...unnamedContents(paths), ...repeated({ paths, components })];
}

const unnamedContents = (paths: Paths): readonly string[] =>
  Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).flatMap(([method, { requestBody, responses = {} }]) =>
      Object.entries({ body: requestBody, ...responses }).flatMap(([part, content]) => {
        const schema = (content as { content?: Json } | undefined)?.content?.["application/json"] as
          | { readonly schema?: unknown }
          | undefined;
        return isUnnamed(schema?.schema) ? [`${method.toUpperCase()} ${path}: the ${part} has no title`] : [];
      }),
    ),
  );

/** A reference, or null instead of it, has a name. */
const isUnnamed = (schema: unknown): boolean =>
  isObject(schema) &&
  schema["$ref"] === undefined &&
  !(Array.isArray(schema["anyOf"]) && schema["anyOf"].some((member: Json) => member["$ref"] !== undefined));

function repeated(document: Json): readonly string[] {
  const places = new Map<string, string[]>();
  const visit = (part: unknown, place: string): void => {
    if (typeof part !== "object" || part === null) return;
    if (isObject(part) && isWorthAName(part)) {
      // The place of use often has its own description.
      const key = JSON.stringify({ ...part, description: undefined });
      places.set(key, [...(places.get(key) ?? []), place]);
    }
    for (const [name, member] of Object.entries(part)) visit(member, `${place}.${name}`);
  };
  visit(document, "");
  return [...places.values()]
    .filter((where) => where.length > 1)
    .map((where) => `A schema without a title occurs more than once: ${where.slice(0, 4).join(", ")}`);
}

const isWorthAName = ({ type, properties, enum: values }: Json): boolean =>
  (type !== undefined && isObject(properties) && Object.keys(properties).length > 0) ||
  (Array.isArray(values) && values.length >= ENUM_LENGTH_MIN);
