import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";

export interface Traffic {
  /** Statements so far, by relation. */
  readonly statements: ReadonlyMap<string, number>;
  /** Statements that waited for a lock for longer than the limit, with their error. */
  readonly delayed: readonly string[];
  /** The longest statement, in milliseconds, as its client saw it. */
  readonly slowest: { ms: number; statement: string };
  stop(): Promise<void>;
}

const PAUSE_MS = 3;

/**
 * Reads and writes of every table and view, and payments as the service stores them, in a loop. The server itself ends
 * each statement that waits for a lock for longer than the limit, so a busy machine does not count as a lock.
 */
export async function startTraffic(url: string, lockLimitMs: number): Promise<Traffic> {
  const statements = new Map<string, number>();
  const delayed: string[] = [];
  const slowest = { ms: 0, statement: "" };
  let stopped = false;
  const connect = async () => {
    const client = new pg.Client({ connectionString: url, lock_timeout: lockLimitMs, application_name: "traffic" });
    await client.connect();
    return client;
  };
  const send = async (client: pg.Client, relation: string, statement: string) => {
    const startedAt = performance.now();
    await client.query(statement).catch((error: Error & { readonly code?: string }) => {
      if (error.code !== "55P03") throw error;
      delayed.push(`${statement}: ${error.message}`);
    });
    const ms = performance.now() - startedAt;
    if (ms > slowest.ms) Object.assign(slowest, { ms, statement });
    statements.set(relation, (statements.get(relation) ?? 0) + 1);
    await sleep(PAUSE_MS);
  };
  const first = await connect();
  const { rows: relations } = await first.query<Relation>(RELATIONS);
  const loops = [
    async (client: pg.Client) => {
      for (const { name, column, kind } of relations)
        if (kind !== "v") await send(client, name, `update ${name} set ${column} = ${column} where false`);
    },
    async (client: pg.Client) => {
      for (const { name, kind } of relations)
        await send(
          client,
          name,
          `select from ${name} ${kind === "v" ? `where organization_id = ${PAYER}` : ""} limit 1`,
        );
    },
    async (client: pg.Client) => {
      for (const statement of PAYMENT) await send(client, "payments", statement);
    },
  ];
  const clients = [first, ...(await Promise.all(loops.slice(1).map(connect)))];
  const running = loops.map(async (loop, index) => {
    const client = clients[index];
    while (client && !stopped) await loop(client);
  });
  return {
    statements,
    delayed,
    slowest,
    stop: async () => {
      stopped = true;
      await Promise.all(running);
      for (const client of clients) await client.end();
    },
  };
}

/** An organization with filled tables (fill-tables.ts). */
const PAYER = "'00000000-0000-0000-0000-00000000000a'";

interface Relation {
  readonly name: string;
  readonly column: string;
  readonly kind: string;
}

/** Without those of extensions. */
const RELATIONS = `
  select c.oid::regclass::text as name, quote_ident(a.attname) as column, c.relkind as kind
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum = 1
   where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v')
     and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
     and c.relname not like 'schema_migration%'
   order by 1`;

/** Rows of a transaction that is created and sent, without the columns that a migration of a test may add. */
const PAYMENT = [
  `insert into transactions (organization_id, transaction_id, account_id, counterparty_id, amount_minor, created_at, estimated_delivery_at,
     kind, method, counterparty_name, bank_description, status)
   values (gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), -100, now(), now(),
     'outgoingPayment', 'ach', 'Traffic', 'ACH payment', 'pending')`,
  `insert into ledger_entries (organization_id, transaction_id, effect, debit_account_id, credit_account_id, amount_minor, entered_at)
   values (gen_random_uuid(), gen_random_uuid(), 'hold', gen_random_uuid(), gen_random_uuid(), 100, now())`,
  `update transactions set status = 'sent', posted_at = now()
    where organization_id = ${PAYER} and transaction_id = (
      select transaction_id from transactions where organization_id = ${PAYER} order by transaction_id limit 1)`,
];
