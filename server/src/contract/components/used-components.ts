type Json = Readonly<Record<string, unknown>>;
interface Document {
  readonly components: Readonly<Record<string, Json>>;
}

const REFERENCE = /^#\/components\/(\w+)\/([^/]+)$/;

const isObject = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The document without components to which nothing in it refers, directly or through other components. */
export function withUsedComponents<Complete extends Document>(document: Complete): Complete {
  const { components, ...rest } = document;
  const used = new Set<string>();
  const visit = (part: unknown): void => {
    if (Array.isArray(part)) for (const member of part) visit(member);
    if (!isObject(part)) return;
    for (const [key, member] of Object.entries(part)) {
      for (const [kind, name] of key === "$ref" ? referenceIn(member) : schemesIn(key, member)) {
        if (used.has(`${kind}/${name}`)) continue;
        used.add(`${kind}/${name}`);
        visit(components[kind]?.[name]);
      }
      visit(member);
    }
  };
  visit(rest);
  const kept = Object.entries(components).map(([kind, members]) => [
    kind,
    Object.fromEntries(Object.entries(members).filter(([name]) => used.has(`${kind}/${name}`))),
  ]);
  return { ...document, components: Object.fromEntries(kept) };
}

type Names = readonly (readonly [kind: string, name: string])[];

function referenceIn(reference: unknown): Names {
  const [, kind, name] = REFERENCE.exec(String(reference)) ?? [];
  return kind === undefined || name === undefined ? [] : [[kind, name]];
}

/** Operations name security schemes without a reference. */
const schemesIn = (key: string, member: unknown): Names =>
  key === "security" && Array.isArray(member)
    ? member.flatMap((way) => Object.keys(Object(way)).map((name) => ["securitySchemes", name] as const))
    : [];
