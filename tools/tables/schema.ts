import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parsePlPgSQLSync, parseSync } from "libpg-query";
import { type Reference, referencesIn, referencesOf } from "./references.ts";

/** A table, view, or function of the schema, with what its query or body refers to. */
export interface SchemaObject {
  readonly kind: "table" | "view" | "function";
  readonly references: readonly Reference[];
}
export type Schema = ReadonlyMap<string, SchemaObject>;

/**
 * Tables and views come from server/schema.sql. It contains only the names of functions; their bodies come from the
 * migrations.
 */
export function readSchema(root: string): Schema {
  const text = readFileSync(join(root, "server/schema.sql"), "utf8");
  const present = new Set([...text.matchAll(/^-- function (\w+) \(/gm)].map(([, name]) => name));
  const migrations = globSync("server/migrations/[0-9]*.sql", { cwd: root }).sort();
  const functions = migrations.flatMap((path) => functionsIn(readFileSync(join(root, path), "utf8")));
  return new Map([...relationsIn(text), ...functions.filter(([name]) => present.has(name))]);
}

type Entry = readonly [name: string, object: SchemaObject];

export function relationsIn(script: string): readonly Entry[] {
  return (parseSync(script).stmts ?? []).flatMap(({ stmt = {} }): readonly Entry[] => {
    if ("CreateStmt" in stmt) return [[stmt.CreateStmt.relation?.relname ?? "", { kind: "table", references: [] }]];
    if (!("ViewStmt" in stmt)) return [];
    const { view, query } = stmt.ViewStmt;
    return [[view?.relname ?? "", { kind: "view", references: referencesOf(query) }]];
  });
}

/** All functions are in PL/pgSQL; a function in another language throws, because it has no statements to read. */
export function functionsIn(script: string): readonly Entry[] {
  return (parseSync(script).stmts ?? []).flatMap(({ stmt = {}, stmt_location: from = 0, stmt_len: length }) => {
    if (!("CreateFunctionStmt" in stmt)) return [];
    const name = stmt.CreateFunctionStmt.funcname?.map((part) => ("String" in part ? part.String.sval : "")).at(-1);
    // Positions are in bytes.
    const text = Buffer.from(script).subarray(from, length === undefined ? undefined : from + length);
    const expressions = expressionsIn(parsePlPgSQLSync(text.toString()));
    if (expressions.length === 0) throw new Error(`No statement was found in the function ${name}`);
    return [[name ?? "", { kind: "function", references: expressions.flatMap(referencesIn) }]];
  });
}

/** Every statement and expression of a body; the value of an assignment. */
function expressionsIn(tree: unknown): readonly string[] {
  if (Array.isArray(tree)) return tree.flatMap(expressionsIn);
  if (typeof tree !== "object" || tree === null) return [];
  return Object.entries(tree).flatMap(([key, value]) =>
    key === "PLpgSQL_expr" ? [value.query.replace(ASSIGNMENT, "")] : expressionsIn(value),
  );
}
const ASSIGNMENT = /^\s*\w+(\[[^\]]*\])?\s*:?=\s*/;
