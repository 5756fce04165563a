import { readFileSync } from "node:fs";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";

const ROOT = join(import.meta.dirname, "../..");

/** The documents of the API (ADR 0068), relative to the repository's root. */
export const API_DOCUMENTS = ["api/openapi.json", "api/dashboard.json"] as const;

type Members = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** The parts of an OpenAPI document that are merged. */
interface ApiDocument {
  readonly paths: Members;
  readonly components: Members;
}

/** Every operation of the API in one document, from the committed ones. The caller states the members that it reads. */
export const readWholeApi = <Document>(): Document =>
  wholeApi<Document>(API_DOCUMENTS.map((path) => JSON.parse(readFileSync(join(ROOT, path), "utf8"))));

/**
 * Every operation of several OpenAPI documents in one document: what goes through all operations must not depend on the
 * document in which one is. Throws if an operation is in two of them, or a component differs. Other members are the
 * first document's. The caller states the members that it reads.
 */
export function wholeApi<Document>([first, ...others]: readonly ApiDocument[]): Document {
  if (first === undefined) throw new TypeError("There is no document");
  const [paths, components] = [copyOf(first.paths), copyOf(first.components)];
  for (const other of others) {
    add(paths, other.paths, (path, method) => `${method.toUpperCase()} ${path} is in two documents`);
    add(components, other.components, (kind, name, member, another) =>
      isDeepStrictEqual(member, another) ? undefined : `The documents disagree about components/${kind}/${name}`,
    );
  }
  return { ...first, paths, components } as Document;
}

const copyOf = (members: Members): Record<string, Record<string, unknown>> =>
  Object.fromEntries(Object.entries(members).map(([name, member]) => [name, { ...member }]));

function add(
  to: Record<string, Record<string, unknown>>,
  members: Members,
  problemOf: (name: string, inner: string, member: unknown, another: unknown) => string | undefined,
): void {
  for (const [name, inside] of Object.entries(members)) {
    const merged = to[name] ?? {};
    to[name] = merged;
    for (const [inner, value] of Object.entries(inside)) {
      const problem = inner in merged ? problemOf(name, inner, merged[inner], value) : undefined;
      if (problem !== undefined) throw new TypeError(problem);
      merged[inner] = value;
    }
  }
}
