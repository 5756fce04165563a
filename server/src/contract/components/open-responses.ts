/**
 * Schemas that only responses have allow further members: clients must ignore members that they do not know, because
 * later versions may add some. Requests stay closed, because a misspelled member must not be lost.
 */
export function openResponses(paths: unknown, schemas: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const closed = new Set<string>();
  const collect = (part: unknown): void => {
    for (const name of schemaNamesIn(part)) {
      if (closed.has(name)) continue;
      closed.add(name);
      collect(schemas[name]);
    }
  };
  for (const operation of operationsIn(paths)) collect([operation["requestBody"], operation["parameters"]]);
  return Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => [name, closed.has(name) ? schema : opened(schema)]),
  );
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const operationsIn = (paths: unknown): readonly Readonly<Record<string, unknown>>[] =>
  (isObject(paths) ? Object.values(paths) : []).flatMap((methods) =>
    isObject(methods) ? Object.values(methods).filter(isObject) : [],
  );

function schemaNamesIn(part: unknown): readonly string[] {
  if (Array.isArray(part)) return part.flatMap(schemaNamesIn);
  if (!isObject(part)) return [];
  const { $ref } = part;
  const own = typeof $ref === "string" && $ref.startsWith(PREFIX) ? [$ref.slice(PREFIX.length)] : [];
  return [...own, ...Object.values(part).flatMap(schemaNamesIn)];
}
const PREFIX = "#/components/schemas/";

function opened(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(opened);
  if (!isObject(schema)) return schema;
  const entries = Object.entries(schema).filter(([key, value]) => key !== "additionalProperties" || value !== false);
  return Object.fromEntries(entries.map(([key, value]) => [key, opened(value)]));
}
