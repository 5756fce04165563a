import { type Declarations, mayRead, moduleOf, ownersOf } from "./owners.ts";
import { type Access, type Reference, referencesIn } from "./references.ts";
import type { Schema } from "./schema.ts";
import type { Statement } from "./statements.ts";

export interface Repository {
  readonly declarations: Declarations;
  readonly schema: Schema;
  readonly statements: readonly Statement[];
}

/** Everything that contradicts the declarations, as messages. */
export function violationsOf({ declarations, schema, statements }: Repository): readonly string[] {
  const judge = judgeOf(declarations, schema);
  const ofStatements = statements.flatMap(({ path, line, name, text }) => {
    try {
      return judge(moduleOf(path), referencesIn(text)).map((problem) => `${path}:${line} ${name}: ${problem}`);
    } catch (error) {
      return [
        `${path}:${line} ${name}: PostgreSQL cannot parse it (${error instanceof Error ? error.message : error})`,
      ];
    }
  });
  const ofViews = [...schema].flatMap(([name, { kind, references }]) => {
    const owner = ownersOf(declarations).get(name);
    if (kind !== "view" || owner === undefined) return [];
    return judge(owner.module, references).map((problem) => `view ${name}: ${problem}`);
  });
  return [...undeclared(declarations, schema), ...ofStatements, ...ofViews, ...ofFunctions(declarations, schema)];
}

/** Which module reads what another one owns, in a statement or in a view. */
export function readsBetweenModules({ declarations, schema, statements }: Repository) {
  const owners = ownersOf(declarations);
  const readsOf = (from: string, references: readonly Reference[]) =>
    references.flatMap(({ name, access }) => {
      const to = owners.get(name)?.module;
      return access !== "reads" || to === undefined || to === from ? [] : [{ from, to }];
    });
  return [
    ...statements.flatMap(({ path, text }) => readsOf(moduleOf(path), referencesIn(text))),
    ...[...schema].flatMap(([name, { kind, references }]) => {
      const owner = owners.get(name);
      return kind === "view" && owner !== undefined ? readsOf(owner.module, references) : [];
    }),
  ];
}

type Judge = (module: string, references: readonly Reference[]) => readonly string[];

const verbs: Readonly<Record<Access, string>> = {
  reads: "reads",
  writes: "writes",
  locks: "locks rows of",
  calls: "calls",
  names: "reads",
};

function judgeOf(declarations: Declarations, schema: Schema): Judge {
  const owners = ownersOf(declarations);
  return (module, references) => {
    const problems = references.flatMap(({ name, access }) => {
      const owner = owners.get(name);
      if (owner === undefined) return isForeign(name, access, schema) ? [] : [`no module declares ${name}`];
      if (owner.module === module) return [];
      const act = `${module} ${verbs[access]} ${name}, which ${owner.module} owns`;
      if (access !== "reads" && access !== "names") return [`${act}; call a function of ${owner.module}`];
      if (!mayRead(module, owner.module)) return [`${act}, a module above it`];
      return owner.exported ? [] : [`${act}; read an exported view or call a function of ${owner.module}`];
    });
    return [...new Set(problems)];
  };
}

/**
 * Catalogs of PostgreSQL and Citus, functions that the schema does not define, columns, and what a test double keeps in a
 * schema of its own (main/double/first-state.queries.ts).
 */
const isForeign = (name: string, access: Access, schema: Schema): boolean =>
  access === "names" ||
  (access === "calls" ? schema.get(name)?.kind !== "function" : /^(?:pg|citus|first_state)_/.test(name));

/** What the schema has and no module declares, and the reverse. */
function undeclared(declarations: Declarations, schema: Schema): readonly string[] {
  const owners = ownersOf(declarations);
  return [
    ...[...schema.keys()].filter((name) => !owners.has(name)).map((name) => `no module declares ${name}`),
    ...[...owners].flatMap(([name, { module, kind }]) =>
      schema.get(name)?.kind === kind ? [] : [`${module} declares the ${kind} ${name}, which the schema does not have`],
    ),
  ];
}

/** A function lists exactly those tables of other modules that it touches. */
function ofFunctions(declarations: Declarations, schema: Schema): readonly string[] {
  const owners = ownersOf(declarations);
  return [...declarations].flatMap(([module, { functions = {} }]) =>
    Object.entries(functions).flatMap(([name, listed]) => {
      const foreign = (schema.get(name)?.references ?? []).filter(
        ({ access, ...reference }) =>
          access !== "calls" && access !== "names" && owners.get(reference.name)?.module !== module,
      );
      const namesOf = (kept: (access: Access) => boolean) =>
        [...new Set(foreign.filter(({ access }) => kept(access)).map((reference) => reference.name))].sort();
      const writes = namesOf((access) => access !== "reads");
      const reads = namesOf((access) => access === "reads").filter((table) => !writes.includes(table));
      return [
        ...difference(`${name} writes`, listed.writes, writes),
        ...difference(`${name} reads`, listed.reads, reads),
      ];
    }),
  );
}

const difference = (what: string, listed: readonly string[], found: readonly string[]): readonly string[] =>
  [...listed].sort().join() === found.join() ? [] : [`${what} ${found.join(", ")}; listed: ${listed.join(", ")}`];
