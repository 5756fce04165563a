import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import type { Queryable } from "#kernel/sql/database.ts";
import { openPostgres } from "#kernel/sql/postgres.ts";
import { UNCHECKED_INSERTS } from "#kernel/sql/row-security.ts";
import { acrossOrganizations, withinOrganization } from "#kernel/sql/scope.ts";
import { type Sql, sql } from "#kernel/sql/sql.ts";
import { runUntilIdle } from "#kernel/work/worker.ts";
import { SERVING_ROLE } from "../../kit/databases/test-server.ts";
import { onSingleServer } from "../../kit/servers/single-server.ts";
import { inject, openWorld, payment, type TestOrganization, type TestWorld } from "../../kit/service/full-app.ts";

const skip = await onSingleServer(
  "clusters have no row-level security (ADR 0066); every statement of an organization goes to one worker, which the run examines",
);

/**
 * Law 30, the second line of defense: a statement without `where organization_id = …` reads, changes, and deletes only
 * rows of its scope, and none without a scope. On a PostgreSQL server, as the serving role.
 */
describe("row-level security", { skip }, () => {
  let world: TestWorld;
  let mine: TestOrganization;
  let otherOrganization: TestOrganization;
  let strict: ReturnType<typeof openPostgres>;
  let shared: ReturnType<typeof openPostgres>;
  let tables: readonly Sql[];

  before(async () => {
    world = await openWorld();
    [mine, otherOrganization] = [await world.newOrganization(), await world.newOrganization()];
    for (const organization of [mine, otherOrganization]) {
      await organization.deposit(organization.accountId, 100_000n);
      assert.equal((await inject(world.app, organization.token, payment(organization))).status, 200);
    }
    await runUntilIdle(world.app.jobs);
    strict = openPostgres({ url: world.addresses().url, poolSize: 3, sendsScope: true });
    // One connection shared by all organizations, as with PgBouncer.
    shared = openPostgres({ url: world.addresses().url, poolSize: 1, sendsScope: true });
    tables = (await world.owner().many<{ name: string }>(organizationTables)).map(({ name }) => rawName(name));
  });
  after(async () => {
    await Promise.all([strict.close(), shared.close()]);
    await world.close();
  });

  const organizationsIn = async (db: Queryable, table: Sql): Promise<readonly string[]> =>
    (await db.many<{ id: string }>(sql`select distinct organization_id as id from ${table} order by 1`)).map(
      ({ id }) => id,
    );

  it("is on for every table whose rows belong to an organization, and for every view", async () => {
    assert.ok(tables.length > 45, `${tables.length} tables`);
    assert.deepEqual(await world.owner().many(uncovered), []);
    assert.deepEqual(await world.owner().many(viewsOfTheOwner), []);
  });

  it("shows nothing without a scope, one organization's rows within one, and all across organizations", async () => {
    let filled = 0;
    for (const table of tables) {
      const everyone = await organizationsIn(world.owner(), table);
      assert.deepEqual(await organizationsIn(strict, table), [], table.text);
      assert.deepEqual(await acrossOrganizations(() => organizationsIn(strict, table)), everyone, table.text);
      const own = await withinOrganization(mine.organizationId, () => organizationsIn(strict, table));
      assert.deepEqual(
        own,
        everyone.filter((id) => id === mine.organizationId),
        table.text,
      );
      if (everyone.includes(mine.organizationId) && everyone.includes(otherOrganization.organizationId)) filled += 1;
    }
    assert.ok(filled >= 15, `only ${filled} tables hold rows of both organizations`);
  });

  it("hides other organizations' rows behind views, too", async () => {
    for (const view of [sql`ledger_postings`, sql`transaction_creations`, sql`account_balances`]) {
      assert.deepEqual(await organizationsIn(strict, view), []);
      assert.deepEqual(await withinOrganization(mine.organizationId, () => organizationsIn(strict, view)), [
        mine.organizationId,
      ]);
    }
  });

  it("a statement without the condition changes and deletes no other organization's rows", async () => {
    const changed = await withinOrganization(mine.organizationId, () =>
      strict.run(sql`update recipients set nickname = 'Mine'`),
    );
    const [{ count: own } = { count: 0n }] = await world
      .owner()
      .many<{ count: bigint }>(
        sql`select count(*) as count from recipients where organization_id = ${mine.organizationId}`,
      );
    assert.equal(BigInt(changed), own);
    assert.equal(await strict.run(sql`update recipients set nickname = 'nobody'`), 0);
    assert.equal(await strict.run(sql`delete from outbox`), 0);
    const others = await world
      .owner()
      .many(
        sql`select 1 from recipients where organization_id = ${otherOrganization.organizationId} and nickname is not null`,
      );
    assert.deepEqual(others, []);
  });

  it("inserts no row outside the scope, and moves none out of it, into any table", async () => {
    const violates = /new row violates row-level security policy/;
    /** Why the database refuses it: the policy, or a right that the role lacks. Everything else fails. */
    const refusalOf = async (work: () => Promise<unknown>, what: string): Promise<string> => {
      const { code, message } = await work().then(
        (): { code?: string; message: string } => ({ message: "accepted" }),
        (error: Error & { code?: string }) => error,
      );
      assert.equal(code, "42501", `${what}: ${message}`);
      return message;
    };
    const inserted = new Set<string>();
    const moved = new Set<string>();
    const unchecked = new Set(UNCHECKED_INSERTS);
    for (const table of tables) {
      // Checked before what else the row lacks.
      const insert = () =>
        strict.run(sql`insert into ${table} (organization_id) values (${otherOrganization.organizationId})`);
      if (!unchecked.has(table.text))
        for (const work of [() => withinOrganization(mine.organizationId, insert), insert])
          if (violates.test(await refusalOf(work, `insert into ${table.text}`))) inserted.add(table.text);
      if (!(await organizationsIn(world.owner(), table)).includes(mine.organizationId)) continue;
      const move = () => strict.run(sql`update ${table} set organization_id = ${otherOrganization.organizationId}`);
      const message = await refusalOf(() => withinOrganization(mine.organizationId, move), `update ${table.text}`);
      if (violates.test(message)) moved.add(table.text);
    }
    assert.ok(inserted.size >= tables.length - 20, `${inserted.size} of ${tables.length} tables`);
    assert.ok(moved.size >= 3, `only ${[...moved].join()} can be changed`);
  });

  it("only the tables of the hot path take rows unchecked: those into which create_payments inserts", async () => {
    const { source } = await world.owner().one<{ source: string }>(sql`
      select prosrc as source from pg_proc where proname = 'create_payments'`);
    const written = [...source.matchAll(/insert into (\w+)/g)].map(([, name = ""]) => name);
    assert.deepEqual([...new Set(written)].toSorted(), [...UNCHECKED_INSERTS]);
    const policies = await world.owner().many<{ name: string }>(sql`
      select polrelid::regclass::text as name from pg_policy where polcmd = 'a' order by 1`);
    assert.deepEqual(
      policies.map(({ name }) => name),
      [...UNCHECKED_INSERTS],
    );
  });

  it("leaves no scope on a connection that others use next", async () => {
    const seen = () => organizationsIn(shared, sql`accounts`);
    assert.deepEqual(await withinOrganization(mine.organizationId, seen), [mine.organizationId]);
    assert.deepEqual(await seen(), []);
    const failing = withinOrganization(mine.organizationId, () => shared.run(sql`select 1 / 0`));
    await assert.rejects(failing, { code: "22012" });
    assert.deepEqual(await seen(), []);
    await withinOrganization(mine.organizationId, () => shared.transaction((tx) => organizationsIn(tx, sql`accounts`)));
    assert.deepEqual(await seen(), []);
    const both = [mine, otherOrganization].map(({ organizationId }) => withinOrganization(organizationId, seen));
    assert.deepEqual(await Promise.all(both), [[mine.organizationId], [otherOrganization.organizationId]]);
  });

  it("returns the right rows to statements that share a connection, prepared or not", async () => {
    const answers = await withinOrganization(mine.organizationId, () =>
      Promise.all(
        Array.from({ length: 40 }, (_, n) =>
          shared.one<{ n: bigint; text: string }>({
            ...sql`select ${n}::bigint as n, ${`text ${n}`}::text as text`,
            ...(n % 2 === 0 ? { name: "row_security_test" } : {}),
          }),
        ),
      ),
    );
    assert.deepEqual(
      answers,
      Array.from({ length: 40 }, (_, n) => ({ n: BigInt(n), text: `text ${n}` })),
    );
    assert.equal(await withinOrganization(mine.organizationId, () => shared.run(sql`select 1 where false`)), 0);
  });

  it("cannot be disabled by the serving role", async () => {
    for (const statement of [
      "alter table recipients disable row level security",
      "drop policy organization_scope_4 on recipients",
      "create policy mine on recipients using (true)",
      "alter view ledger_postings set (security_invoker = false)",
      `alter role ${SERVING_ROLE} bypassrls`,
    ])
      await assert.rejects(
        strict.transaction((tx) => tx.script(statement)),
        { code: "42501" },
        statement,
      );
    await assert.rejects(
      acrossOrganizations(() =>
        strict.transaction(async (tx) => {
          await tx.script("set local row_security = off");
          await tx.many(sql`select 1 from recipients`);
        }),
      ),
      { code: "42501" },
    );
  });
});

const organizationTables = sql`
  select c.relname::text as name from pg_class c
   where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
     and exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'organization_id')
   order by 1`;

const uncovered = sql`
  select c.relname::text as name, c.relrowsecurity as enabled, count(p.*) as policies from pg_class c
    left join pg_policy p on p.polrelid = c.oid
   where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
     and exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'organization_id')
   group by c.oid, c.relname, c.relrowsecurity
  having not c.relrowsecurity or count(p.*) filter (where p.polcmd = '*') <> 1`;

const viewsOfTheOwner = sql`
  select relname::text as name from pg_class
   where relnamespace = 'public'::regnamespace and relkind = 'v'
     and not coalesce('security_invoker=true' = any (reloptions), false)`;

/** A table's name in a statement; names come from the catalog. */
const rawName = (name: string): Sql => ({ text: name, values: [] });
