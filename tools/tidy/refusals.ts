import ts from "typescript";
import { isTest, lineOf, nodesOf, type Offense, type Source } from "./source.ts";

interface Declared {
  readonly code: string;
  readonly offense: Offense;
}

/** The codes of every `const …Refusals = { code: { status, … } }` in the product. */
export function declaredRefusals(source: Source): readonly Declared[] {
  const declared: Declared[] = [];
  for (const node of nodesOf(source)) {
    if (!ts.isVariableDeclaration(node) || !ts.isIdentifier(node.name) || !/Refusals$/.test(node.name.text)) continue;
    const table = node.initializer && unwrapped(node.initializer);
    if (!table || !ts.isObjectLiteralExpression(table)) continue;
    for (const property of table.properties) {
      if (!ts.isPropertyAssignment(property) || !isSpec(property.initializer)) continue;
      const code = property.name.getText(source.tree).replaceAll(/["']/g, "");
      declared.push({ code, offense: { path: source.path, line: lineOf(source, property), what: code } });
    }
  }
  return declared;
}

/** Without `as const satisfies RefusalTable`. */
function unwrapped(node: ts.Expression): ts.Expression {
  return ts.isAsExpression(node) || ts.isSatisfiesExpression(node) || ts.isParenthesizedExpression(node)
    ? unwrapped(node.expression)
    : node;
}

const isSpec = (node: ts.Expression): boolean =>
  ts.isObjectLiteralExpression(node) &&
  node.properties.some(
    (property) => property.name !== undefined && ts.isIdentifier(property.name) && property.name.text === "status",
  );

/** Every word of every text literal: a test that provokes a refusal names its code, alone or in a table of cases. */
function wordsInLiterals(source: Source): ReadonlySet<string> {
  const words = new Set<string>();
  for (const node of nodesOf(source)) {
    if (!ts.isStringLiteralLike(node) && !ts.isTemplateHead(node) && !ts.isTemplateMiddleOrTemplateTail(node)) continue;
    for (const word of node.text.match(/\w+/g) ?? []) words.add(word);
  }
  return words;
}

/**
 * Refusals that no test names. `tables` are text files with test cases (test/laws/access/authorization.txt).
 */
export function untestedRefusals(sources: readonly Source[], tables: readonly string[]): readonly Offense[] {
  const provoked = new Set(tables.flatMap((text) => text.match(/\w+/g) ?? []));
  for (const source of sources) {
    if (!isTest(source.path) || source.path.startsWith("tools/")) continue;
    for (const word of wordsInLiterals(source)) provoked.add(word);
  }
  return sources
    .filter(({ path }) => path.startsWith("server/src/") && !isTest(path))
    .flatMap(declaredRefusals)
    .filter(({ code }) => !provoked.has(code))
    .map(({ offense }) => offense);
}
