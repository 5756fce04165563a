import type { Tx } from "#kernel/sql/database.ts";
import { sql } from "#kernel/sql/sql.ts";
import type { OrganizationId } from "#kernel/values/ids.ts";

/** A transaction of which only what lists filter by matters. */
export interface ListedTransaction {
  readonly id: string;
  readonly accountId: string;
  readonly counterpartyId: string;
  readonly name: string;
  readonly amountMinor: bigint;
  readonly kind: string;
  readonly method: string | null;
  readonly description: string;
  readonly status: "sent" | "cancelled";
  readonly feeForId: string | null;
}

export async function insertListed(
  tx: Tx,
  organizationId: OrganizationId,
  rows: readonly ListedTransaction[],
  at: Date,
) {
  await tx.run(sql`
  insert into transactions (organization_id, transaction_id, account_id, counterparty_id, amount_minor, created_at, estimated_delivery_at,
                            kind, method, counterparty_name, bank_description, status, posted_at, fee_for_id)
  select ${organizationId}::uuid, t.id, t.account_id, t.counterparty_id, t.amount_minor, ${at}::timestamptz, ${at}::timestamptz, t.kind,
         t.method, t.name, t.description, t.status, case t.status when 'sent' then ${at}::timestamptz end, t.fee_for_id
    from unnest(${rows.map(({ id }) => id)}::uuid[], ${rows.map(({ accountId }) => accountId)}::uuid[],
                ${rows.map(({ counterpartyId }) => counterpartyId)}::uuid[], ${rows.map(({ name }) => name)}::text[],
                ${rows.map(({ amountMinor }) => amountMinor.toString())}::bigint[], ${rows.map(({ kind }) => kind)}::text[],
                ${rows.map(({ method }) => method)}::text[], ${rows.map(({ description }) => description)}::text[],
                ${rows.map(({ status }) => status)}::text[], ${rows.map(({ feeForId }) => feeForId)}::uuid[])
           as t (id, account_id, counterparty_id, name, amount_minor, kind, method, description, status, fee_for_id)`);
  const rare = rows.filter(({ status }) => status === "cancelled").map(({ id }) => id);
  await tx.run(sql`
  insert into transaction_exceptions (organization_id, status, transaction_id)
  select ${organizationId}::uuid, 'cancelled', id from unnest(${rare}::uuid[]) as id`);
  await tx.run(sql`
  insert into account_days (organization_id, account_id, day, method, transactions, sent, least_minor, most_minor, last_posted_at)
  select organization_id, account_id, (uuid_time.at at time zone 'UTC')::date, coalesce(method, 'none'), count(*), count(*) filter (where status = 'sent'),
         min(abs(amount_minor)), max(abs(amount_minor)), ${at}::timestamptz
    from transactions
   cross join lateral (
     select to_timestamp(('x' || left(replace(transaction_id::text, '-', ''), 12))::bit(48)::bigint / 1000.0) as at) uuid_time
   where organization_id = ${organizationId}
   group by 1, 2, 3, 4
  on conflict (organization_id, account_id, day, method) do update
    set transactions = excluded.transactions, sent = excluded.sent, least_minor = excluded.least_minor, most_minor = excluded.most_minor`);
}
