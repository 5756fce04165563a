import type { Migration, MigrationStatement } from "../../server/src/kernel/sql/migrations/migration-files.ts";
import { isOlderVersion } from "../../server/src/kernel/sql/migrations/schema-version.ts";
import { collectFacts, lastOf, type NodeOf, parseStatement, type SchemaFacts, type SyntaxNode } from "./facts.ts";
import { RULES, type RuleName } from "./rule-texts.ts";
import { alterTableRules } from "./table-rules.ts";

/** The last release: its version and the names of its migrations. */
export interface Released {
  readonly version: string;
  readonly migrations: ReadonlySet<string>;
}

/** One line per broken rule of the migrations that are newer than the release. Needs libpg-query's module loaded. */
export function unsafeMigrations(migrations: readonly Migration[], released: Released): readonly string[] {
  const { facts, learn } = collectFacts();
  return migrations.flatMap((migration) => {
    const isReleased = released.migrations.has(migration.name);
    const lines: string[] = isReleased ? [] : [...wholeFileProblems(migration, facts, released)];
    for (const statement of migration.statements) {
      const node = parseStatement(statement.text);
      if (!isReleased) {
        const broken = statementRules(node, { facts, migration, statement });
        const excused = broken.filter((rule) => !(rule === "removes" && migration.servesFrom !== undefined));
        lines.push(...withAllowances(excused, statement).map((rule) => lineOf(migration, statement.line, rule)));
      }
      learn(node, isReleased);
    }
    return lines;
  });
}

const lineOf = ({ name }: Migration, line: number, rule: RuleName): string =>
  `${name}:${line} ${rule}: ${RULES[rule].problem}; instead: ${RULES[rule].instead}`;

function wholeFileProblems(migration: Migration, facts: SchemaFacts, { version }: Released): readonly string[] {
  const { servesFrom, inTransaction, statements } = migration;
  const problems: string[] = [];
  if (servesFrom !== undefined && isOlderVersion(version, servesFrom))
    problems.push(lineOf(migration, 1, "serves-from-too-new"));
  const locked = new Set(statements.flatMap(({ text }) => lockedRelation(parseStatement(text), facts) ?? []));
  if (inTransaction && locked.size > 1) problems.push(lineOf(migration, 1, "several-tables"));
  return problems;
}

/** The released table or view that the statement locks against reading. */
function lockedRelation(node: SyntaxNode, { released }: SchemaFacts): string | undefined {
  const relation =
    "AlterTableStmt" in node ? node.AlterTableStmt.relation : "ViewStmt" in node ? node.ViewStmt.view : undefined;
  const name = relation?.relname ?? "";
  return released.has(name) ? name : undefined;
}

const ALLOWANCE = /^allowed: ([\w-]+): \S/;

/** Without the rules that the remark before the statement allows it to break. */
function withAllowances(broken: readonly RuleName[], { remarks }: MigrationStatement): readonly RuleName[] {
  const allowed = remarks.flatMap((remark) => ALLOWANCE.exec(remark)?.[1] ?? []);
  const isNeedless = allowed.some((rule) => !broken.some((found) => found === rule));
  return [
    ...broken.filter((rule) => !allowed.includes(rule)),
    ...(isNeedless ? (["needless-allowance"] as const) : []),
  ];
}

interface Context {
  readonly facts: SchemaFacts;
  readonly migration: Migration;
  readonly statement: MigrationStatement;
}

/** The rules that a statement breaks. A kind of statement that is not listed is not known to be safe. */
function statementRules(node: SyntaxNode, context: Context): readonly RuleName[] {
  const { facts, migration, statement } = context;
  if (statement.inBatches)
    return /\blimit\b/i.test(statement.text) && /\$1\b/.test(statement.text) && /\blast_key\b/i.test(statement.text)
      ? []
      : ["batch-without-limit"];
  if ("CreateStmt" in node || "ViewStmt" in node || "CreateDomainStmt" in node || "CommentStmt" in node) return [];
  if ("CreateFunctionStmt" in node) return [];
  if ("IndexStmt" in node) return indexRules(node.IndexStmt, context);
  if ("DropStmt" in node) return dropRules(node.DropStmt, context);
  if ("RenameStmt" in node)
    return facts.released.has(node.RenameStmt.relation?.relname ?? "") ? ["rename"] : ["not-known-safe"];
  if ("AlterTableStmt" in node)
    return facts.released.has(node.AlterTableStmt.relation?.relname ?? "")
      ? alterTableRules(node.AlterTableStmt, facts, migration.inTransaction)
      : [];
  if ("AlterDomainStmt" in node) return domainRules(node.AlterDomainStmt);
  if ("UpdateStmt" in node || "DeleteStmt" in node) return ["backfill-in-one-statement"];
  if ("InsertStmt" in node) return listsItsRows(node.InsertStmt) ? [] : ["backfill-in-one-statement"];
  return ["not-known-safe"];
}

function indexRules(index: NodeOf<"IndexStmt">, { facts, migration }: Context): readonly RuleName[] {
  if (!index.concurrent) return facts.released.has(index.relation?.relname ?? "") ? ["index-blocks-writes"] : [];
  if (migration.inTransaction) return ["concurrently-in-transaction"];
  return index.if_not_exists && index.idxname ? [] : ["index-not-resumable"];
}

function dropRules(drop: NodeOf<"DropStmt">, { facts, migration }: Context): readonly RuleName[] {
  if (drop.removeType !== "OBJECT_INDEX")
    return droppedNames(drop).some((name) => facts.released.has(name)) ? ["removes"] : [];
  if (!drop.concurrent) return ["drop-index-blocks"];
  if (migration.inTransaction) return ["concurrently-in-transaction"];
  return drop.missing_ok ? [] : ["index-not-resumable"];
}

const droppedNames = ({ objects = [] }: NodeOf<"DropStmt">): readonly string[] =>
  objects.map((object) => {
    if ("List" in object) return lastOf(object.List.items);
    if ("ObjectWithArgs" in object) return lastOf(object.ObjectWithArgs.objname);
    return "TypeName" in object ? lastOf(object.TypeName.names) : "";
  });

/** Subtypes as in PostgreSQL's parser: C adds a constraint, X drops one, T changes the default. */
function domainRules({ subtype, def }: NodeOf<"AlterDomainStmt">): readonly RuleName[] {
  if (subtype === "X" || subtype === "T") return [];
  const isUnchecked = subtype === "C" && def && "Constraint" in def && def.Constraint.skip_validation;
  return isUnchecked ? [] : ["domain-check-scans"];
}

function listsItsRows({ selectStmt: source }: NodeOf<"InsertStmt">): boolean {
  return source === undefined || ("SelectStmt" in source && source.SelectStmt.valuesLists !== undefined);
}
