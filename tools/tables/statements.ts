import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { namedFile } from "../kit/named-file.ts";
import { isTest, lineOf, nodesOf, type Source, sourceOf } from "../tidy/source.ts";
import { moduleOf } from "./owners.ts";
import { PLACEHOLDER } from "./references.ts";

/** SQL in a source file: a whole statement, or a fragment of others. */
export interface Statement {
  readonly path: string;
  readonly line: number;
  /** Its name in the file, or its first words. */
  readonly name: string;
  readonly text: string;
}

/** The product's files with SQL. */
export const readSqlSources = (root: string): readonly Source[] =>
  globSync("server/src/**/*.ts", { cwd: root })
    .map((path) => path.replaceAll("\\", "/"))
    .filter((path) => !isTest(path))
    .map((path) => ({ path, text: readFileSync(join(root, path), "utf8") }))
    .filter(({ text }) => text.includes("sql`"))
    .map(({ path, text }) => sourceOf(path, text));

/**
 * Every `sql` template of the sources. Fragments are inserted into the statements of the same module that name them;
 * anything else becomes a placeholder. Fragments are also checked alone, so none is missed.
 */
export function statementsOf(sources: readonly Source[]): readonly Statement[] {
  const files = new Map(sources.map((source) => [source.path, source]));
  return sources.flatMap((source) =>
    nodesOf(source)
      .filter(isSqlTemplate)
      .map((template) => ({
        path: source.path,
        line: lineOf(source, template),
        name: declarationAround(template),
        text: textOf(template, { source, files, depth: 0 }),
      })),
  );
}

/** The constants and functions of a file, by name, with the expressions that produce their values. */
function declarationsOf(source: Source): ReadonlyMap<string, ts.Node> {
  const cachedDeclarations = declarations.get(source);
  if (cachedDeclarations) return cachedDeclarations;
  const found = new Map<string, ts.Node>();
  for (const node of nodesOf(source)) {
    if (ts.isVariableDeclaration(node) && node.initializer) found.set(node.name.getText(), node.initializer);
    if (ts.isFunctionDeclaration(node) && node.name && node.body) found.set(node.name.text, node.body);
  }
  declarations.set(source, found);
  return found;
}
const declarations = new WeakMap<Source, ReadonlyMap<string, ts.Node>>();

const isSqlTemplate = (node: ts.Node): node is ts.TaggedTemplateExpression =>
  ts.isTaggedTemplateExpression(node) && ts.isIdentifier(node.tag) && node.tag.text === "sql";

function declarationAround(node: ts.Node): string {
  for (let at = node.parent; at !== undefined; at = at.parent)
    if ((ts.isVariableDeclaration(at) || ts.isFunctionDeclaration(at)) && at.name && ts.isSourceFile(topOf(at)))
      return at.name.getText();
  return "statement";
}

/** The scope of the declaration: the file, for one at the top level. */
const topOf = (node: ts.Node): ts.Node => (ts.isVariableDeclaration(node) ? node.parent.parent.parent : node.parent);

interface Scope {
  readonly source: Source;
  readonly files: ReadonlyMap<string, Source>;
  /** Bounds the nesting of fragments. */
  readonly depth: number;
}
const DEPTH_MAX = 6;

function textOf({ template }: ts.TaggedTemplateExpression, scope: Scope): string {
  if (ts.isNoSubstitutionTemplateLiteral(template)) return template.text;
  return template.templateSpans.reduce(
    (text, span) => text + fragmentOf(span.expression, scope) + span.literal.text,
    template.head.text,
  );
}

/** The text of a fragment, or a placeholder for a value. */
function fragmentOf(expression: ts.Expression, scope: Scope): string {
  if (scope.depth === DEPTH_MAX) return PLACEHOLDER;
  const template = templateOf(expression, { ...scope, depth: scope.depth + 1 });
  return template === undefined ? PLACEHOLDER : textOf(template.node, template.scope);
}

interface Found {
  readonly node: ts.TaggedTemplateExpression;
  readonly scope: Scope;
}

function templateOf(expression: ts.Expression, scope: Scope): Found | undefined {
  if (isSqlTemplate(expression)) return { node: expression, scope };
  if (ts.isParenthesizedExpression(expression)) return templateOf(expression.expression, scope);
  if (ts.isConditionalExpression(expression))
    return templateOf(expression.whenTrue, scope) ?? templateOf(expression.whenFalse, scope);
  if (ts.isCallExpression(expression) && ts.isIdentifier(expression.expression))
    return resolve(expression.expression.text, scope);
  return ts.isIdentifier(expression) ? resolve(expression.text, scope) : undefined;
}

/** The first template of a constant's value or of what a function returns, in this file or in one it imports. */
function resolve(name: string, scope: Scope): Found | undefined {
  const declared = declarationsOf(scope.source).get(name);
  if (declared) return returned(declared, scope);
  const imported = importedFrom(name, scope);
  return imported === undefined ? undefined : resolve(name, { ...scope, source: imported });
}

function returned(node: ts.Node, scope: Scope): Found | undefined {
  if (ts.isArrowFunction(node)) return returned(node.body, scope);
  if (!ts.isBlock(node)) return ts.isExpression(node) ? templateOf(node, scope) : undefined;
  const results = node.statements.flatMap((statement) => returnsOf(statement));
  return results.map((result) => templateOf(result, scope)).find((found) => found !== undefined);
}

function returnsOf(node: ts.Node): readonly ts.Expression[] {
  if (ts.isReturnStatement(node)) return node.expression ? [node.expression] : [];
  const found: ts.Expression[] = [];
  ts.forEachChild(node, (child) => {
    if (!ts.isFunctionLike(child)) found.push(...returnsOf(child));
  });
  return found;
}

/** The file of the same module that a name is imported from: what other modules export is checked where it is written. */
function importedFrom(name: string, { source, files }: Scope): Source | undefined {
  for (const node of source.tree.statements) {
    if (!ts.isImportDeclaration(node) || !ts.isStringLiteral(node.moduleSpecifier)) continue;
    const bindings = node.importClause?.namedBindings;
    if (!bindings || !ts.isNamedImports(bindings)) continue;
    if (!bindings.elements.some((element) => element.name.text === name)) continue;
    const path = namedFile(source.path, node.moduleSpecifier.text);
    return path !== undefined && moduleOf(path) === moduleOf(source.path) ? files.get(path) : undefined;
  }
  return undefined;
}
