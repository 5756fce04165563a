import type { Database } from "#kernel/sql/database.ts";
import { sql } from "#kernel/sql/sql.ts";
import type { OrganizationId } from "#kernel/values/ids.ts";

export const bookedPayments = (db: Database, organizationId: OrganizationId) =>
  db.many<{
    id: string;
    account_id: string;
    recipient_id: string;
    amount_minor: bigint;
    status: string;
    request_id: string | null;
    events: string[] | null;
    audits: bigint;
    check_numbers: string[] | null;
  }>(sql`
    select t.transaction_id as id, t.account_id, t.counterparty_id as recipient_id, -t.amount_minor::bigint as amount_minor,
           t.status::text, t.request_id, c.check_numbers, e.events, coalesce(a.audits, 0)::bigint as audits
      from transactions t
      left join (
        select resource_id, array_agg(resource_version || ' ' || coalesce(merge_patch::json ->> 'status',
                 case operation::text when 'create' then 'pending' else 'edited' end) order by resource_version) as events
          from events where organization_id = ${organizationId} and resource_type = 'transaction'
         group by resource_id) e on e.resource_id = t.transaction_id
      left join (
        select resource_id, count(*) as audits
          from audit_log where organization_id = ${organizationId} and resource_type = 'transaction'
         group by resource_id) a on a.resource_id = t.transaction_id::text
      left join (
        select transaction_id, array_agg(check_number::text order by check_number) as check_numbers
          from checks where organization_id = ${organizationId} group by transaction_id) c on c.transaction_id = t.transaction_id
     where t.organization_id = ${organizationId} and t.kind = 'outgoingPayment'
     order by t.transaction_id`);

/** Each account's stored balances, and what its entries add up to. */
export const bookedAccounts = (db: Database, organizationId: OrganizationId) =>
  db.many<{
    account_id: string;
    available_minor: bigint;
    held_minor: bigint;
    entered_minor: bigint;
    entered_held_minor: bigint;
    is_stopped: boolean;
  }>(sql`
    with entered as (
      select account_id,
             sum(case effect when 'hold' then -amount_minor when 'release' then amount_minor when 'post' then 0
                      else case when is_credit then amount_minor else -amount_minor end end)::bigint as available_minor,
             sum(case effect when 'hold' then amount_minor when 'release' then -amount_minor when 'post' then -amount_minor
                      else 0 end)::bigint as held_minor
        from (select effect, amount_minor::bigint, debit_account_id as account_id, false as is_credit
                from ledger_entries where organization_id = ${organizationId}
               union all
              select effect, amount_minor::bigint, credit_account_id, true
                from ledger_entries where organization_id = ${organizationId} and credit_account_id <> debit_account_id) e
       group by account_id)
    select a.account_id, b.available_minor, b.held_minor::bigint, b.stop_reason is not null as is_stopped,
           coalesce(e.available_minor, 0)::bigint as entered_minor, coalesce(e.held_minor, 0)::bigint as entered_held_minor
      from accounts a
      join ledger_balances b on b.organization_id = a.organization_id and b.ledger_account_id = a.account_id
      left join entered e on e.account_id = a.account_id
     where a.organization_id = ${organizationId}
     order by a.account_id`);

export const bookedRequests = (db: Database, organizationId: OrganizationId) =>
  db.many<{ request_id: string; status: string; transaction_id: string | null }>(sql`
    select request_id, status, transaction_id from approval_requests
     where organization_id = ${organizationId} order by request_id`);

/** The sum of all stored balances, which is 0 as each entry takes from one what it gives to another. */
export const sumOfBalances = (db: Database, organizationId: OrganizationId) =>
  db.one<{ total: bigint }>(sql`
    select coalesce(sum(available_minor + held_minor), 0)::bigint as total from ledger_balances
     where organization_id = ${organizationId}`);

export const countBankTrouble = (db: Database, organizationId: OrganizationId) =>
  db.one<{ quarantined: bigint; items: bigint; approvals: bigint; unsealed: bigint }>(sql`
    select (select count(*) from bank_files where organization_id = ${organizationId} and state = 'quarantined') as quarantined,
           (select count(*) from bank_file_items where organization_id = ${organizationId}) as items,
           (select count(*) from audit_log where organization_id = ${organizationId}
               and action = 'approvalRequest.approve') as approvals,
           (select count(*) from outbox where organization_id = ${organizationId}) as unsealed`);

/** Payments that have not left. */
export const countPending = (db: Database, organizationId: OrganizationId) =>
  db.one<{ total: bigint }>(sql`
    select count(*) as total from transactions where organization_id = ${organizationId} and status = 'pending'`);

/** What still waits for a program. */
export const unfinishedWork = (db: Database, organizationId: OrganizationId) =>
  db.many<{ what: string; total: bigint }>(sql`
    select 'outbox of ' || topic as what, count(*) as total from outbox
     where organization_id = ${organizationId} group by topic
     union all
    select 'webhooks ' || state, count(*) from webhook_deliveries
     where organization_id = ${organizationId} and state <> 'delivered' group by state
     union all
    select 'bank file ' || direction || ' ' || state, count(*) from bank_files
     where organization_id = ${organizationId} and state not in ('processed', 'repeated', 'quarantined', 'dismissed', 'acknowledged', 'sent', 'rejected')
     group by direction, state
     union all
    select 'emails ' || status, count(*) from mails
     where organization_id = ${organizationId} and status = 'waiting' group by status
     union all
    select 'invoice letters ' || status, count(*) from invoice_letters
     where organization_id = ${organizationId} and status = 'waiting' group by status
     union all
    select 'answers ' || disposition, count(*) from file_answers
     where organization_id = ${organizationId} and disposition in ('waiting', 'parked') group by disposition
     order by what`);

/** What banks booked, as their statements say. */
export const bankMovements = (db: Database, organizationId: OrganizationId) =>
  db.many<{ account_id: string; amount_minor: bigint; state: string; code: string }>(sql`
    select account_id, amount_minor::bigint, state, code from bank_movements
     where organization_id = ${organizationId} and state <> 'withdrawn' order by account_id, movement_id`);

/** What each is paid by, as its matches say. */
export const bookedInvoices = (db: Database, organizationId: OrganizationId) =>
  db.many<{
    invoice_id: string;
    invoice_number: string;
    status: string;
    amount_minor: bigint;
    paid_minor: bigint;
    matched_minor: bigint;
  }>(sql`
    select i.invoice_id, i.invoice_number, i.status, i.amount_minor::bigint, i.paid_minor::bigint,
           coalesce(sum(m.amount_minor), 0)::bigint as matched_minor
      from invoices i
      left join invoice_matches m
        on m.organization_id = i.organization_id and m.invoice_id = i.invoice_id and m.status = 'active'
     where i.organization_id = ${organizationId}
     group by i.organization_id, i.invoice_id order by i.invoice_id`);

/** What each pays, as its matches say. */
export const incomingPayments = (db: Database, organizationId: OrganizationId) =>
  db.many<{ account_id: string; amount_minor: bigint; paid_minor: bigint; matched_minor: bigint }>(sql`
    select p.account_id, p.amount_minor::bigint, p.matched_minor::bigint as paid_minor,
           coalesce(sum(m.amount_minor), 0)::bigint as matched_minor
      from incoming_payments p
      left join invoice_matches m
        on m.organization_id = p.organization_id and m.transaction_id = p.transaction_id and m.status = 'active'
     where p.organization_id = ${organizationId}
     group by p.organization_id, p.transaction_id order by p.transaction_id`);

export const unprovenRows = (db: Database) =>
  db.many<{ row: string }>(sql`
    select distinct table_name || ' ' || row_key as row from unproven_rows order by row`);

/**
 * Leases of deliveries are kept by PostgreSQL's clock, which does not pass the days of a simulation. Between rounds, only
 * dead processes still have some.
 */
export const endLeases = (db: Database) =>
  db.run(sql`update webhook_deliveries set claimed_until = null where claimed_until is not null`);
