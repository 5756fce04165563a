import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { before, describe, it } from "node:test";
import { loadModule, parseSync } from "libpg-query";
import { MIGRATIONS_FOLDER } from "../migrations-folder.ts";
import { splitStatements } from "./split-statements.ts";

describe("splitStatements", () => {
  before(loadModule);

  const cases: readonly (readonly [what: string, script: string, statements: readonly string[]])[] = [
    ["plain statements", "select 1;\n\nselect 2", ["select 1", "select 2"]],
    [
      "quotes",
      `select ';', 'it''s; fine', ";", E'\\'; still'; select 2;`,
      [`select ';', 'it''s; fine', ";", E'\\'; still'`, "select 2"],
    ],
    [
      "comments",
      "select 1 -- a; b\n+ 2 /* c; /* d; */ e; */; select 2",
      ["select 1 -- a; b\n+ 2 /* c; /* d; */ e; */", "select 2"],
    ],
    [
      "dollar quotes",
      "do $$ begin; end $$; select $x$ ; $$ ; $x$; select $1",
      ["do $$ begin; end $$", "select $x$ ; $$ ; $x$", "select $1"],
    ],
    ["words that end in e before a quote", "select name'; x'; select 2", ["select name'; x'", "select 2"]],
    ["nothing", " ;; -- only a comment\n", []],
    ["what never ends", "select '; never", ["select '; never"]],
  ];
  for (const [what, script, statements] of cases)
    it(`understands ${what}`, () =>
      assert.deepEqual(
        splitStatements(script).map(({ text }) => text),
        statements,
      ));

  it("knows the line of each statement and the remarks directly before it", () => {
    const script =
      "-- About the file.\n\n-- in batches\nselect 1;\nselect\n 2;\n/* block */\n-- one\n-- two\nselect 3;";
    assert.deepEqual(
      splitStatements(script).map(({ line, remarks }) => ({ line, remarks })),
      [
        { line: 4, remarks: ["in batches"] },
        { line: 5, remarks: [] },
        { line: 10, remarks: ["one", "two"] },
      ],
    );
  });

  it("splits each migration as PostgreSQL's parser does", () => {
    const files = globSync("*.sql", { cwd: MIGRATIONS_FOLDER }).filter((name) => /^\d/.test(name));
    assert.ok(files.length > 20);
    for (const file of files) {
      const script = readFileSync(join(MIGRATIONS_FOLDER, file), "utf8");
      const ours = splitStatements(script).map(({ text }) =>
        parseSync(text).stmts?.map(({ stmt }) => Object.keys(stmt ?? {})),
      );
      const parsed = parseSync(script).stmts?.map(({ stmt }) => [Object.keys(stmt ?? {})]);
      assert.deepEqual(ours, parsed, file);
    }
  });
});
