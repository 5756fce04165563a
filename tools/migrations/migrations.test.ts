import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { before, describe, it } from "node:test";
import { loadModule } from "libpg-query";
import { parseMigration, readMigrations } from "../../server/src/kernel/sql/migrations/migration-files.ts";
import { SAFE_MIGRATIONS } from "../../server/test/kit/migrations/safe-migrations.ts";
import { type Released, unsafeMigrations } from "./check-migrations.ts";
import { describeRelease, type Release, readReleases, releaseProblems, type Tree, treeOfCommit } from "./releases.ts";
import type { RuleName } from "./rule-texts.ts";

const ROOT = join(import.meta.dirname, "../..");
const workingTree: Tree = {
  list: (folder) => readdirSync(join(ROOT, folder)).map((name) => `${folder}/${name}`),
  read: (path) => readFileSync(join(ROOT, path), "utf8"),
};

/** Fails with only the lines. */
function noneOf(lines: readonly string[]): void {
  if (lines.length === 0) return;
  const failure = new Error(lines.join("\n"));
  failure.stack = failure.message;
  throw failure;
}

before(loadModule);

describe("this repository", () => {
  const releases = readReleases(ROOT);

  it("keeps what its releases froze", () =>
    noneOf(releaseProblems(releases, workingTree, (commit) => treeOfCommit(ROOT, commit))));

  it("migrates safely since the last release", async (t) => {
    const last = releases.at(-1);
    if (last === undefined) return t.skip("nothing has been released, so migrations are edited in place");
    const released = { version: last.version, migrations: new Set(Object.keys(last.migrations)) };
    noneOf(unsafeMigrations(await readMigrations(join(ROOT, "server/migrations")), released));
  });
});

it("accepts the migrations with which law 9 upgrades", async () => {
  const released = await readMigrations(join(ROOT, "server/migrations"));
  const more = Object.entries(SAFE_MIGRATIONS).map(([name, text]) => parseMigration(name, text));
  const names = new Set(released.map(({ name }) => name));
  assert.deepEqual(unsafeMigrations([...released, ...more], { version: "0.1.0", migrations: names }), []);
});

const RELEASED = `
  create domain cents as bigint check (value > 0);
  create domain label as text;
  create table payments (organization_id uuid, payment_id uuid, amount cents, memo text, primary key (organization_id, payment_id));
  create table payees (organization_id uuid, payee_id uuid primary key);
  create view payment_facts as select amount from payments;
  create function pay() returns void language plpgsql as $$ begin end $$;`;
const released: Released = { version: "0.2.0", migrations: new Set(["0001_all.sql"]) };
const STEPS = "-- transaction: none\n\n";

/** The rules that a script after the release breaks. */
const broken = (...scripts: readonly string[]): readonly string[] =>
  unsafeMigrations(
    [RELEASED, ...scripts].map((text, index) => parseMigration(`000${index + 1}_${index ? "more" : "all"}.sql`, text)),
    released,
  ).map((line) => line.replace(/^\w+\.sql:\d+ ([\w-]+): .*$/s, "$1"));

describe("a migration after a release", () => {
  const rejected: readonly (readonly [rule: RuleName, text: string])[] = [
    ["index-blocks-writes", "create index payments_memo on payments (memo)"],
    ["index-blocks-writes", "alter table payments add constraint one unique (memo)"],
    ["index-blocks-writes", "alter table payments add column code text unique"],
    ["index-blocks-writes", "alter table payments add primary key using index payments_memo"],
    ["drop-index-blocks", "drop index payments_memo"],
    ["concurrently-in-transaction", "create index concurrently if not exists payments_memo on payments (memo)"],
    ["concurrently-in-transaction", "drop index concurrently if exists payments_memo"],
    ["index-not-resumable", `${STEPS}create index concurrently payments_memo on payments (memo)`],
    ["index-not-resumable", `${STEPS}drop index concurrently payments_memo`],
    ["not-null-scans", "alter table payments alter column memo set not null"],
    ["constraint-scans", "alter table payments add constraint short check (length(memo) < 9)"],
    [
      "constraint-scans",
      "alter table payments add constraint payee foreign key (payment_id) references payees (payee_id)",
    ],
    ["constraint-scans", "alter table payments add column payee_id uuid references payees (payee_id)"],
    ["constraint-scans", "alter table payments add column fee bigint check (fee > 0)"],
    ["validate-holds-locks", "alter table payments validate constraint short"],
    ["rewrites-table", "alter table payments add column token uuid default gen_random_uuid()"],
    ["rewrites-table", "alter table payments add column number bigserial"],
    ["rewrites-table", "alter table payments add column number bigint generated always as identity"],
    ["rewrites-table", "alter table payments add column upper text generated always as (upper(memo)) stored"],
    ["domain-column", "alter table payments add column fee cents"],
    ["not-null-without-default", "alter table payments add column fee bigint not null"],
    ["changes-type", "alter table payments alter column memo type varchar(9)"],
    ["rename", "alter table payments rename column memo to text"],
    ["rename", "alter table payments rename to payouts"],
    ["removes", "alter table payments drop column memo"],
    ["removes", "drop table payees"],
    ["removes", "drop view payment_facts"],
    ["removes", "drop function pay()"],
    ["removes", "drop domain cents"],
    ["serves-from-too-new", "-- serves from: 0.3.0\n\nalter table payments drop column memo"],
    ["backfill-in-one-statement", "update payments set memo = ''"],
    ["backfill-in-one-statement", "delete from payments"],
    ["backfill-in-one-statement", "insert into payees select gen_random_uuid(), payment_id from payments"],
    ["batch-without-limit", `${STEPS}-- in batches\nupdate payments set memo = '' where memo is null`],
    ["several-tables", "alter table payments add column a text; alter table payees add column a text"],
    [
      "several-tables",
      "alter table payees add column a text; create or replace view payment_facts as select amount, memo from payments",
    ],
    ["domain-check-scans", "alter domain cents add constraint small check (value < 9)"],
    ["domain-check-scans", "alter domain cents validate constraint small"],
    ["not-known-safe", "lock table payments"],
    ["not-known-safe", "truncate payees"],
    ["not-known-safe", "vacuum full payments"],
    ["not-known-safe", "do $$ begin delete from payments; end $$"],
    ["not-known-safe", "select pay()"],
    ["not-known-safe", "create trigger t before insert on payments execute function pay()"],
    ["not-known-safe", "alter table payments set unlogged"],
    ["not-known-safe", "set local statement_timeout = 0"],
    ["not-known-safe", "alter view payment_facts set (security_barrier = true)"],
    ["needless-allowance", "-- allowed: rename: no reason\nalter table payments add column note text"],
  ];
  for (const [rule, text] of rejected)
    it(`breaks ${rule}: ${text.replaceAll("\n", " ")}`, () => assert.deepEqual(broken(text), [rule]));

  const accepted: readonly (readonly [what: string, ...scripts: readonly string[]])[] = [
    ["a nullable column", "alter table payments add column note text, add column kind label"],
    [
      "constant defaults",
      "alter table payments add column a text not null default 'x', add column b timestamptz default now(), add column c text[] default array['a']::text[], add column d date default current_date",
    ],
    [
      "new objects",
      "create domain positive as bigint check (value > 0); create table fees (organization_id uuid, amount positive); create index fees_amount on fees (amount); alter table fees add column n bigint not null; create or replace view payment_facts as select amount, memo from payments; create or replace function pay() returns void language plpgsql as $$ begin end $$; comment on table fees is ''; insert into payees values (gen_random_uuid(), gen_random_uuid())",
    ],
    [
      "an index step by step",
      `${STEPS}create unique index concurrently if not exists one on payments (memo);\nalter table payments add constraint one unique using index one; drop index concurrently if exists other`,
    ],
    [
      "not null, proven first",
      "alter table payments add constraint memo_set check (memo is not null) not valid",
      `${STEPS}alter table payments validate constraint memo_set`,
      "alter table payments alter column memo set not null; alter table payments drop constraint memo_set",
    ],
    [
      "batches",
      `${STEPS}-- in batches\nwith batch as (select payment_id from payments where $1::uuid is null or payment_id > $1::uuid order by 1 limit 1000), changed as (update payments p set memo = '' from batch b where p.payment_id = b.payment_id) select max(payment_id::text) as last_key from batch having count(*) > 0`,
    ],
    [
      "a foreign key that is validated later",
      "alter table payments add constraint payee foreign key (payment_id) references payees (payee_id) not valid",
    ],
    [
      "one more value of a domain",
      "alter domain cents drop constraint cents_check; alter domain cents add constraint cents_check check (value > -1) not valid",
    ],
    [
      "looser settings",
      "alter table payments alter column memo drop not null, alter column memo set default '', set (fillfactor = 50)",
    ],
    [
      "a removal that the last release serves",
      "-- serves from: 0.2.0\n\nalter table payments drop column memo; drop function pay()",
    ],
    [
      "an exception with a reason",
      "-- allowed: changes-type: varchar to text changes the catalog only\nalter table payments alter column memo type text",
    ],
  ];
  for (const [what, ...scripts] of accepted) it(`may contain ${what}`, () => assert.deepEqual(broken(...scripts), []));
});

describe("the list of releases", () => {
  const files: Readonly<Record<string, string>> = {
    "server/migrations/0001_a.sql": "create table a ()",
    "server/migrations/serving-role.sql": "grant",
    "server/package.json": '{ "version": "0.1.0" }',
    "server/src/kernel/sql/row-security.ts": 'export const POLICY = "scope_1";',
    "CHANGELOG.md": "# Changelog\n\n## Unreleased\n\n## 0.1.0\n",
  };
  const treeOf = (changed: Readonly<Record<string, string>> = {}): Tree => {
    const all = { ...files, ...changed };
    return {
      list: (folder) => Object.keys(all).filter((path) => path.startsWith(`${folder}/`)),
      read: (path) => all[path] ?? assert.fail(`no file ${path}`),
    };
  };
  const first = describeRelease(treeOf(), "c1");
  const problems = (changed: Readonly<Record<string, string>>, releases: readonly Release[] = [first]) =>
    releaseProblems(releases, treeOf(changed), (commit) => (commit === "c1" ? treeOf() : undefined)).join("\n");

  it("agrees with an unchanged tree, with one that has a later migration, and with a clone without the commit", () => {
    assert.equal(problems({}), "");
    assert.equal(problems({ "server/migrations/0002_b.sql": "", "server/migrations/serving-role.sql": "more" }), "");
    assert.equal(problems({}, [{ ...first, commit: "unknown" }]), "");
  });

  const contradictions: readonly (readonly [what: string, found: () => string, problem: RegExp])[] = [
    [
      "a changed migration",
      () => problems({ "server/migrations/0001_a.sql": "create table b ()" }),
      /0001_a\.sql is frozen since release 0\.1\.0/,
    ],
    [
      "an entry that Git contradicts",
      () =>
        problems({ "server/migrations/0001_a.sql": "x" }, [
          describeRelease(treeOf({ "server/migrations/0001_a.sql": "x" }), "c1"),
        ]),
      /the entry of 0\.1\.0 is not what its commit contains/,
    ],
    [
      "changed privileges without a migration",
      () => problems({ "server/migrations/serving-role.sql": "revoke" }),
      /has changed since release 0\.1\.0, and no migration has/,
    ],
    [
      "a changed policy without a migration",
      () => problems({ "server/src/kernel/sql/row-security.ts": 'export const POLICY = "scope_2";' }),
      /and no migration has/,
    ],
    [
      "a missing section of the changelog",
      () => problems({ "CHANGELOG.md": "# Changelog\n" }),
      /no section for release 0\.1\.0/,
    ],
    [
      "releases out of order",
      () => problems({}, [{ ...first, commit: "c0", version: "0.2.0" }, first]),
      /0\.1\.0 follows 0\.2\.0/,
    ],
  ];
  for (const [what, found, problem] of contradictions) it(`reports ${what}`, () => assert.match(found(), problem));
});
