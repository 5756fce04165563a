import { loadModule, parseSync } from "libpg-query";

await loadModule();

/**
 * How a statement uses a table, view, or function. Locking rows counts as writing, because it makes writers wait.
 * "names": possibly a table, if a table has this name.
 */
export type Access = "reads" | "writes" | "locks" | "calls" | "names";

export interface Reference {
  readonly name: string;
  readonly access: Access;
}

/** Stands for a value or a fragment that is checked elsewhere. */
export const PLACEHOLDER = "placeholder";

/** Places where a fragment can occur, the whole statement first. */
const CONTEXTS: readonly ((fragment: string) => string)[] = [
  (text) => text,
  (text) => `select ${text}`,
  (text) => `select from ${PLACEHOLDER} ${text}`,
  (text) => `select from ${text}`,
  (text) => `select from ${PLACEHOLDER} order by ${text}`,
  (text) => `insert into ${PLACEHOLDER} values (1) ${text}`,
  (text) => `with ${text} select 1`,
];

/** A common table expression whose query is a fragment. */
const PLACEHOLDER_QUERY = new RegExp(
  `(?<=\\bas (?:not materialized |materialized )?)\\(\\s*${PLACEHOLDER}\\s*\\)`,
  "g",
);

type Node = Readonly<Record<string, unknown>>;

const isNode = (value: unknown): value is Node => typeof value === "object" && value !== null;
const childOf = (node: Node, name: string): Node => (isNode(node[name]) ? (node[name] as Node) : {});
const listOf = (node: Node, name: string): readonly Node[] => (Array.isArray(node[name]) ? (node[name] as Node[]) : []);

/** What a statement or fragment refers to; throws PostgreSQL's syntax error if it is neither. */
export function referencesIn(text: string): readonly Reference[] {
  let problem: unknown;
  for (const context of CONTEXTS) {
    let tree: unknown;
    try {
      tree = parseSync(context(text).replaceAll(PLACEHOLDER_QUERY, "(select)"));
    } catch (error) {
      problem ??= error;
      continue;
    }
    return [...referencesOf(tree), ...(context === CONTEXTS[1] ? namesIn(tree) : [])];
  }
  throw problem;
}

/** What a parsed statement refers to. */
export function referencesOf(tree: unknown): readonly Reference[] {
  const found: Reference[] = [];
  const subqueries = new Set<string>();
  visit(tree, { found, subqueries, source: false });
  return found.filter(({ name, access }) => name !== PLACEHOLDER && !(access === "reads" && subqueries.has(name)));
}

/** Columns without a table: in a fragment, `recipients r` reads like a column and its alias. */
function namesIn(tree: unknown): readonly Reference[] {
  if (Array.isArray(tree)) return tree.flatMap(namesIn);
  if (!isNode(tree)) return [];
  return Object.entries(tree).flatMap(([key, value]) => {
    if (key !== "ColumnRef") return namesIn(value);
    const [first = {}, ...others] = listOf(value as Node, "fields");
    const name = childOf(first, "String")["sval"];
    return others.length === 0 && typeof name === "string" ? [{ name, access: "names" as const }] : [];
  });
}

interface Visit {
  readonly found: Reference[];
  /** Names of common table expressions. */
  readonly subqueries: Set<string>;
  /** Inside a list of sources (`from`, `using`). Tables named elsewhere are written to. */
  readonly source: boolean;
}

function visit(value: unknown, at: Visit): void {
  if (Array.isArray(value)) {
    for (const item of value) visit(item, at);
    return;
  }
  if (!isNode(value)) return;
  for (const [key, child] of Object.entries(value)) {
    if (key === "lockedRels") continue; // Aliases, not tables.
    if (key === "RangeVar" || key === "relation") refer(child, at);
    if (key === "CommonTableExpr") addSubquery(String((child as Node)["ctename"]), at);
    if (key === "FuncCall") call(child as Node, at);
    if (key === "TypeCast") cast(child as Node, at);
    if (key === "SelectStmt") lock(child as Node, at);
    visit(child, { ...at, source: key === "fromClause" || key === "usingClause" || (at.source && !isStatement(key)) });
  }
}

const isStatement = (key: string): boolean => /Stmt$/.test(key);

/** An expression with the name of a table hides the table: only its owner may do that. */
function addSubquery(name: string, { found, subqueries }: Visit): void {
  subqueries.add(name);
  found.push({ name, access: "names" });
}

function refer(value: unknown, { found, source }: Visit): void {
  if (isNode(value) && typeof value["relname"] === "string")
    found.push({ name: value["relname"], access: source ? "reads" : "writes" });
}

function call(node: Node, { found }: Visit): void {
  const last = listOf(node, "funcname").at(-1);
  if (last !== undefined) found.push({ name: String(childOf(last, "String")["sval"]), access: "calls" });
}

/** `'recipients'::regclass` */
function cast(node: Node, { found }: Visit): void {
  const type = listOf(childOf(node, "typeName"), "names").at(-1) ?? {};
  const constant = childOf(childOf(childOf(node, "arg"), "A_Const"), "sval")["sval"];
  if (childOf(type, "String")["sval"] === "regclass" && typeof constant === "string")
    found.push({ name: constant, access: "reads" });
}

/** `for update` locks the rows of every source, `for update of` those of the sources named. */
function lock(node: Node, { found }: Visit): void {
  for (const clause of listOf(node, "lockingClause")) {
    const named = listOf(childOf(clause, "LockingClause"), "lockedRels").map(
      (rel) => childOf(rel, "RangeVar")["relname"],
    );
    for (const { relation, alias } of sourcesOf(listOf(node, "fromClause")))
      if (named.length === 0 || named.includes(alias)) found.push({ name: relation, access: "locks" });
  }
}

interface Source {
  readonly relation: string;
  readonly alias: string;
}

function sourcesOf(value: unknown): readonly Source[] {
  if (Array.isArray(value)) return value.flatMap(sourcesOf);
  if (!isNode(value)) return [];
  return Object.entries(value).flatMap(([key, child]): readonly Source[] => {
    if (key !== "RangeVar") return sourcesOf(child);
    const relation = String((child as Node)["relname"]);
    return [{ relation, alias: String(childOf(child as Node, "alias")["aliasname"] ?? relation) }];
  });
}
