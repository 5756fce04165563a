import { parseSync } from "libpg-query";

/** What the rules must know of the schema before a statement. */
export interface SchemaFacts {
  /** Tables, views, functions, and domains of the last release: its processes use them. */
  readonly released: ReadonlySet<string>;
  readonly checkedDomains: ReadonlySet<string>;
  /** `table.column` of columns that a validated check proves to be not null. */
  readonly provenNotNull: ReadonlySet<string>;
}

type Statements = NonNullable<ReturnType<typeof parseSync>["stmts"]>;
export type SyntaxNode = NonNullable<Statements[number]["stmt"]>;
export type NodeOf<Kind extends string> = Extract<SyntaxNode, Record<Kind, unknown>>[Kind];

/** The node of a single statement. */
export function parseStatement(text: string): SyntaxNode {
  const [only] = parseSync(text).stmts ?? [];
  if (only?.stmt === undefined) throw new Error(`Not a statement: ${text.slice(0, 80)}`);
  return only.stmt;
}

/** Collects facts statement by statement. */
export function collectFacts() {
  const released = new Set<string>();
  const checkedDomains = new Set<string>();
  const provenNotNull = new Set<string>();
  const notNullChecks = new Map<string, string>();
  const facts: SchemaFacts = { released, checkedDomains, provenNotNull };
  const learn = (node: SyntaxNode, isReleased: boolean) => {
    const created = createdName(node);
    if (created !== undefined && isReleased) released.add(created);
    if ("CreateDomainStmt" in node) {
      const { domainname, constraints } = node.CreateDomainStmt;
      if (constraints?.some((part) => "Constraint" in part && part.Constraint.contype === "CONSTR_CHECK"))
        checkedDomains.add(lastOf(domainname));
    }
    if ("AlterTableStmt" in node) learnNotNull(node.AlterTableStmt, notNullChecks, provenNotNull);
  };
  return { facts, learn };
}

function learnNotNull(statement: NodeOf<"AlterTableStmt">, checks: Map<string, string>, proven: Set<string>): void {
  const table = statement.relation?.relname ?? "";
  for (const part of statement.cmds ?? []) {
    if (!("AlterTableCmd" in part)) continue;
    const { subtype, name = "", def } = part.AlterTableCmd;
    if (subtype === "AT_AddConstraint" && def && "Constraint" in def) {
      const { conname = "", raw_expr: expression, skip_validation: isUnchecked } = def.Constraint;
      const column = notNullColumn(expression);
      if (column === undefined) continue;
      checks.set(`${table}.${conname}`, `${table}.${column}`);
      if (!isUnchecked) proven.add(`${table}.${column}`);
    }
    const column = subtype === "AT_ValidateConstraint" ? checks.get(`${table}.${name}`) : undefined;
    if (column !== undefined) proven.add(column);
  }
}

/** The column of `check (column is not null)`. */
function notNullColumn(expression: NodeOf<"Constraint">["raw_expr"]): string | undefined {
  if (!expression || !("NullTest" in expression) || expression.NullTest.nulltesttype !== "IS_NOT_NULL")
    return undefined;
  const { arg } = expression.NullTest;
  return arg && "ColumnRef" in arg ? lastOf(arg.ColumnRef.fields) : undefined;
}

function createdName(node: SyntaxNode): string | undefined {
  if ("CreateStmt" in node) return node.CreateStmt.relation?.relname;
  if ("ViewStmt" in node) return node.ViewStmt.view?.relname;
  if ("CreateFunctionStmt" in node) return lastOf(node.CreateFunctionStmt.funcname);
  if ("CreateDomainStmt" in node) return lastOf(node.CreateDomainStmt.domainname);
  return undefined;
}

/** The last part of a qualified name. */
export function lastOf(parts: readonly SyntaxNode[] | undefined): string {
  const part = parts?.at(-1);
  return part !== undefined && "String" in part ? (part.String.sval ?? "") : "";
}
