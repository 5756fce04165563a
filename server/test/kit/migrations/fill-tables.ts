import type pg from "pg";

/** The tables that grow with every payment, so that a migration of them is the hardest. */
const FILL: Readonly<Record<string, string>> = {
  transactions: `
    insert into transactions (organization_id, transaction_id, account_id, counterparty_id, amount_minor, created_at, estimated_delivery_at,
      kind, method, counterparty_name, bank_description, status, posted_at)
    select '00000000-0000-0000-0000-00000000000a', lpad(to_hex(n), 32, '0')::uuid, '00000000-0000-0000-0000-00000000000b',
           lpad(to_hex(n % 500), 32, 'c')::uuid, -100 - n % 1000, now(), now(), 'outgoingPayment', 'ach', 'Payee ' || n % 500,
           'ACH payment', 'sent', now()
      from generate_series(1, $rows) n`,
  ledger_entries: `
    insert into ledger_entries (organization_id, transaction_id, effect, debit_account_id, credit_account_id, amount_minor, entered_at)
    select '00000000-0000-0000-0000-00000000000a', lpad(to_hex(n), 32, '0')::uuid, 'post', '00000000-0000-0000-0000-00000000000d',
           '00000000-0000-0000-0000-00000000000e', 100 + n % 1000, now()
      from generate_series(1, $rows) n`,
};

/** Stores so many payments. Indexes other than keys are built afterwards, which is several times faster. */
export async function fillTables(owner: pg.Client, rows: number): Promise<void> {
  for (const [table, statement] of Object.entries(FILL)) {
    const { rows: indexes } = await owner.query<{ name: string; definition: string }>(
      `select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition from pg_index i
        where i.indrelid = $1::regclass and not exists (select from pg_constraint c where c.conindid = i.indexrelid)`,
      [table],
    );
    for (const { name } of indexes) await owner.query(`drop index ${name}`);
    await owner.query(statement.replace("$rows", String(rows)));
    for (const { definition } of indexes) await owner.query(definition);
    await owner.query(`vacuum analyze ${table}`);
  }
}
