import ts from "typescript";
import { isTest, lineOf, type Offense, type Source } from "./source.ts";

/**
 * Names that several files may export: the same concept in server and dashboard, which share no code, and each module's
 * declaration of its tables.
 */
const SAME_MEANING: ReadonlySet<string> = new Set(["InviteStatus", "PaymentMethod", "ownedTables"]);

interface Export {
  readonly name: string;
  readonly source: Source;
  readonly node: ts.Node;
}

/** Exports with the same name as another file's: a reader would take them for the same thing. */
export function sharedNames(sources: readonly Source[]): readonly Offense[] {
  const byName = new Map<string, Export[]>();
  for (const source of sources) {
    if (!/^(server|dashboard)\/src\//.test(source.path) || isTest(source.path)) continue;
    for (const found of exportsOf(source)) byName.set(found.name, [...(byName.get(found.name) ?? []), found]);
  }
  const offenses: Offense[] = [];
  for (const [name, [first, ...others]] of byName) {
    if (first === undefined || SAME_MEANING.has(name)) continue;
    for (const { source, node } of others)
      if (source.path !== first.source.path)
        offenses.push({ path: source.path, line: lineOf(source, node), what: `${name}, as in ${first.source.path}` });
  }
  return offenses;
}

/** What a file declares and exports; re-exports do not count. */
function exportsOf(source: Source): readonly Export[] {
  return source.tree.statements.flatMap((node) => {
    const isExported =
      ts.canHaveModifiers(node) &&
      ts.getModifiers(node)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) === true;
    return isExported ? namesOf(node).map((name) => ({ name: name.text, source, node: name })) : [];
  });
}

function namesOf(node: ts.Statement): readonly ts.Identifier[] {
  if (ts.isVariableStatement(node))
    return node.declarationList.declarations.flatMap(({ name }) => (ts.isIdentifier(name) ? [name] : []));
  const isNamed =
    ts.isFunctionDeclaration(node) ||
    ts.isClassDeclaration(node) ||
    ts.isInterfaceDeclaration(node) ||
    ts.isTypeAliasDeclaration(node);
  return isNamed && node.name !== undefined ? [node.name] : [];
}
