import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { before, describe, it } from "node:test";
import pg from "pg";
import { provenTables } from "#kernel/sql/proven-table.ts";
import { POLICY } from "#kernel/sql/row-security.ts";
import { sql } from "#kernel/sql/sql.ts";
import { fillHistory } from "../../kit/databases/plans.queries.ts";
import { onSingleServer } from "../../kit/servers/single-server.ts";
import { inject, openWorldOfFile, payment, TEST_NOW } from "../../kit/service/full-app.ts";

/**
 * The lookups of create_payments, planned with its settings (0012_create_payments.sql): row-level security must not
 * make the planner choose another index. A comparison of UUIDs in the policy did, and calls became forty times slower.
 */
const lookUps = {
  "the payment with the same key": `
    select transaction_id from transactions t
     where t.key_digest = $1::uuid and t.organization_id is not distinct from $2::uuid`,
  "a payment like it": `
    select transaction_id from transactions t
     where t.guard_digest = any (array[1, 2]::bigint[]) and t.organization_id is not distinct from $2::uuid
       and t.account_id is not distinct from $1::uuid and t.counterparty_id is not distinct from $1::uuid
       and t.amount_minor = 1 and t.method = 'ach' and t.status in ('pending', 'sent') and t.created_at > now() - interval '1 day'
     limit 1`,
  "the recipient": `
    select name from generate_series(1, 3) as i
      left join recipients r on r.organization_id = $2::uuid and r.recipient_id = $1::uuid and r.status = 'active'`,
  "the balances": `
    select ledger_account_id from ledger_balances
     where organization_id = $2::uuid and ledger_account_id = any (array[$1]::uuid[]) order by ledger_account_id for no key update`,
} as const;

const skip = await onSingleServer("it pins the plans of a single server");

const world = await openWorldOfFile();
const organization = await world.newOrganization();

describe("the plans of the hot path", { skip }, () => {
  before(async () => {
    await organization.deposit(organization.accountId, 100_000n);
    for (let amount = 1; amount <= 30; amount += 1)
      assert.equal((await inject(world.app, organization.token, payment(organization, { amount }))).status, 200);
  });

  /** The plan under the function's settings, without what row-level security adds. */
  async function planOf(url: string, statement: string): Promise<readonly string[]> {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    try {
      const { organizationId } = organization;
      await client.query(`
        begin; set local bursar.organization_id = '${organizationId}'; set local plan_cache_mode = force_generic_plan;
        set local enable_seqscan = off; set local enable_bitmapscan = off; set local enable_hashjoin = off;
        set local enable_mergejoin = off; set local enable_material = off; prepare look_up (uuid, uuid) as ${statement}`);
      const { rows } = await client.query(
        `explain (costs off) execute look_up ('${organizationId}', '${organizationId}')`,
      );
      return rows
        .map((row) => String(row["QUERY PLAN"]).trim())
        .filter((line) => /Scan|Join|Loop|Index Cond/.test(line) && !line.includes("SubPlan"));
    } finally {
      await client.end();
    }
  }

  for (const [name, statement] of Object.entries(lookUps)) {
    it(`is the same for the serving role: ${name}`, async () => {
      const { url, ownerUrl } = world.addresses();
      const plan = await planOf(ownerUrl, statement);
      assert.ok(
        plan.some((line) => line.includes("Index")),
        plan.join("\n"),
      );
      assert.deepEqual(await planOf(url, statement), plan);
    });
  }

  /** How many rows of a table a statement read through indexes or otherwise, as the serving role and in its scope. */
  async function rowsRead(table: string, statement: string, values: readonly unknown[]): Promise<number> {
    const client = new pg.Client({ connectionString: world.addresses().url });
    await client.connect();
    try {
      await client.query(`begin; set local bursar.organization_id = '${organization.organizationId}'`);
      await client.query(statement, [...values]);
      const { rows } = await client.query(
        "select coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0) as read from pg_stat_xact_user_tables where relname = $1",
        [table],
      );
      return Number(rows[0]?.read);
    } finally {
      await client.end();
    }
  }

  it("create_payments reads no other payment, whatever its arguments compute", async () => {
    const { organizationId, accountId, recipientId, tokenId } = organization;
    const decide = `
      select create_payments($1, interval '1 day', null, array[$2::uuid], array[$3::uuid, $3::uuid], array[$2::uuid, $2::uuid],
        array[$4::uuid, $4::uuid], array[7000, 7001]::bigint[], array['ach', 'ach'], array[now(), now()], array[now(), now()],
        array[now(), now()], array[null, null]::text[], array[null, null]::text[], array[null, null]::text[],
        array[gen_random_uuid(), gen_random_uuid()], array[11, 12, 13, 14]::bigint[], array[$5::uuid, $5::uuid],
        array[null, null]::uuid[], array[null, null]::uuid[], array[null, null]::bigint[], current_date,
        array[$3::uuid, $3::uuid], array[$3::uuid, $3::uuid], array[null, null]::text[], array[null, null]::text[],
        decode(repeat('00', 64), 'hex'), true) as result`;
    const values = [organizationId, accountId, randomUUID(), recipientId, tokenId];
    assert.equal(await rowsRead("transactions", decide, values), 0);
  });

  it("a row's proof is found by its subject, not among all proofs", async () => {
    await world.owner().run(sql`
      insert into row_proofs (organization_id, subject, version, proof)
      select ${organization.organizationId}::uuid, 'users/' || i, 1, '\\x00' from generate_series(1, 2000) as i`);
    await world.owner().run(sql`analyze row_proofs`);
    assert.ok(provenTables().length > 30, "the modules that declare tables are loaded");
    for (const table of provenTables()) {
      const statement = `select ${table.text.proof("t")} from ${table.name} t where t.organization_id = $1`;
      const read = await rowsRead("row_proofs", statement, [organization.organizationId]);
      assert.ok(read < 100, `${table.name}: ${read} proofs`);
    }
  });

  it("an audit row finds its payment by ID, not among all of them", async () => {
    const { organizationId, accountId, recipientId } = organization;
    const end = TEST_NOW;
    await fillHistory(world.owner(), organizationId, { accountId, recipientId, userId: accountId, end, count: 5_000 });
    const plan = await planOf(
      world.addresses().url,
      "select after from audit_rows where organization_id = $2::uuid and audit_id = $1::uuid",
    );
    assert.ok(
      plan.some((line) => /Index Cond:.*\btransaction_id = /.test(line)),
      plan.join("\n"),
    );
  });

  it("would differ with a policy that can use an index", async () => {
    const { url } = world.addresses();
    const before = await Promise.all(Object.values(lookUps).map((statement) => planOf(url, statement)));
    for (const table of ["transactions", "recipients", "ledger_balances"])
      await world.owner().run({
        text: `alter policy ${POLICY} on ${table} using (organization_id = current_setting('bursar.organization_id', true)::uuid)`,
        values: [],
      });
    const afterwards = await Promise.all(Object.values(lookUps).map((statement) => planOf(url, statement)));
    assert.notDeepEqual(afterwards, before);
  });
});
