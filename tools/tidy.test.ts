import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";
import { namelessAssertions, sparseModules } from "./tidy/assertions.ts";
import { describeCitations } from "./tidy/documents/citation-tests.ts";
import { describeDecisionRecords } from "./tidy/documents/decision-records-tests.ts";
import { deadPaths, documentPaths, readDocuments, readTree } from "./tidy/documents/document-paths.ts";
import { readLibrary } from "./tidy/documents/library.ts";
import { unusedExports } from "./tidy/index-exports.ts";
import { sharedNames } from "./tidy/names.ts";
import { untestedRefusals } from "./tidy/refusals.ts";
import { type Rule, rules } from "./tidy/rules.ts";
import { type Offense, readSources, sourceOf } from "./tidy/source.ts";
import { describeWords } from "./tidy/words/words-tests.ts";

const ROOT = join(import.meta.dirname, "..");
const sources = readSources(ROOT);

/** A line for each offense. */
const messages = ({ name, advice }: Pick<Rule, "name" | "advice">, offenses: readonly Offense[]): readonly string[] =>
  offenses.map(({ path, line, what }) => `${path}:${line} ${name}: ${what}; ${advice}`);

/** Fails with only the lines; this file's stack would not help. */
function noneOf(lines: readonly string[]): void {
  if (lines.length === 0) return;
  const failure = new Error(lines.join("\n"));
  failure.stack = failure.message;
  throw failure;
}

describe("the repository is tidy", () => {
  assert.ok(sources.length > 100, "finds the sources");

  for (const rule of rules) {
    it(rule.name, () => {
      noneOf(messages(rule, sources.flatMap(rule.find)));
    });
  }

  it("a test provokes each refusal", () => {
    const tables = globSync("server/test/**/*.txt", { cwd: ROOT }).map((path) =>
      readFileSync(join(ROOT, path), "utf8"),
    );
    const rule = { name: "unprovoked-refusal", advice: "write a test that receives it and names its code" };
    noneOf(messages(rule, untestedRefusals(sources, tables)));
  });

  it(namelessAssertions.name, () => {
    noneOf(messages(namelessAssertions, sources.flatMap(namelessAssertions.find)));
  });

  it("the modules that move money assert enough", () => noneOf(sparseModules(sources)));

  it("an index.ts exports only what other modules or the code above the modules use", () => {
    const rule = { name: "unused-export", advice: "remove it from the index.ts" };
    noneOf(messages(rule, unusedExports(sources)));
  });

  it("each path that a document names exists", () => {
    const tree = readTree(ROOT);
    noneOf(
      messages(
        documentPaths,
        readDocuments(ROOT).flatMap((document) => deadPaths(document, tree)),
      ),
    );
  });

  it("no two exports share a name", () => {
    const rule = { name: "shared-name", advice: "rename one of the two" };
    noneOf(messages(rule, sharedNames(sources)));
  });
});

describeWords(ROOT, readLibrary(ROOT), sources);
describeCitations(ROOT, sources);
describeDecisionRecords(ROOT);

/** Lines of a file, and the rules that they violate. */
const objections = (path: string, text: string): readonly string[] =>
  rules.flatMap((rule) => rule.find(sourceOf(path, text)).map(({ line }) => `${rule.name} ${line}`));

const MODULE = "server/src/modules/example/example.ts";
const PAGE = "dashboard/src/pages/example/example-page.tsx";
const QUERIES = "server/src/modules/example/example.queries.ts";

describe("each rule finds its offenders", () => {
  const bad: readonly (readonly [path: string, text: string, objection: string])[] = [
    [MODULE, "const x = {\n  ...{ a, b },\n};", "packed-literal 2"],
    [MODULE, 'const x = [...(["a"] as const), ...rest];', "packed-literal 1"],
    [MODULE, "//\nconst one = find();", "vague-local 2"],
    [MODULE, "for (const told of names) act(told);", "vague-local 1"],
    [MODULE, "const x = rows.map((one) => one.id);", "vague-local 1"],
    [MODULE, "function act(a: string, wanted: string) {}", "vague-local 1"],
    [MODULE, "type Act = (said: string) => void;", "vague-local 1"],
    [MODULE, "const [x, theirs] = both;", "vague-local 1"],
    [MODULE, "const { known } = state;", "vague-local 1"],
    [MODULE, "act(({ id: wanted }) => 1);", "vague-local 1"],
    ["server/test/scenarios/example.test.ts", "const { x, ...known } = state;", "vague-local 1"],
    ["dashboard/src/pages/example/example.test.ts", "try { act(); } catch (said) {}", "vague-local 1"],
    [MODULE, "const x = Number(amountMinor);", "money-as-number 1"],
    [MODULE, "const x = Number(row.amount_minor) / 100;", "money-as-number 1"],
    [MODULE, "const x = Math.round(payment.amount * rate);", "money-as-number 1"],
    [MODULE, 'const x = +row["availableBalance"];', "money-as-number 1"],
    [MODULE, "const x = (fee / 3).toFixed(2);", "money-as-number 1"],
    [MODULE, "interface X {\n  readonly amountMinor: number;\n}", "money-as-number 2"],
    [MODULE, "const f = (limitCents: number | undefined) => 1;", "money-as-number 1"],
    [MODULE, 'export * from "./other.ts";', "export-star 1"],
    [MODULE, 'export * as other from "./other.ts";', "export-star 1"],
    [MODULE, 'export type * from "./other.ts";', "export-star 1"],
    [MODULE, 'export * from "./generated/types.ts";', "export-star 1"],
    [MODULE, "const x: any = 1;", "any 1"],
    [MODULE, "const x = y as Record<string, any>;", "any 1"],
    [MODULE, "//\n// FIXME later", "unfinished 2"],
    [MODULE, "// @ts-ignore\nact();", "unfinished 1"],
    [MODULE, 'db.query("select id from payments");', "sql-elsewhere 1"],
    [MODULE, "db.query(`\n  update payments set state = $1`);", "sql-elsewhere 1"],
    [MODULE, "db.query(`DELETE FROM ${table}`);", "sql-elsewhere 1"],
    [QUERIES, "db.query(`select id from payments where id = '${id}'`);", "untagged-sql 1"],
    [QUERIES, "tx.one(sql`SELECT id FROM payments`);", "untagged-sql 1"],
    [PAGE, "const x = <TextLink to={`/accounts/${id}`} />;", "untyped-link 1"],
    [PAGE, 'const x = <TextLink to={"/pay" as string} />;', "untyped-link 1"],
    [PAGE, 'const x = <Anchor component={Link} to="/pay" />;', "untyped-link 1"],
    [PAGE, 'const x = <a href="/dashboard/pay">Pay</a>;', "untyped-link 1"],
    [PAGE, "void navigate({ to: `/accounts/${id}` });", "untyped-link 1"],
    [PAGE, "interface Entry {\n  readonly to: string;\n}", "untyped-link 2"],
  ];
  for (const [path, text, objection] of bad) {
    it(`${objection} in ${JSON.stringify(text.slice(0, 60))}`, () =>
      assert.deepEqual(objections(path, text), [objection]));
  }

  const good: readonly (readonly [path: string, text: string])[] = [
    [MODULE, 'export type * from "./generated/types.ts";'],
    [
      MODULE,
      "const x = Number(process.env.PORT); const amountMinor: bigint = 1n; const count = Math.ceil(length / 2);",
    ],
    [MODULE, "const { one: first, known: isKnown } = state; const x = { one: first.wanted, told() {} };"],
    [MODULE, "interface State {\n  readonly known: boolean;\n}\nconst knownRows = await tx.one(state.known);"],
    ["server/src/kernel/values/money.ts", "const x = Number(amountMinor);"],
    [MODULE, "const x = { ...given, ...(a ? { b } : {}), list: [...items] };"],
    [MODULE, 'export { x } from "./other.ts"; const company = many("any");'],
    [MODULE, 'const help = "select a recipient"; const title = "Update of the account";'],
    [QUERIES, "tx.one(sql`select id from payments where id = ${id}`);"],
    [PAGE, 'const x = <TextLink to="/accounts/$accountId" params={{ accountId }} />;'],
    [PAGE, 'const x = <a href="/docs">API</a>;'],
    [PAGE, "interface Range {\n  readonly from: string;\n  readonly to: string;\n}"],
    [PAGE, "const search = { to: `/dashboard${location.href}` };"],
  ];
  for (const [path, text] of good) {
    it(`and nothing in ${JSON.stringify(text.slice(0, 60))}`, () => assert.deepEqual(objections(path, text), []));
  }

  it("finds a refusal that no test or table names", () => {
    const table = `export const exampleRefusals = {
      first: { status: 400, title: "a", message: "b" },
      "second": { status: 400, title: "a", message: "b" },
      third: { status: 400, title: "a", message: "b" },
      fourth: { status: 400, title: "a", message: "b" },
    } as const satisfies RefusalTable;`;
    const test = 'it("first", () => refused("second")); // fourth\ncheck(`a -> ${b} -> third`);';
    const files = [sourceOf(MODULE, table), sourceOf("server/test/scenarios/x.test.ts", test)];
    const names = (tables: readonly string[]) =>
      untestedRefusals(files, tables).map(({ what, line }) => `${what} ${line}`);
    assert.deepEqual(names([]), ["fourth 5"]);
    assert.deepEqual(names(["GET /x  none  403 fourth"]), []);
  });
});

describe("exports that share a name", () => {
  const found = (...files: readonly (readonly [path: string, text: string])[]) =>
    sharedNames(files.map(([path, text]) => sourceOf(path, text))).map(
      ({ path, line, what }) => `${path}:${line} ${what}`,
    );
  const serverFile = "server/src/modules/one/one.ts";
  const dashboardFile = "dashboard/src/pages/other/other.ts";

  it("are found across the server and the dashboard, for any kind of declaration", () =>
    assert.deepEqual(
      found(
        [serverFile, "export function statusOf() {}\nexport type Row = 1;"],
        [dashboardFile, "//\nexport const statusOf = 1, Row = 2;"],
      ),
      [`${dashboardFile}:2 statusOf, as in ${serverFile}`, `${dashboardFile}:2 Row, as in ${serverFile}`],
    ));
  it("are not re-exports, overloads, tests, or names inside a file", () =>
    assert.deepEqual(
      found(
        [serverFile, "export function act(): void;\nexport function act(a?: 1): void {}"],
        ["server/src/modules/one/index.ts", 'export { act } from "./one.ts";'],
        ["server/src/modules/one/one.test.ts", "export const act = 1;"],
        [dashboardFile, "const act = 1;"],
      ),
      [],
    ));
});
