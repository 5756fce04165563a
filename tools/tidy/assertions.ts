import ts from "typescript";
import { isTest, lineOf, nodesOf, type Offense, type Source } from "./source.ts";

/** The modules that decide and move money, and those that exchange it with banks. */
const MODULES = [
  "1-records/ledger",
  "3-bank/exchange",
  "3-bank/file-rails",
  "4-payments/payments",
  "4-payments/approvals",
  "5-reports/reconciliation",
] as const;
export const ASSERTIONS_PER_1000_LINES = 12;

const belongsTo =
  (module: string) =>
  ({ path }: Source): boolean =>
    path.startsWith(`server/src/modules/${module}/`) && !isTest(path);

/** Calls of `assert` and `present` from server/src/kernel/assert.ts. */
const assertionsIn = (source: Source): readonly ts.CallExpression[] =>
  nodesOf(source).filter(
    (node): node is ts.CallExpression =>
      ts.isCallExpression(node) && ts.isIdentifier(node.expression) && /^(assert|present)$/.test(node.expression.text),
  );

/** The assertion can fail, and says in words which rule it checks. */
const namesItsRule = ({ arguments: [condition, rule] }: ts.CallExpression): boolean =>
  condition !== undefined &&
  condition.kind !== ts.SyntaxKind.TrueKeyword &&
  rule !== undefined &&
  (ts.isTemplateExpression(rule) || (ts.isStringLiteralLike(rule) && /\w+ \w+/.test(rule.text)));

/** Assertions whose failure would not say which rule was violated, or that cannot fail. */
export const namelessAssertions = {
  name: "nameless-assertion",
  advice: 'write assert(condition, "the rule that must hold, in words")',
  find: (source: Source): readonly Offense[] =>
    MODULES.some((module) => belongsTo(module)(source))
      ? assertionsIn(source)
          .filter((call) => !namesItsRule(call))
          .map((call) => ({
            path: source.path,
            line: lineOf(source, call),
            what: call.getText(source.tree).replaceAll(/\s+/g, " ").slice(0, 80),
          }))
      : [],
};

const countLines = ({ text }: Source): number => text.split("\n").length - 1;

/** The number of assertions per 1,000 lines of each module. */
export const assertionRates = (sources: readonly Source[]): ReadonlyMap<string, number> =>
  new Map(
    MODULES.map((module) => {
      const own = sources.filter(belongsTo(module));
      const assertions = own.flatMap(assertionsIn).filter(namesItsRule).length;
      const lines = own.reduce((sum, source) => sum + countLines(source), 0);
      return [module, lines === 0 ? 0 : (assertions / lines) * 1000];
    }),
  );

/** Modules with too few assertions. */
export const sparseModules = (sources: readonly Source[]): readonly string[] =>
  [...assertionRates(sources)].flatMap(([module, rate]) =>
    rate >= ASSERTIONS_PER_1000_LINES
      ? []
      : [
          `server/src/modules/${module} has ${rate.toFixed(1)} assertions for 1,000 lines, and needs ${ASSERTIONS_PER_1000_LINES}: assert the sums, signs, versions, and row counts of its commands`,
        ],
  );
