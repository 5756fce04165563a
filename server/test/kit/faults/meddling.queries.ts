import type { Queryable } from "#kernel/sql/database.ts";
import { sql } from "#kernel/sql/sql.ts";
import type { OrganizationId, TransactionId } from "#kernel/values/ids.ts";

// What a faulty migration or the database's owner can do without an error from PostgreSQL.

/** From now on, updates of transactions change no row. */
export const skipUpdates = async (owner: Queryable): Promise<void> => {
  await owner.run(sql`create function meddle() returns trigger language plpgsql as 'begin return null; end'`);
  await owner.run(sql`create trigger meddle before update on transactions for each row execute function meddle()`);
};

/** From now on, updates of transactions do not change the version. */
export const keepVersions = async (owner: Queryable): Promise<void> => {
  await owner.run(sql`
    create function meddle() returns trigger language plpgsql as 'begin new.version := old.version; return new; end'`);
  await owner.run(sql`create trigger meddle before update on transactions for each row execute function meddle()`);
};

/** From now on, updates of balances change no row. */
export const skipBalances = async (owner: Queryable): Promise<void> => {
  await owner.run(sql`create function meddle() returns trigger language plpgsql as 'begin return null; end'`);
  await owner.run(sql`create trigger meddle before update on ledger_balances for each row execute function meddle()`);
};

/** Calls create_payments for one payment, with these arguments as SQL; all others are null, or arrays of one null. */
export const callCreatePayments = async (
  owner: Queryable,
  given: Readonly<Record<string, string>>,
): Promise<unknown> => {
  const parameters = await owner.many<{ name: string; type: string }>(sql`
    select unnest(proargnames) as name, unnest(proargtypes::oid[])::regtype::text as type
      from pg_proc where proname = 'create_payments'`);
  const args = parameters.map(
    ({ name, type }) => `${name} => ${given[name] ?? (type.endsWith("[]") ? `array[null]::${type}` : "null")}`,
  );
  return owner.run({ text: `select create_payments(${args.join(", ")})`, values: [] });
};

/** Removes whichever trigger is active. */
export const removeMeddling = (owner: Queryable) => owner.run(sql`drop function meddle() cascade`);

/** Adds cents to the ledger's hold for a payment. */
export const changeHold = (
  owner: Queryable,
  organizationId: OrganizationId,
  { transactionId, byMinor }: { transactionId: TransactionId; byMinor: bigint },
) =>
  owner.run(sql`
  update ledger_entries set amount_minor = amount_minor + ${byMinor}
   where organization_id = ${organizationId} and transaction_id = ${transactionId} and effect = 'hold'`);
