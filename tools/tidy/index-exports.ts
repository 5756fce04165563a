import ts from "typescript";
import { namedFile } from "../kit/named-file.ts";
import { lineOf, type Offense, type Source } from "./source.ts";

/** Of a module, or of the upper part of one. What a package exports is for everyone. */
const INDEX = /^server\/src\/modules\/.*\/index\.ts$/;
const USER = /^(server\/(src|bin)|packages|bench|tools)\//;
const TEST = /\.(test|testkit)\.ts$/;

/**
 * Exports of each index.ts that nothing outside its folder imports. Knip does not report an index's types, and
 * counts tests as users; a test imports what only it needs from the file that defines it.
 */
export function unusedExports(sources: readonly Source[]): readonly Offense[] {
  const users = sources.filter(({ path }) => USER.test(path) && !TEST.test(path));
  const used = new Set(users.flatMap(importsOf));
  return sources
    .filter(({ path }) => INDEX.test(path))
    .flatMap((index) =>
      exportsOf(index)
        .filter(({ name }) => !used.has(`${index.path} ${name}`))
        .map(({ name, node }) => ({ path: index.path, line: lineOf(index, node), what: name })),
    );
}

interface Export {
  readonly name: string;
  readonly node: ts.Node;
}

const exportsOf = (index: Source): readonly Export[] =>
  index.tree.statements.flatMap((node): readonly Export[] => {
    if (ts.isExportDeclaration(node))
      return node.exportClause && ts.isNamedExports(node.exportClause)
        ? node.exportClause.elements.map((element) => ({ name: element.name.text, node: element }))
        : [];
    const isExported =
      ts.canHaveModifiers(node) && ts.getModifiers(node)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword);
    return isExported ? namesOf(node).map((name) => ({ name, node })) : [];
  });

function namesOf(node: ts.Node): readonly string[] {
  if (ts.isVariableStatement(node))
    return node.declarationList.declarations.flatMap(({ name }) => (ts.isIdentifier(name) ? [name.text] : []));
  const isNamed =
    ts.isFunctionDeclaration(node) ||
    ts.isClassDeclaration(node) ||
    ts.isInterfaceDeclaration(node) ||
    ts.isTypeAliasDeclaration(node);
  return isNamed && node.name ? [node.name.text] : [];
}

/** What the file imports by name, each as "path name". */
const importsOf = ({ path, tree }: Source): readonly string[] =>
  tree.statements.flatMap((node) => {
    if (!ts.isImportDeclaration(node) || !ts.isStringLiteral(node.moduleSpecifier)) return [];
    const from = namedFile(path, node.moduleSpecifier.text);
    const bindings = node.importClause?.namedBindings;
    if (!bindings || !ts.isNamedImports(bindings)) return [];
    return bindings.elements.map((element) => `${from} ${(element.propertyName ?? element.name).text}`);
  });
