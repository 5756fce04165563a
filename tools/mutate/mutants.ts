import ts from "typescript";

/** A small change of a file that a test should notice. */
export interface Mutant {
  /** From the repository's root. */
  readonly path: string;
  /** Positions in the file's text; what is between them is replaced by `text`. */
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** The kind of change. */
  readonly kind: string;
}

type Change = Omit<Mutant, "path">;

const OPPOSITES: ReadonlyMap<ts.SyntaxKind, readonly string[]> = new Map([
  [ts.SyntaxKind.LessThanToken, ["<=", ">="]],
  [ts.SyntaxKind.LessThanEqualsToken, ["<", ">"]],
  [ts.SyntaxKind.GreaterThanToken, [">=", "<="]],
  [ts.SyntaxKind.GreaterThanEqualsToken, [">", "<"]],
  [ts.SyntaxKind.EqualsEqualsEqualsToken, ["!=="]],
  [ts.SyntaxKind.ExclamationEqualsEqualsToken, ["==="]],
  [ts.SyntaxKind.AmpersandAmpersandToken, ["||"]],
  [ts.SyntaxKind.BarBarToken, ["&&"]],
  [ts.SyntaxKind.PlusToken, ["-"]],
  [ts.SyntaxKind.MinusToken, ["+"]],
  [ts.SyntaxKind.AsteriskToken, ["/"]],
  [ts.SyntaxKind.SlashToken, ["*"]],
]);

/** Array methods, and the one that does the opposite. */
const METHODS: ReadonlyMap<string, string> = new Map([
  ["some", "every"],
  ["every", "some"],
  ["filter", "map"],
  ["toSorted", "slice"],
]);

/** In the text of a statement: each match becomes the text on the right. */
const SQL: readonly (readonly [RegExp, string])[] = [
  [/<=/g, "<"],
  [/>=/g, ">"],
  [/(?<![<>=!-])<(?![=>])/g, "<="],
  [/(?<![<>=!-])>(?![=>])/g, ">="],
  [/<>/g, "="],
  [/(?<=\s)and(?=\s)/g, "or"],
  [/(?<=\s)or(?=\s)/g, "and"],
  [/\bis not null\b/g, "is null"],
  [/\bis null\b/g, "is not null"],
  [/\bnot exists\b/g, "exists"],
  [/\bfor (?:no key )?update(?: of \w+)?\b/g, ""],
  [/(?<=\s)\+(?=\s)/g, "-"],
  [/(?<=\s)-(?=\s)/g, "+"],
  [/\bdesc\b/g, "asc"],
  [/\bgreatest\b/g, "least"],
  [/\bleast\b/g, "greatest"],
  [/\bmax\(/g, "min("],
  [/\bmin\(/g, "max("],
];

/** Every change of the file that this script knows. Types and descriptions are left alone: nothing runs them. */
export function mutantsOf(path: string, source: string): readonly Mutant[] {
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true);
  const changes: Change[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isTypeNode(node) || ts.isImportDeclaration(node) || isDescription(node) || isRemark(node)) return;
    changes.push(...changesOf(node, file));
    ts.forEachChild(node, visit);
  };
  visit(file);
  return changes.map((change) => ({ path, ...change }));
}

/** Schemas and refusals, which documents and clients read. */
const isDescription = (node: ts.Node): boolean =>
  ts.isPropertyAssignment(node) && /^(?:description|title|examples?|summary|message)$/.test(node.name.getText());

/** Assertions of our own assumptions, lines of the log, and figures for operators: without them, correct code does the same. */
const isRemark = (node: ts.Node): boolean =>
  ts.isExpressionStatement(node) &&
  ts.isCallExpression(node.expression) &&
  /^assert|\b(?:log|metrics)\./.test(node.expression.expression.getText());

function changesOf(node: ts.Node, file: ts.SourceFile): readonly Change[] {
  if (ts.isBinaryExpression(node)) return changesOfOperator(node, file);
  if (ts.isTaggedTemplateExpression(node)) return node.tag.getText(file) === "sql" ? changesOfSql(node.template) : [];
  if (ts.isIfStatement(node)) return [replace(node.expression, file, "true"), replace(node.expression, file, "false")];
  if (ts.isConditionalExpression(node))
    return [replace(node.condition, file, "true"), replace(node.condition, file, "false")];
  if (ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.ExclamationToken)
    return [replace(node, file, node.operand.getText(file), "!x → x")];
  if (node.kind === ts.SyntaxKind.TrueKeyword) return [replace(node, file, "false")];
  if (node.kind === ts.SyntaxKind.FalseKeyword) return [replace(node, file, "true")];
  if (ts.isExpressionStatement(node) && isCall(node.expression)) return [replace(node, file, ";", "call left out")];
  if (ts.isBigIntLiteral(node)) return [replace(node, file, node.text === "0n" ? "1n" : "0n")];
  if (ts.isPropertyAccessExpression(node) && ts.isCallExpression(node.parent) && node.parent.expression === node) {
    const other = METHODS.get(node.name.text);
    return other === undefined ? [] : [replace(node.name, file, other)];
  }
  return [];
}

/** A call for its effect. */
const isCall = (node: ts.Node): boolean => ts.isCallExpression(ts.isAwaitExpression(node) ? node.expression : node);

/** Sums of texts are left alone: `"a" - "b"` fails anywhere. */
function changesOfOperator(node: ts.BinaryExpression, file: ts.SourceFile): readonly Change[] {
  const isOfTexts = [node.left, node.right].some(
    (side) => ts.isStringLiteralLike(side) || ts.isTemplateExpression(side),
  );
  if (node.operatorToken.kind === ts.SyntaxKind.PlusToken && isOfTexts) return [];
  if (node.operatorToken.kind === ts.SyntaxKind.QuestionQuestionToken)
    return [replace(node, file, `(${node.left.getText(file)} && ${node.right.getText(file)})`, "?? → &&")];
  return (OPPOSITES.get(node.operatorToken.kind) ?? []).map((text) => replace(node.operatorToken, file, text));
}

/** The texts between the parameters. */
function changesOfSql(template: ts.TemplateLiteral): readonly Change[] {
  const parts = ts.isTemplateExpression(template)
    ? [template.head, ...template.templateSpans.map(({ literal }) => literal)]
    : [template];
  return parts.flatMap((part) => {
    const start = part.getStart() + 1;
    const written = part.getText().slice(1);
    return SQL.flatMap(([pattern, text]) =>
      [...written.matchAll(pattern)].map(({ 0: found, index }) => ({
        start: start + index,
        end: start + index + found.length,
        text,
        kind: `SQL: ${found} → ${text || "nothing"}`,
      })),
    );
  });
}

function replace(node: ts.Node, file: ts.SourceFile, text: string, kind?: string): Change {
  const before = node.getText(file);
  const short = before.length > 30 ? "condition" : before;
  return { start: node.getStart(file), end: node.getEnd(), text, kind: kind ?? `${short} → ${text}` };
}

/** The file's text with the change. */
export const applied = (source: string, { start, end, text }: Pick<Mutant, "start" | "end" | "text">): string =>
  source.slice(0, start) + text + source.slice(end);
