import { lastOf, type NodeOf, type SchemaFacts, type SyntaxNode } from "./facts.ts";
import type { RuleName } from "./rule-texts.ts";

type AlterTable = NodeOf<"AlterTableStmt">;
type Command = NodeOf<"AlterTableCmd">;
type Constraint = NodeOf<"Constraint">;

/** Changes of the catalog that take an instant and that the previous version does not notice. */
const INSTANT: ReadonlySet<string> = new Set([
  "AT_ColumnDefault",
  "AT_DropConstraint",
  "AT_DropNotNull",
  "AT_SetRelOptions",
  "AT_SetStatistics",
]);

/** The rules that an `alter table` of a released table breaks. */
export const alterTableRules = (
  statement: AlterTable,
  facts: SchemaFacts,
  inTransaction: boolean,
): readonly RuleName[] =>
  (statement.cmds ?? []).flatMap((part): readonly RuleName[] => {
    if (statement.objtype !== "OBJECT_TABLE" || !("AlterTableCmd" in part)) return ["not-known-safe"];
    return commandRules(part.AlterTableCmd, { table: statement.relation?.relname ?? "", facts, inTransaction });
  });

interface Context {
  readonly table: string;
  readonly facts: SchemaFacts;
  readonly inTransaction: boolean;
}

function commandRules({ subtype = "AT_AddColumn", name, def }: Command, context: Context): readonly RuleName[] {
  if (INSTANT.has(subtype)) return [];
  if (subtype === "AT_AddColumn" && def && "ColumnDef" in def) return columnRules(def.ColumnDef, context.facts);
  if (subtype === "AT_AddConstraint" && def && "Constraint" in def) return constraintRules(def.Constraint);
  if (subtype === "AT_SetNotNull")
    return context.facts.provenNotNull.has(`${context.table}.${name}`) ? [] : ["not-null-scans"];
  if (subtype === "AT_ValidateConstraint") return context.inTransaction ? ["validate-holds-locks"] : [];
  if (subtype === "AT_AlterColumnType") return ["changes-type"];
  if (subtype === "AT_DropColumn") return ["removes"];
  return ["not-known-safe"];
}

function columnRules({ typeName, constraints = [] }: NodeOf<"ColumnDef">, facts: SchemaFacts): readonly RuleName[] {
  const parts = constraints.flatMap((part) => ("Constraint" in part ? [part.Constraint] : []));
  const type = lastOf(typeName?.names);
  const found = new Set<RuleName>();
  if (/^(small|big)?serial\d?$/.test(type)) found.add("rewrites-table");
  if (facts.checkedDomains.has(type)) found.add("domain-column");
  const hasDefault = parts.some(({ contype }) => contype === "CONSTR_DEFAULT");
  for (const { contype, raw_expr: expression } of parts) {
    if (contype === "CONSTR_DEFAULT" && !isConstant(expression)) found.add("rewrites-table");
    if (contype === "CONSTR_GENERATED" || contype === "CONSTR_IDENTITY") found.add("rewrites-table");
    if (contype === "CONSTR_NOTNULL" && !hasDefault) found.add("not-null-without-default");
    if (contype === "CONSTR_CHECK" || contype === "CONSTR_FOREIGN") found.add("constraint-scans");
    if (contype === "CONSTR_UNIQUE" || contype === "CONSTR_PRIMARY") found.add("index-blocks-writes");
  }
  return [...found];
}

/** A default that PostgreSQL evaluates once and stores in the catalog, instead of in every row. */
function isConstant(expression: SyntaxNode | undefined): boolean {
  if (!expression) return true;
  if ("A_Const" in expression || "SQLValueFunction" in expression) return true;
  if ("TypeCast" in expression) return isConstant(expression.TypeCast.arg);
  if ("A_ArrayExpr" in expression) return (expression.A_ArrayExpr.elements ?? []).every(isConstant);
  return "FuncCall" in expression && lastOf(expression.FuncCall.funcname) === "now";
}

function constraintRules({ contype, skip_validation: isUnchecked, indexname }: Constraint): readonly RuleName[] {
  if (contype === "CONSTR_CHECK" || contype === "CONSTR_FOREIGN") return isUnchecked ? [] : ["constraint-scans"];
  if (contype === "CONSTR_UNIQUE") return indexname ? [] : ["index-blocks-writes"];
  // A primary key on an index still reads the table for nulls.
  return contype === "CONSTR_PRIMARY" ? ["index-blocks-writes"] : ["not-known-safe"];
}
