import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";
import { namelessAssertions, sparseModules } from "./tidy/assertions.ts";
import { crowded, crowdedFolders, FOLDER_FILES_MAX } from "./tidy/crowded-folders.ts";
import { describeCitations } from "./tidy/documents/citation-tests.ts";
import { describeDecisionRecords } from "./tidy/documents/decision-records-tests.ts";
import { deadPaths, documentPaths, readDocuments, readTree } from "./tidy/documents/document-paths.ts";
import { readLibrary } from "./tidy/documents/library.ts";
import { judge, type Known } from "./tidy/known.ts";
import { sharedNames } from "./tidy/names.ts";
import { untestedRefusals } from "./tidy/refusals.ts";
import { FILE_LINES_MAX, FUNCTION_LINES_MAX, rules } from "./tidy/rules.ts";
import { readSources, sourceOf } from "./tidy/source.ts";
import { describeWords } from "./tidy/words/words-tests.ts";

const ROOT = join(import.meta.dirname, "..");
// Only this test reads this file; a wrong shape fails the first rule below.
const known = JSON.parse(readFileSync(join(import.meta.dirname, "tidy/known.json"), "utf8")) as Known;

const sources = readSources(ROOT);

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
      noneOf(judge(rule, sources.flatMap(rule.find), known));
    });
  }

  it(crowdedFolders.name, () => {
    noneOf(judge(crowdedFolders, crowded(sources.map(({ path }) => path)), known));
  });

  it("a test provokes each refusal", () => {
    const tables = globSync("server/test/**/*.txt", { cwd: ROOT }).map((path) =>
      readFileSync(join(ROOT, path), "utf8"),
    );
    const rule = { name: "unprovoked-refusal", advice: "write a test that receives it and names its code" };
    noneOf(judge(rule, untestedRefusals(sources, tables), known));
  });

  it(namelessAssertions.name, () => {
    noneOf(judge(namelessAssertions, sources.flatMap(namelessAssertions.find), known));
  });

  it("the modules that move money assert enough", () => noneOf(sparseModules(sources)));

  it("each path that a document names exists", () => {
    const tree = readTree(ROOT);
    noneOf(
      judge(
        documentPaths,
        readDocuments(ROOT).flatMap((document) => deadPaths(document, tree)),
        known,
      ),
    );
  });

  it("no two exports share a name", () => {
    const rule = { name: "shared-name", advice: "rename one of the two" };
    noneOf(judge(rule, sharedNames(sources), known));
  });

  it("known offenders belong to existing rules", () => {
    const names = new Set([
      ...rules.map(({ name }) => name),
      "unprovoked-refusal",
      documentPaths.name,
      namelessAssertions.name,
      crowdedFolders.name,
      "shared-name",
    ]);
    assert.deepEqual(
      Object.keys(known).filter((name) => !names.has(name)),
      [],
    );
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
    [MODULE, "//\n".repeat(FILE_LINES_MAX + 1), "long-file 1"],
    [MODULE, `function long() {\n${"  act();\n".repeat(FUNCTION_LINES_MAX - 1)}}`, "long-function 1"],
    [MODULE, `const long = async () => {\n${"  act();\n".repeat(FUNCTION_LINES_MAX - 1)}};`, "long-function 1"],
    [MODULE, "const x = Number(amountMinor);", "money-as-number 1"],
    [MODULE, "const x = Number(row.amount_minor) / 100;", "money-as-number 1"],
    [MODULE, "const x = Math.round(payment.amount * rate);", "money-as-number 1"],
    [MODULE, 'const x = +row["availableBalance"];', "money-as-number 1"],
    [MODULE, "const x = (fee / 3).toFixed(2);", "money-as-number 1"],
    [MODULE, "interface X {\n  readonly amountMinor: number;\n}", "money-as-number 2"],
    [MODULE, "const f = (limitCents: number | undefined) => 1;", "money-as-number 1"],
    [MODULE, 'export * from "./other.ts";', "export-star 1"],
    [MODULE, 'export * as other from "./other.ts";', "export-star 1"],
    [MODULE, "const x: any = 1;", "any 1"],
    [MODULE, "const x = y as Record<string, any>;", "any 1"],
    [MODULE, "//\n// FIXME later", "unfinished 2"],
    [MODULE, "// @ts-ignore\nact();", "unfinished 1"],
    [MODULE, 'db.query("select id from payments");', "sql-elsewhere 1"],
    [MODULE, "db.query(`\n  update payments set state = $1`);", "sql-elsewhere 1"],
    [MODULE, "db.query(`DELETE FROM ${table}`);", "sql-elsewhere 1"],
    [QUERIES, "db.query(`select id from payments where id = '${id}'`);", "untagged-sql 1"],
    [QUERIES, "tx.one(sql`SELECT id FROM payments`);", "untagged-sql 1"],
    [PAGE, `const long = () => {\n${"  act();\n".repeat(FUNCTION_LINES_MAX - 1)}};`, "long-function 1"],
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
    [MODULE, "//\n".repeat(FILE_LINES_MAX)],
    [MODULE, `function short() {\n${"  act();\n".repeat(FUNCTION_LINES_MAX - 2)}}`],
    ["server/test/laws/x.test.ts", `describe("x", () => {\n${"  act();\n".repeat(FUNCTION_LINES_MAX)}});`],
    [
      MODULE,
      "const x = Number(process.env.PORT); const amountMinor: bigint = 1n; const count = Math.ceil(length / 2);",
    ],
    ["server/src/kernel/values/money.ts", "const x = Number(amountMinor);"],
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
  const one = "server/src/modules/one/one.ts";
  const other = "dashboard/src/pages/other/other.ts";

  it("are found across the server and the dashboard, for any kind of declaration", () =>
    assert.deepEqual(
      found(
        [one, "export function statusOf() {}\nexport type Row = 1;"],
        [other, "//\nexport const statusOf = 1, Row = 2;"],
      ),
      [`${other}:2 statusOf, as in ${one}`, `${other}:2 Row, as in ${one}`],
    ));
  it("are not re-exports, overloads, tests, or names inside a file", () =>
    assert.deepEqual(
      found(
        [one, "export function act(): void;\nexport function act(a?: 1): void {}"],
        ["server/src/modules/one/index.ts", 'export { act } from "./one.ts";'],
        ["server/src/modules/one/one.test.ts", "export const act = 1;"],
        [other, "const act = 1;"],
      ),
      [],
    ));
});

describe("finds a folder that needs subfolders", () => {
  const files = (count: number) => Array.from({ length: count }, (_, at) => `server/src/modules/example/${at}.ts`);

  it("one file too many", () =>
    assert.deepEqual(
      crowded([...files(FOLDER_FILES_MAX + 1), "server/src/modules/example/sub/x.ts"]).map(({ path }) => path),
      ["server/src/modules/example"],
    ));
  it("and none at the limit", () => assert.deepEqual(crowded(files(FOLDER_FILES_MAX)), []));
});

describe("the list of known offenders only shrinks", () => {
  const rule = { name: "long-function", advice: "name its parts" };
  const offense = { path: "a.ts", line: 3, what: "act", size: 90 };
  const judged = (size: number | undefined) =>
    judge(rule, [offense], size === undefined ? {} : { "long-function": { "a.ts: act": size } }).length;

  it("accepts an offender at its size", () => assert.equal(judged(90), 0));
  it("refuses a new offender", () => assert.equal(judged(undefined), 1));
  it("refuses an offender that grew", () => assert.equal(judged(89), 1));
  it("requires an update for an offender that shrank", () => assert.equal(judged(91), 1));
  it("requires the removal of a fixed offender", () =>
    assert.match(judge(rule, [], { "long-function": { "a.ts: act": 90 } })[0] ?? "", /is fixed/));
});
