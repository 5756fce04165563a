import type { Queryable } from "#kernel/sql/database.ts";
import { type Sql, sql } from "#kernel/sql/sql.ts";
import type { OrganizationId } from "#kernel/values/ids.ts";

/** The plan of a statement, as lines. */
export const planOf = async (db: Queryable, statement: Sql): Promise<readonly string[]> =>
  (await db.many<{ "QUERY PLAN": string }>(sql`explain ${statement}`)).map((row) => row["QUERY PLAN"]);

/** A UUIDv7 for the i-th of the given number of steps through the thirty days before the instant. */
const idAt = (end: Date, count: number): Sql => sql`
  (select (left(x.t, 8) || '-' || right(x.t, 4) || '-7' || lpad(to_hex(i % 4096), 3, '0') || '-8000-' || lpad(to_hex(i), 12, '0'))::uuid
     from (select lpad(to_hex((extract(epoch from ${end}::timestamptz) * 1000)::bigint
                              - 2592000000 + (i * (2592000000 / ${count}::bigint))::bigint), 12, '0') as t) x)`;

interface History {
  readonly accountId: string;
  readonly recipientId: string;
  readonly userId: string;
  readonly end: Date;
  readonly count: number;
}

/** Thirty days of payments, of requests, and of approvals: a tenth from the account, to the recipient, and by the person. */
export async function fillHistory(
  db: Queryable,
  organizationId: OrganizationId,
  { accountId, recipientId, userId, end, count }: History,
): Promise<void> {
  const everyTenth = (id: string, digit: number) =>
    sql`case i % 10 when ${digit}::integer then ${id}::uuid else gen_random_uuid() end`;
  const account = everyTenth(accountId, 1);
  const payee = everyTenth(recipientId, 2);
  await db.run(sql`
    insert into transactions (organization_id, transaction_id, account_id, counterparty_id, amount_minor, created_at,
                              estimated_delivery_at, kind, method, counterparty_name, bank_description, status, posted_at)
    select ${organizationId}::uuid, ${idAt(end, count)}, ${account}, ${payee}, -100, ${end}::timestamptz,
           ${end}::timestamptz, 'outgoingPayment', 'ach', 'Globex', 'ACH payment to Globex', 'sent', ${end}::timestamptz
      from generate_series(1, ${count}::integer) as i`);
  await db.run(sql`
    insert into approval_requests (organization_id, request_id, kind, account_id, recipient_id, amount_minor, method,
                                   requester_user_id, created_at, status, terms, approvers_required, requester_may_approve)
    select ${organizationId}::uuid, ${idAt(end, count)}, 'payment', ${account}, ${payee}, 100, 'ach',
           ${userId}::uuid, ${end}::timestamptz, 'pendingApproval', '', 1, false
      from generate_series(1, ${count}::integer) as i`);
  await db.run(sql`
    insert into approval_reviews (organization_id, review_id, request_id, reviewer_user_id, decision, terms, request_version, reviewed_at)
    select ${organizationId}::uuid, ${idAt(end, count)}, ${idAt(end, count)},
           ${everyTenth(userId, 3)}, 'approved', '', 1, ${end}::timestamptz
      from generate_series(1, ${count}::integer) as i`);
  await db.run(sql`analyze transactions`);
  await db.run(sql`analyze approval_requests`);
  await db.run(sql`analyze approval_reviews`);
}

/** Thirty days of changes of bank details, a tenth of them the recipient's. */
export async function fillRecipientChanges(
  db: Queryable,
  organizationId: OrganizationId,
  { recipientId, end, count }: Pick<History, "recipientId" | "end" | "count">,
): Promise<void> {
  await db.run(sql`
    insert into recipient_changes (organization_id, change_id, recipient_id, method, after_routing_id, status, in_force_id, changed_at)
    select ${organizationId}::uuid, c.id, case i % 10 when 2 then ${recipientId}::uuid else gen_random_uuid() end, 'ach',
           gen_random_uuid(), 'applied', c.id, ${end}::timestamptz
      from generate_series(1, ${count}::integer) as i
     cross join lateral (select ${idAt(end, count)} as id) c`);
  await db.run(sql`analyze recipient_changes`);
}

/** Fails one in ten of an organization's payments. A tenth of these wait, and the person has handled the others. */
export async function failSome(
  db: Queryable,
  organizationId: OrganizationId,
  { userId, at }: { readonly userId: string; readonly at: Date },
): Promise<void> {
  await db.run(sql`
    update transactions set status = 'failed', posted_at = null, failed_at = ${at}, reason_for_failure = 'R03: No account'
     where organization_id = ${organizationId} and kind = 'outgoingPayment' and right(transaction_id::text, 1) in ('3', '5')`);
  await db.run(sql`
    insert into transaction_exceptions (organization_id, status, transaction_id)
    select organization_id, status, transaction_id from transactions
     where organization_id = ${organizationId} and status = 'failed'`);
  await db.run(sql`
    insert into failure_handlings (organization_id, handling_id, transaction_id, handled_by, handled_at)
    select organization_id, transaction_id, transaction_id, ${userId}::uuid, ${at}::timestamptz from transaction_exceptions
     where organization_id = ${organizationId} and right(transaction_id::text, 2) not in ('13', '25')`);
  await db.run(sql`analyze transactions`);
  await db.run(sql`analyze transaction_exceptions`);
  await db.run(sql`analyze failure_handlings`);
}

/** New names of recipients, which took effect at once. */
export async function renameMany(
  db: Queryable,
  organizationId: OrganizationId,
  { end, count }: Pick<History, "end" | "count">,
): Promise<void> {
  await db.run(sql`
    insert into recipient_changes (organization_id, change_id, recipient_id, before_name, after_name, status, in_force_id, changed_at)
    select ${organizationId}::uuid, ${idAt(end, count)}, gen_random_uuid(), 'Globex', 'Globex ' || i, 'applied', ${idAt(end, count)},
           ${end}::timestamptz
      from generate_series(1, ${count}::integer) as i`);
  await db.run(sql`analyze recipient_changes`);
}

/** Thirty days of payments of one account, of many sizes, with the sums of their days. */
export async function fillSizes(
  db: Queryable,
  organizationId: OrganizationId,
  { accountId, recipientId, end, count }: Omit<History, "userId">,
): Promise<void> {
  await db.run(sql`
    insert into transactions (organization_id, transaction_id, account_id, counterparty_id, amount_minor, created_at,
                              estimated_delivery_at, kind, method, counterparty_name, bank_description, status, posted_at)
    select ${organizationId}::uuid, ${idAt(end, count)}, ${accountId}::uuid, ${recipientId}::uuid, -(1000 + i * 7919::bigint % 1000003),
           ${end}::timestamptz, ${end}::timestamptz, 'outgoingPayment', 'ach', 'Globex', 'ACH payment to Globex', 'sent', ${end}::timestamptz
      from generate_series(1, ${count}::integer) as i`);
  await db.run(sql`
    insert into account_days (organization_id, account_id, day, method, transactions, sent, least_minor, most_minor, last_posted_at)
    select ${organizationId}::uuid, ${accountId}::uuid, (${end}::timestamptz - i * interval '1 day')::date, 'ach', 1, 1, 1000,
           1001003, ${end}::timestamptz
      from generate_series(0, 31) as i
    on conflict do nothing`);
  await db.run(sql`analyze transactions`);
}

/** The ledger's entries of what was sent, each entered when it was made; without the sums of days. */
export async function enterSent(db: Queryable, organizationId: OrganizationId): Promise<void> {
  await db.run(sql`
    insert into ledger_entries (organization_id, transaction_id, effect, debit_account_id, credit_account_id, amount_minor, entered_at)
    select t.organization_id, t.transaction_id, 'post', t.account_id, a.ledger_account_id, abs(t.amount_minor),
           to_timestamp(('x' || lpad(left(replace(t.transaction_id::text, '-', ''), 12), 16, '0'))::bit(64)::bigint / 1000.0)
      from transactions t
      join ledger_accounts a on a.organization_id = t.organization_id and a.kind = 'external'
     where t.organization_id = ${organizationId} and t.status = 'sent'
    on conflict do nothing`);
  await db.run(sql`analyze ledger_entries`);
}

/** A word that half of the names have. */
export const COMMON_WORD = "services";
/** A word that one name has. */
export const RARE_WORD = "quixotic";

/** Recipients, which are counterparties without transactions, customers, unpaid invoices, incoming payments, and statements, with their words and sums. */
export async function fillLists(
  db: Queryable,
  organizationId: OrganizationId,
  { accountId, end, count }: { accountId: string; end: Date; count: number },
): Promise<void> {
  const rows = sql`generate_series(1, ${count}::integer) as i`;
  const id = idAt(end, count);
  const name = sql`case i when 77 then ${RARE_WORD}::text when 78 then ${RARE_WORD}::text else case i % 2 when 0 then ${COMMON_WORD}::text else 'trading' end end`;
  await db.run(sql`
    insert into recipients (organization_id, recipient_id, name, emails, created_at, updated_at)
    select ${organizationId}::uuid, ${id}, ${name}, '{}', ${end}::timestamptz, ${end}::timestamptz from ${rows}`);
  await db.run(sql`
    insert into invoice_customers (organization_id, customer_id, name, name_key, email, created_at, updated_at)
    select ${organizationId}::uuid, ${id}, ${name}, '', 'a@example.com', ${end}::timestamptz, ${end}::timestamptz from ${rows}`);
  await db.run(sql`
    insert into search_words (organization_id, kind, word, item_id)
    select ${organizationId}::uuid, k.kind, ${name}, ${id} from ${rows} cross join (values ('recipient'), ('customer'), ('counterparty')) k (kind)`);
  await db.run(sql`
    insert into invoices (organization_id, invoice_id, customer_id, destination_account_id, invoice_number, number_key, currency_code,
                          invoice_date, due_date, cc_emails, ach_debit_enabled, credit_card_enabled, use_real_account_number,
                          amount_minor, tax_minor, created_at, updated_at)
    select ${organizationId}::uuid, ${id}, ${id}, ${accountId}::uuid, i::text, i::text, 'USD', ${end}::date, ${end}::date + i % 60 - 1,
           '{}', false, false, false, 100, 0, ${end}::timestamptz, ${end}::timestamptz
      from ${rows}`);
  await db.run(sql`
    insert into incoming_payments (organization_id, transaction_id, account_id, amount_minor, matched_minor, payer_name, received_at,
                                   customer_id, status)
    select ${organizationId}::uuid, ${id}, ${accountId}::uuid, 100, 50, 'Globex', ${end}::timestamptz, ${id}, 'matched' from ${rows}`);
  for (const table of [
    sql`recipients`,
    sql`invoice_customers`,
    sql`search_words`,
    sql`invoices`,
    sql`incoming_payments`,
  ])
    await db.run(sql`analyze ${table}`);
}

interface Categorized {
  readonly accountId: string;
  readonly categoryId: string;
  readonly end: Date;
  readonly count: number;
}

/**
 * Thirty days of payments of which one in a hundred has no category and one in a hundred has the given one, and sums of
 * this and other organizations.
 */
export async function fillCategories(
  db: Queryable,
  organizationId: OrganizationId,
  { accountId, categoryId, end, count }: Categorized,
): Promise<void> {
  await db.run(sql`
    insert into transactions (organization_id, transaction_id, account_id, counterparty_id, amount_minor, created_at,
                              estimated_delivery_at, kind, method, counterparty_name, bank_description, status, posted_at, category_id)
    select ${organizationId}::uuid, ${idAt(end, count)}, ${accountId}::uuid, gen_random_uuid(), -100, ${end}::timestamptz,
           ${end}::timestamptz, 'outgoingPayment', 'ach', 'Globex', 'ACH payment to Globex', 'sent', ${end}::timestamptz,
           case i % 100 when 0 then null when 1 then ${categoryId}::uuid else gen_random_uuid() end
      from generate_series(1, ${count}::integer) as i`);
  const organization = sql`case i % 20 when 0 then ${organizationId}::uuid else gen_random_uuid() end`;
  await db.run(sql`
    insert into account_days (organization_id, account_id, day, method, transactions, sent, least_minor, most_minor)
    select ${organization}, gen_random_uuid(), (${end}::timestamptz - i % 1000 * interval '1 day')::date, 'ach', 1, 1, 100, 100
      from generate_series(1, 20000) as i`);
  await db.run(sql`
    insert into category_months (organization_id, month, category_id, account_id, out_minor, out_transactions, in_minor, in_transactions)
    select ${organization}, date_trunc('month', ${end}::timestamptz - i % 40 * interval '30 days')::date, gen_random_uuid(),
           gen_random_uuid(), 100, 1, 0, 0
      from generate_series(1, 20000) as i`);
  for (const table of [sql`transactions`, sql`account_days`, sql`category_months`]) await db.run(sql`analyze ${table}`);
}

interface Log {
  readonly end: Date;
  readonly count: number;
  readonly userId: string;
  readonly resourceId: string;
}

/** An audit log of payments and their changes, in which users, other actions, and other resources are rare. */
export async function fillAuditLog(
  db: Queryable,
  organizationId: OrganizationId,
  { end, count, userId, resourceId }: Log,
): Promise<void> {
  await db.run(sql`
    insert into audit_log (organization_id, audit_id, at, actor_type, actor_id, action, resource_type, resource_id, after)
    select ${organizationId}::uuid, ${idAt(end, count)}, ${end}::timestamptz,
           (case i % 100 when 0 then 'user' when 1 then 'operator' else 'token' end)::actor_type,
           case i % 100 when 0 then ${userId} else gen_random_uuid()::text end,
           case i % 100 when 0 then 'recipient.update' when 1 then 'webhook.update'
                else case i % 2 when 0 then 'transaction.create' else 'transaction.confirm' end end,
           case i % 100 when 0 then 'recipient' when 1 then 'webhook' else 'transaction' end,
           case i % 100 when 0 then ${resourceId} else gen_random_uuid()::text end, '{"name":"Globex"}'
      from generate_series(1, ${count}::integer) as i`);
  await db.run(sql`analyze audit_log`);
}

/** Payments with their audit rows, all of a moment ago, in tables that have no statistics yet. */
export async function fillYoungTables(
  db: Queryable,
  organizationId: OrganizationId,
  { accountId, recipientId, end, count }: Omit<History, "userId">,
): Promise<void> {
  const id = sql`('0197000000007000800' || lpad(to_hex(i), 13, '0'))::uuid`;
  await db.run(sql`alter table transactions set (autovacuum_enabled = false)`);
  await db.run(sql`alter table audit_log set (autovacuum_enabled = false)`);
  await db.run(sql`alter table events set (autovacuum_enabled = false)`);
  await db.run(sql`
    insert into transactions (organization_id, transaction_id, account_id, counterparty_id, amount_minor, created_at,
                              estimated_delivery_at, kind, method, counterparty_name, bank_description, status)
    select ${organizationId}::uuid, ${id}, ${accountId}::uuid, ${recipientId}::uuid, -100, ${end}::timestamptz,
           ${end}::timestamptz, 'outgoingPayment', 'ach', 'Globex', 'ACH payment to Globex', 'pending'
      from generate_series(1, ${count}::integer) as i`);
  await db.run(sql`
    insert into events (organization_id, event_id, resource_type, resource_id, resource_version, operation, occurred_at)
    select ${organizationId}::uuid, ${id}, 'transaction', ${id}, 1, 'create', ${end}::timestamptz
      from generate_series(1, ${count}::integer) as i`);
  await db.run(sql`
    insert into audit_log (organization_id, audit_id, at, actor_type, actor_id, action, resource_type, resource_id)
    select ${organizationId}::uuid, ${id}, ${end}::timestamptz, 'token', 'token', 'transaction.create', 'transaction', ${id}::text
      from generate_series(2, ${count}::integer) as i`);
}

/**
 * Real-time payments that a bank has and has not answered, each in a message of its own, in tables that were analyzed when
 * they were nearly empty.
 */
export async function fillYoungTransfers(
  db: Queryable,
  organizationId: OrganizationId,
  { connectionId, accountId, end, count }: { connectionId: string; accountId: string; end: Date; count: number },
): Promise<void> {
  const id = (kind: number) => sql`(${`0197000${kind}-0000-7000-8000-`} || lpad(to_hex(i), 12, '0'))::uuid`;
  const tables = [sql`transfers`, sql`bank_orders`, sql`bank_order_contents`];
  for (const table of tables) await db.run(sql`alter table ${table} set (autovacuum_enabled = false)`);
  for (const [from, to] of [
    [1, 10],
    [11, count],
  ]) {
    const rows = sql`generate_series(${from}::integer, ${to}::integer) as i`;
    await db.run(sql`
      insert into transfers (organization_id, transaction_id, state, file_id, connection_id, end_to_end_id, uetr, amount_minor, ask_at)
      select ${organizationId}::uuid, ${id(0)}, 'sent', ${id(1)}, ${connectionId}::uuid, 'E' || i, ${id(2)}, 100, ${end}::timestamptz
        from ${rows}`);
    await db.run(sql`
      insert into bank_orders (organization_id, transaction_id, state, rail, account_id, recipient_id, routing_id, amount_minor,
                               ordered_at, connection_id, window_at, file_id, position, reference)
      select ${organizationId}::uuid, ${id(0)}, 'filed', 'realTime', ${accountId}::uuid, ${id(3)}, ${id(4)}, 100,
             ${end}::timestamptz, ${connectionId}::uuid, ${end}::timestamptz, ${id(1)}, 1, 'E' || i
        from ${rows}`);
    await db.run(sql`
      insert into bank_order_contents (organization_id, transaction_id, content)
      select ${organizationId}::uuid, ${id(0)}, '\\x00' from ${rows}`);
    if (from === 1) for (const table of tables) await db.run(sql`analyze ${table}`);
  }
}
