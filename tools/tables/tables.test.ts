import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { before, describe, it } from "node:test";
import type { OwnedTables } from "../../server/src/kernel/sql/owned-tables.ts";
import { arrowsBetween, circleIn } from "../check/folder-order.ts";
import { WINGS } from "../check/levels.mjs";
import { readSources, sourceOf } from "../tidy/source.ts";
import { mapProblems } from "./module-map.ts";
import { type Declarations, isInWing, moduleOf, readDeclarations } from "./owners.ts";
import { readsBetweenModules, violationsOf } from "./rules.ts";
import { functionsIn, readSchema, relationsIn, type Schema } from "./schema.ts";
import { readSqlSources, statementsOf } from "./statements.ts";

const ROOT = join(import.meta.dirname, "../..");

/** Fails with only the lines, without a stack. */
function noneOf(lines: readonly string[]): void {
  if (lines.length === 0) return;
  const failure = new Error(lines.join("\n"));
  failure.stack = failure.message;
  throw failure;
}

describe("tables have owners", () => {
  let declarations: Declarations;
  before(async () => {
    declarations = await readDeclarations(ROOT);
  });

  it("each statement, view, and function follows the declarations", () => {
    const statements = statementsOf(readSqlSources(ROOT));
    assert.ok(statements.length > 500, "finds the statements");
    noneOf(violationsOf({ declarations, schema: readSchema(ROOT), statements }));
  });

  it("in a wing, imports and reads together have one direction", () => {
    const statements = statementsOf(readSqlSources(ROOT));
    const reads = readsBetweenModules({ declarations, schema: readSchema(ROOT), statements });
    const imports = arrowsBetween(readSources(ROOT), (path) =>
      path.startsWith("server/src/modules/") ? moduleOf(path) : undefined,
    );
    for (const wing of WINGS) {
      const inWing = [...imports, ...reads].filter(({ from, to }) => isInWing(wing, from) && isInWing(wing, to));
      assert.deepEqual(circleIn(inWing)?.join(" → "), undefined, wing.path);
    }
  });

  it("the number of exceptions never grows", () => {
    const exceptions = [...declarations.values()].flatMap(({ functions = {} }) =>
      Object.entries(functions)
        .filter(([, { writes, reads }]) => writes.length + reads.length > 0)
        .map(([name]) => name),
    );
    assert.deepEqual(exceptions, ["create_payments"]);
  });

  it("the module map matches the declarations", () => {
    noneOf(mapProblems(readFileSync(join(ROOT, "docs/develop/ARCHITECTURE.md"), "utf8"), declarations));
  });
});

const SCHEMA = `
  create table audit_log (organization_id uuid);
  create table outbox (organization_id uuid);
  create table recipients (organization_id uuid);
  create table recipient_routings (organization_id uuid);
  create view recipient_names as select organization_id from recipients;
  create view audited as select organization_id from audit_log;
  create table transactions (organization_id uuid);
  create view transaction_facts as select organization_id from transactions;`;

const PAY = `create function pay() returns void language plpgsql as $$
  declare v_text text;
  begin
    v_text := (select max('a') from recipients);
    insert into transactions select * from recipients;
    insert into outbox values (null);
  end $$;`;

const declared: Declarations = new Map<string, OwnedTables>([
  ["kernel", { tables: ["outbox"] }],
  ["audit", { tables: ["audit_log"], exportedViews: ["audited"] }],
  ["recipients", { tables: ["recipients", "recipient_routings"], exportedViews: ["recipient_names"] }],
  [
    "payments",
    {
      tables: ["transactions"],
      exportedViews: ["transaction_facts"],
      functions: { pay: { writes: ["outbox"], reads: ["recipients"], reason: "" } },
    },
  ],
]);

const schema: Schema = new Map([...relationsIn(SCHEMA), ...functionsIn(PAY)]);

/** The offenses of a file with SQL in a module. */
const found = (module: string, text: string) =>
  violationsOf({
    declarations: declared,
    schema,
    statements: statementsOf([sourceOf(`server/src/modules/1-records/${module}/x.queries.ts`, text)]),
  }).map((line) => line.replace(/^.*?: /, ""));

describe("a statement", () => {
  const bad: readonly (readonly [module: string, sql: string, problem: RegExp])[] = [
    ["payments", "insert into recipients values (1)", /^payments writes recipients/],
    ["payments", "update recipients set organization_id = null", /^payments writes recipients/],
    ["payments", "delete from recipients using transactions t where true", /^payments writes recipients/],
    ["payments", "truncate recipients", /^payments writes recipients/],
    ["payments", "merge into recipients r using transactions t on true when matched then delete", /writes recipients/],
    ["payments", "with w as (insert into recipients values (1)) select from transactions", /writes recipients/],
    ["payments", "lock table recipients in share mode", /^payments writes recipients/],
    ["payments", "select from recipient_names for update", /^payments locks rows of recipient_names/],
    ["payments", "select from transactions t join recipient_names r on true for update of r", /locks rows of/],
    ["audit", "select from transactions", /^audit reads transactions, .* a module above it/],
    ["recipients", "select (select max(1) from transactions)", /^recipients reads transactions, .* a module above it/],
    ["audit", "insert into audit_log select organization_id from transaction_facts", /^audit reads transaction_facts/],
    ["audit", "select from recipient_names", /^audit reads recipient_names, .* a module above it/],
    ["payments", "select from recipients", /^payments reads recipients, .* read an exported view/],
    ["payments", "select 'recipients'::regclass", /^payments reads recipients/],
    ["payments", "with recipients as (select from recipients) select from recipients", /^payments reads recipients/],
    ["recipients", "select from audit_log l where exists (select from recipients)", /^recipients reads audit_log/],
    ["recipients", "select pay()", /^recipients calls pay/],
    ["payments", "select from transaction", /^no module declares transaction$/],
    ["payments", "select from where", /PostgreSQL cannot parse it/],
  ];
  for (const [module, statement, problem] of bad)
    it(`of ${module} is rejected: ${statement}`, () => {
      const problems = found(module, `tx.run(sql\`${statement}\`);`);
      assert.ok(
        problems.some((line) => problem.test(line)),
        `found: ${problems.join("; ")}`,
      );
    });

  const good: readonly (readonly [module: string, sql: string])[] = [
    ["payments", "select pay() from transactions t join recipient_names r on true for update of t"],
    ["payments", "with recent as (select from transactions) select from recent join audited on true"],
    ["audit", "insert into audit_log select organization_id from audited"],
    ["recipients", "select count(*), now() from recipients join pg_class on true"],
  ];
  for (const [module, statement] of good)
    it(`of ${module} is accepted: ${statement}`, () =>
      assert.deepEqual(found(module, `tx.run(sql\`${statement}\`);`), []));
});

describe("a fragment", () => {
  const cases: readonly (readonly [what: string, text: string])[] = [
    ["a condition", "const c = sql`exists (select from recipients)`;"],
    ["a join", "const j = sql`left join recipients r on r.organization_id = t.organization_id`;"],
    ["a list of columns", "const columns = sql`t.organization_id, (select max(1) from recipients)`;"],
    ["a table name alone", "const from = sql`recipients r`;"],
    ["a source", "const from = sql`transactions t cross join recipients r`;"],
    [
      "a statement made of fragments",
      `const source = sql\`recipients r\`;
       const all = (x) => x ? sql\`select from \${source} where \${c(x)}\` : sql\`true\`;`,
    ],
  ];
  for (const [what, text] of cases)
    it(`checks ${what}`, () => assert.match(found("payments", text).join("\n"), /payments reads recipients/));

  it("of another module is checked where it is written", () => {
    const text = `import { boxed } from "../../kernel/boxed.ts";
      const s = sql\`with b as (\${boxed(ids)}) insert into audit_log values (1)\`;`;
    assert.deepEqual(found("audit", text), []);
  });
});

describe("the schema", () => {
  const problems = (declarations: Declarations, objects: Schema = schema) =>
    violationsOf({ declarations, schema: objects, statements: [] });
  const changed = (module: string, change: Partial<OwnedTables>): Declarations =>
    new Map([...declared, [module, { ...(declared.get(module) ?? { tables: [] }), ...change }]]);

  it("matches these declarations", () => assert.deepEqual(problems(declared), []));
  it("has no table without an owner", () =>
    assert.match(
      problems(changed("recipients", { tables: ["recipients"] })).join(),
      /no module declares recipient_routings/,
    ));
  it("has every declared table", () =>
    assert.match(
      problems(changed("kernel", { tables: ["outbox", "inbox"] })).join(),
      /kernel declares the table inbox/,
    ));
  it("has no view over another module's table", () => {
    const view = relationsIn("create view recipient_names as select organization_id from audit_log");
    assert.match(problems(declared, new Map([...schema, ...view])).join(), /recipients reads audit_log/);
  });
  for (const listed of [{ writes: [] }, { writes: ["outbox", "audit_log"] }, { reads: [] }])
    it(`has no function that uses tables it does not list: ${JSON.stringify(listed)}`, () => {
      const functions = { pay: { writes: ["outbox"], reads: ["recipients"], reason: "", ...listed } };
      assert.match(problems(changed("payments", { functions })).join(), /pay (writes|reads)/);
    });
  it("has one owner per table", () =>
    assert.throws(() => problems(changed("audit", { tables: ["outbox"] })), /declared by kernel and by audit/));
});
