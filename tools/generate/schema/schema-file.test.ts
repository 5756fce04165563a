import assert from "node:assert/strict";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import type { Database } from "../../../server/src/kernel/sql/database.ts";
import { openPostgres } from "../../../server/src/kernel/sql/postgres.ts";
import { POLICY } from "../../../server/src/kernel/sql/row-security.ts";
import { freshDatabase } from "../../../server/test/kit/databases/databases.ts";
import { onSingleServer } from "../../../server/test/kit/servers/single-server.ts";
import { staleFiles } from "../gen.ts";
import { describeSchema, schemaFile } from "./schema-file.ts";

const committed = await readFile(join(import.meta.dirname, "../../../server/schema.sql"), "utf8");

const skip = await onSingleServer("the file describes tables before they are distributed");

describe("server/schema.sql", { skip }, () => {
  let migrated: Database;
  const opened: { readonly database: Database; readonly drop: () => Promise<void> }[] = [];
  before(async () => {
    migrated = await serverDatabase();
  });
  after(async () => {
    for (const { database, drop } of opened) {
      await database.close();
      await drop();
    }
  });

  /** On the server of the run, whose version may write views differently. */
  async function serverDatabase(): Promise<Database> {
    const { ownerUrl, drop } = await freshDatabase();
    const database = openPostgres({ url: ownerUrl, poolSize: 1 });
    opened.push({ database, drop });
    return database;
  }

  it("describes a migrated database", async () => {
    assert.equal(await schemaFile(), committed);
  });

  it("describes every table and view", () => {
    const names = (pattern: RegExp) => [...committed.matchAll(pattern)].map(([, name]) => name).sort();
    const commented = names(/^comment on (?:table|view) (\w+) is '/gm);
    assert.deepEqual(
      names(/^create (?:table|view) (\w+)/gm),
      [...commented, "schema_migration_steps", "schema_migrations"].sort(),
    );
  });

  it("creates the same schema in an empty database, except for functions", async () => {
    const empty = await serverDatabase();
    await run(empty, "drop schema public cascade; create schema public");
    await run(empty, committed);
    const signatures = /\n-- function \w+ \((?:\n--[^\n]*)*\n/g;
    const described = await describeSchema(migrated);
    assert.deepEqual(
      [...described.matchAll(/^-- function (\w+)/gm)].map(([, name]) => name),
      ["append_outbox", "create_payments"],
    );
    const onlyFunctions = /\n-- 0012_create_payments\.sql -+\n/;
    assert.equal(await describeSchema(empty), described.replaceAll(signatures, "").replace(onlyFunctions, ""));
  });

  it("is stale after an edit or a schema change", async () => {
    const root = await mkdtemp(join(tmpdir(), "bursar-schema-"));
    try {
      await mkdir(join(root, "server"));
      const generator = { name: "the schema", path: "server/schema.sql", make: () => describeSchema(migrated) };
      const stale = async (text: string) => {
        await writeFile(join(root, generator.path), text);
        return staleFiles(root, [generator]);
      };
      const described = await describeSchema(migrated);
      assert.deepEqual(await stale(described), []);
      assert.deepEqual(await stale(described.replace("  ein text,\n", "")), [generator.path]);
      await run(migrated, "alter table organizations add column extra text");
      assert.deepEqual(await stale(described), [generator.path]);
    } finally {
      await rm(root, { recursive: true });
    }
  });

  const changes = {
    "a column's type": "alter table mails alter column attempts type bigint",
    "whether a column may be null": "alter table accounts alter column name drop not null",
    "a default": "alter table accounts alter column status drop default",
    "a check": "alter table mails drop constraint mails_kind_check",
    "a constraint's name": "alter table users rename constraint users_email_key to another_key",
    "a foreign key": "alter table accounts drop constraint accounts_organization_id_fkey",
    "an index": "drop index mails_waiting",
    "an index's condition":
      "drop index transactions_request; create index transactions_request on transactions (organization_id, request_id)",
    "a storage setting": "alter table ledger_balances set (fillfactor = 90)",
    "a comment": "comment on table events is 'Something else'",
    "a table": "drop table used_passkey_challenges",
    "a view":
      "create or replace view money_out with (security_invoker = true) as select organization_id, transaction_id, account_id, counterparty_id, -amount_minor as amount_minor, status, request_id from transactions",
    "a view's rights": "alter view money_out set (security_invoker = false)",
    "a domain": "alter domain positive_cents drop constraint positive_cents_check",
    "a setting of a function": "alter function create_payments reset jit",
    "a function": "drop function create_payments",
    "a policy": `drop policy ${POLICY} on events`,
    "row-level security": "alter table events disable row level security",
  };
  let latest: string | undefined;
  for (const [what, statement] of Object.entries(changes))
    it(`shows a change of ${what}`, async () => {
      const earlier = latest ?? (await describeSchema(migrated));
      await run(migrated, statement);
      latest = await describeSchema(migrated);
      assert.notEqual(latest, earlier);
    });

  it("is refused for objects that it does not describe", async () => {
    await run(migrated, "create type mood as enum ('good', 'bad'); create sequence loose");
    await assert.rejects(describeSchema(migrated), /does not describe these objects: relation loose, type mood/);
  });
});

const run = (database: Database, statements: string) => database.transaction((tx) => tx.script(statements));
