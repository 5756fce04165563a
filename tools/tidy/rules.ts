import ts from "typescript";
import { isTest, lineOf, nodesOf, type Offense, type Source } from "./source.ts";

export interface Rule {
  readonly name: string;
  readonly advice: string;
  find(source: Source): readonly Offense[];
}

const at = (source: Source, node: ts.Node, what: string): Offense => ({
  path: source.path,
  line: lineOf(source, node),
  what,
});

const shorten = (text: string): string => text.replaceAll(/\s+/g, " ").slice(0, 80);

const MONEY_WORDS = new Set([
  "amount",
  "amounts",
  "balance",
  "balances",
  "minor",
  "cents",
  "dollars",
  "money",
  "fee",
  "fees",
  "price",
]);
/** Converts money into a floating-point number, or computes with one. */
const NUMBER_MAKERS = /^(Number|parseFloat|parseInt|Number\.(parseFloat|parseInt)|Math\.(round|ceil|floor|trunc|abs))$/;
/** The only places where money changes its form. */
/** Where cents become the dollars of JSON, on both sides. */
const MONEY_FILES: ReadonlySet<string> = new Set([
  "server/src/kernel/values/money.ts",
  "dashboard/src/ui/money/total.ts",
]);

const wordsOf = (name: string): readonly string[] =>
  name
    .replaceAll(/([a-z0-9])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[\s_]+/);

function namesMoney(source: Source, node: ts.Node): boolean {
  if (ts.isIdentifier(node) && wordsOf(node.text).some((word) => MONEY_WORDS.has(word))) return true;
  if (
    ts.isStringLiteral(node) &&
    ts.isElementAccessExpression(node.parent) &&
    wordsOf(node.text).some((word) => MONEY_WORDS.has(word))
  )
    return true;
  return ts.forEachChild(node, (child) => namesMoney(source, child) || undefined) ?? false;
}

const moneyAsNumber: Rule = {
  name: "money-as-number",
  advice: "money is bigint cents; kernel/values/money.ts converts at the edge",
  find: (source) => {
    if (MONEY_FILES.has(source.path) || isTest(source.path)) return [];
    const offenses: Offense[] = [];
    for (const node of nodesOf(source)) {
      if (makesNumberOfMoney(source, node) || holdsMoneyInNumber(source, node))
        offenses.push(at(source, node, shorten(node.getText(source.tree))));
    }
    return offenses;
  },
};

function makesNumberOfMoney(source: Source, node: ts.Node): boolean {
  if (ts.isCallExpression(node)) {
    const callee = node.expression.getText(source.tree);
    if (NUMBER_MAKERS.test(callee)) return node.arguments.some((argument) => namesMoney(source, argument));
    return (
      ts.isPropertyAccessExpression(node.expression) &&
      node.expression.name.text === "toFixed" &&
      namesMoney(source, node.expression.expression)
    );
  }
  return (
    ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.PlusToken && namesMoney(source, node.operand)
  );
}

/** `amountMinor: number`: the unit says cents, the type says floating point. */
function holdsMoneyInNumber(source: Source, node: ts.Node): boolean {
  const declares =
    ts.isPropertySignature(node) ||
    ts.isPropertyDeclaration(node) ||
    ts.isParameter(node) ||
    ts.isVariableDeclaration(node);
  if (!declares || node.type === undefined) return false;
  const last = wordsOf(node.name.getText(source.tree)).at(-1) ?? "";
  return (last === "minor" || last === "cents") && /\bnumber\b/.test(node.type.getText(source.tree));
}

const exportStar: Rule = {
  name: "export-star",
  advice: "export each name explicitly",
  find: (source) =>
    source.tree.statements
      .filter((node) => ts.isExportDeclaration(node) && (!node.exportClause || ts.isNamespaceExport(node.exportClause)))
      // Hundreds of types, which nobody would read here either.
      .filter((node) => !/^export type \* from "\.\/generated\//.test(node.getText(source.tree)))
      .map((node) => at(source, node, shorten(node.getText(source.tree)))),
};

const anyType: Rule = {
  name: "any",
  advice: "use the exact type, or unknown",
  find: (source) =>
    nodesOf(source)
      .filter((node) => node.kind === ts.SyntaxKind.AnyKeyword)
      .map((node) => at(source, node, shorten(node.parent.getText(source.tree)))),
};

// Split, so that this file is not an offender.
const UNFINISHED = new RegExp(`\\b(${["FIX", "ME"].join("")}|${["XX", "X"].join("")})\\b|@ts-(ignore|nocheck)`);

const unfinished: Rule = {
  name: "unfinished",
  advice: "finish it, or write @TODO with an issue number; fix a type error, or expect it with a reason",
  find: (source) =>
    source.path.startsWith("tools/tidy")
      ? []
      : source.text
          .split("\n")
          .flatMap((text, index) =>
            UNFINISHED.test(text) ? [{ path: source.path, line: index + 1, what: shorten(text.trim()) }] : [],
          ),
};

const STATEMENT =
  /^\s*(select\s[\s\S]+\sfrom\s|insert\s+into\s|update\s+\w+\s+set\s|delete\s+from\s|truncate\s|with\s+\w+\s+as\s*\(|(create|alter|drop)\s+(table|index|view|function|schema)\s)/i;
const holdsSql = (path: string): boolean =>
  path.endsWith(".queries.ts") || path.startsWith("server/src/kernel/sql/") || isTest(path);

const sqlElsewhere: Rule = {
  name: "sql-elsewhere",
  advice: "SQL is written in the module's *.queries.ts, through the sql tag",
  find: (source) => {
    if (holdsSql(source.path)) return [];
    return nodesOf(source)
      .filter(
        (node) =>
          (ts.isStringLiteralLike(node) || ts.isTemplateExpression(node)) &&
          STATEMENT.test(node.getText(source.tree).slice(1)),
      )
      .map((node) => at(source, node, shorten(node.getText(source.tree))));
  },
};

const SHOUTED = /\b(SELECT|INSERT|UPDATE|DELETE|FROM|WHERE|JOIN|VALUES|RETURNING|ORDER BY|GROUP BY|CONFLICT)\b/;

const untaggedSql: Rule = {
  name: "untagged-sql",
  advice: "statements go through the sql tag, in lower case: values become parameters, never text",
  find: (source) => {
    if (!source.path.endsWith(".queries.ts")) return [];
    const offenses: Offense[] = [];
    for (const node of nodesOf(source)) {
      const tagged = ts.isTaggedTemplateExpression(node.parent) && node.parent.tag.getText(source.tree) === "sql";
      if (!ts.isTemplateLiteral(node) && !ts.isStringLiteral(node)) continue;
      const text = node.getText(source.tree).slice(1);
      if (tagged ? SHOUTED.test(text) : STATEMENT.test(text)) offenses.push(at(source, node, shorten(text)));
    }
    return offenses;
  },
};

/** Links that the router does not check: a path in a template, a cast, or a component that takes any `to`. */
const untypedLinks: Rule = {
  name: "untyped-link",
  advice: "link with ui/page/links.tsx: `to` is a route, and its parts are `params` and `search`",
  find: (source) => {
    if (!source.path.startsWith("dashboard/src/")) return [];
    return nodesOf(source)
      .filter((node) => isUntypedLink(source, node))
      .map((node) => at(source, node, shorten(node.getText(source.tree))));
  },
};

function isUntypedLink(source: Source, node: ts.Node): boolean {
  if (ts.isPropertySignature(node)) return isAnyTarget(source, node);
  if (!ts.isJsxAttribute(node) && !ts.isPropertyAssignment(node)) return false;
  const name = node.name.getText(source.tree);
  const value = node.initializer?.getText(source.tree) ?? "";
  if (name === "to") return /`|\bas string\b/.test(value) && (ts.isJsxAttribute(node) || isNavigation(source, node));
  return (name === "component" && value === "{Link}") || (name === "href" && /^\{?["'`]\/dashboard/.test(value));
}

/** `to: string`, unless it is the end of a range with a `from`. */
function isAnyTarget(source: Source, node: ts.PropertySignature): boolean {
  const isText = node.type?.kind === ts.SyntaxKind.StringKeyword;
  const hasStart = node.parent.members.some((member) => member.name?.getText(source.tree) === "from");
  return isText && !hasStart && node.name.getText(source.tree) === "to";
}

function isNavigation(source: Source, { parent }: ts.PropertyAssignment): boolean {
  const call = parent.parent;
  return ts.isCallExpression(call) && /\b(navigate|redirect|linkOptions)$/.test(call.expression.getText(source.tree));
}

/** `{ ...{ a, b }, c }`: the spread changes nothing except where lines break. */
const packedLiterals: Rule = {
  name: "packed-literal",
  advice: "write its members out, without a spread",
  find: (source) =>
    nodesOf(source)
      .filter(
        (node) =>
          (ts.isSpreadAssignment(node) && ts.isObjectLiteralExpression(bare(node.expression))) ||
          (ts.isSpreadElement(node) && ts.isArrayLiteralExpression(bare(node.expression))),
      )
      .map((node) => at(source, node, shorten(node.getText(source.tree)))),
};

/** Without parentheses and `as const`. */
function bare(node: ts.Expression): ts.Expression {
  return ts.isParenthesizedExpression(node) || ts.isAsExpression(node) || ts.isSatisfiesExpression(node)
    ? bare(node.expression)
    : node;
}

/** They fit anything, so they say nothing about what the local holds. */
const VAGUE_NAMES: ReadonlySet<string> = new Set(["one", "theirs", "known", "said", "told", "wanted"]);
const vagueLocals: Rule = {
  name: "vague-local",
  advice: "name the variable or parameter after what it holds",
  find: (source) =>
    nodesOf(source)
      .filter(isLocal)
      .filter(({ name }) => VAGUE_NAMES.has(name.getText(source.tree)))
      .map((local) => at(source, local, shorten(local.getText(source.tree)))),
};

/** A member of a pattern, too, which may be the short form of a property. */
const isLocal = (node: ts.Node): node is ts.VariableDeclaration | ts.ParameterDeclaration | ts.BindingElement =>
  ts.isVariableDeclaration(node) || ts.isParameter(node) || ts.isBindingElement(node);

export const rules: readonly Rule[] = [
  vagueLocals,
  packedLiterals,
  moneyAsNumber,
  exportStar,
  anyType,
  unfinished,
  sqlElsewhere,
  untaggedSql,
  untypedLinks,
];
