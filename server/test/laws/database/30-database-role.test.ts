import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import pg from "pg";
import { openPostgres } from "#kernel/sql/postgres.ts";
import { grantServingRole } from "#kernel/sql/serving-role.ts";
import { type FreshDatabase, freshDatabase } from "../../kit/databases/databases.ts";
import { SERVING_ROLE } from "../../kit/databases/test-server.ts";

/**
 * Law 30: the serving role of PostgreSQL has the privileges that the service needs, and no others. (Every other test
 * proves that they suffice: on a PostgreSQL server, all tests run as this role.)
 */
describe("the serving role", () => {
  let database: FreshDatabase;
  let owner: pg.Client;
  let serving: pg.Client;

  before(async () => {
    database = await freshDatabase();
    // A copy of a database has the privileges on its tables, but not those on the database.
    const granting = openPostgres({ url: database.ownerUrl, poolSize: 1 });
    await grantServingRole(granting, SERVING_ROLE);
    await granting.close();
    owner = new pg.Client({ connectionString: database.ownerUrl });
    serving = new pg.Client({ connectionString: database.url });
    await Promise.all([owner.connect(), serving.connect()]);
  });
  after(async () => {
    await Promise.all([owner.end(), serving.end()]);
    await database.drop();
  });

  /** Each runs in a transaction that is rolled back, so that a statement that succeeds does not affect the next. */
  const refuses = async (statement: string) => {
    await serving.query("begin");
    try {
      await assert.rejects(serving.query(statement), { code: "42501" }, statement);
    } finally {
      await serving.query("rollback");
    }
  };

  it("is no superuser, owns nothing, and is a member of no role", async () => {
    const { rows } = await owner.query(
      `select rolsuper or rolcreaterole or rolcreatedb or rolbypassrls as powers,
              (select count(*)::int from pg_class where relowner = r.oid) as owned,
              (select count(*)::int from pg_auth_members where member = r.oid) as roles
         from pg_roles r where rolname = $1`,
      [SERVING_ROLE],
    );
    assert.deepEqual(rows, [{ powers: false, owned: 0, roles: 0 }]);
  });

  it("cannot update, delete, or truncate ledger entries, events, audit rows, and seals", async () => {
    for (const table of ["ledger_entries", "ledger_accounts", "events", "audit_log", "audit_seals"]) {
      await refuses(`update ${table} set organization_id = organization_id`);
      await refuses(`delete from ${table}`);
      await refuses(`truncate ${table}`);
    }
  });

  it("cannot change a transaction's original terms or a version of bank details", async () => {
    for (const column of ["amount_minor", "account_id", "counterparty_id", "created_at", "key_digest", "routing_id"])
      await refuses(`update transactions set ${column} = ${column}`);
    for (const column of ["recipient_id", "method", "public_details", "seal"])
      await refuses(`update recipient_routings set ${column} = ${column}`);
    await refuses("delete from transactions");
    await refuses("delete from recipient_routings");
    await refuses("update approval_reviews set decision = 'approved'");
  });

  it("can delete only from tables whose rows expire, cannot truncate, and can reach every table", async () => {
    // Without the views of extensions, such as Citus's.
    const { rows } = await owner.query<{ name: string; reads: boolean; truncates: boolean; references: boolean }>(
      `select relname as name, has_table_privilege($1, oid, 'select') as reads, has_table_privilege($1, oid, 'truncate') as truncates,
              has_table_privilege($1, oid, 'references, trigger') as references
         from pg_class c where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm')
          and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')`,
      [SERVING_ROLE],
    );
    assert.ok(rows.length > 40, `${rows.length} tables`);
    const missing = rows.filter(({ reads }) => !reads).map(({ name }) => name);
    assert.deepEqual(missing, [], "tables without a line in migrations/serving-role.sql");
    assert.deepEqual(
      rows.filter(({ truncates, references }) => truncates || references),
      [],
    );
  });

  it("cannot change the schema", async () => {
    for (const statement of [
      "create table mine (id integer)",
      "create temporary table transactions (id integer)",
      "create view mine as select 1",
      "create function mine() returns integer language sql as 'select 1'",
      "create schema mine",
      "create extension pgcrypto",
      "create trigger mine before insert on ledger_entries for each row execute function suppress_redundant_updates_trigger()",
      "create rule mine as on insert to ledger_entries do instead nothing",
      "alter table ledger_entries add column mine integer",
      "alter table ledger_entries disable trigger all",
      "alter table ledger_entries owner to current_user",
      "alter domain positive_cents drop constraint positive_cents_check",
      "drop table ledger_entries",
      "drop index ledger_balances_in_doubt",
      "drop function create_payments",
      "create index mine on events (event_id)",
      "comment on table events is 'mine'",
      "insert into schema_migrations values (9999, 'mine', '')",
      "insert into serving_roles (role_name, checksum) values ('mine', '')",
      "alter role postgres nologin",
      "set role postgres",
    ])
      await refuses(statement);
  });

  it("no function is executable by every role", async () => {
    const { rows } = await owner.query(
      `select p.oid::regprocedure::text as name, has_function_privilege('public', p.oid, 'execute') as everyone, p.prosecdef as definer
         from pg_proc p where pronamespace = 'public'::regnamespace`,
    );
    assert.ok(rows.length > 0);
    for (const { name, everyone, definer } of rows) {
      assert.equal(everyone, false, name);
      assert.equal(definer, false, `${name} would run with the rights of the owner`);
    }
  });
});
