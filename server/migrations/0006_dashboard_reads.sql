-- What the dashboard reads without walking transactions, and rules that bind direct send (ADR 0015).

-- What entered and left each of the organisation's own accounts on each New York day: charts add up days, not transactions.
-- Written beside the entries, under the account's lock, by whatever moves money for good (post, reverse, transfer, deposit);
-- a hold moves none, so the hot path writes nothing here. A day's sums and the present balance give every balance before.
create table ledger_days (
  organization_id uuid not null,
  ledger_account_id uuid not null,
  day date not null,
  -- From and to the outside; a payment that came back is in.
  in_minor nonnegative_cents not null,
  out_minor nonnegative_cents not null,
  -- From and to the organisation's other accounts.
  moved_in_minor nonnegative_cents not null,
  moved_out_minor nonnegative_cents not null,
  primary key (organization_id, ledger_account_id, day)
) with (fillfactor = 50);
create index ledger_days_by_day on ledger_days (organization_id, day);

insert into ledger_days (organization_id, ledger_account_id, day, in_minor, out_minor, moved_in_minor, moved_out_minor)
select p.organization_id, p.ledger_account_id, (p.entered_at at time zone 'America/New_York')::date,
       coalesce(sum(p.amount_minor) filter (where p.effect <> 'transfer' and p.amount_minor > 0), 0)::bigint,
       coalesce(-sum(p.amount_minor) filter (where p.effect <> 'transfer' and p.amount_minor < 0), 0)::bigint,
       coalesce(sum(p.amount_minor) filter (where p.effect = 'transfer' and p.amount_minor > 0), 0)::bigint,
       coalesce(-sum(p.amount_minor) filter (where p.effect = 'transfer' and p.amount_minor < 0), 0)::bigint
  from ledger_postings p
  join ledger_accounts a using (organization_id, ledger_account_id)
 where a.kind = 'bankAccount' and p.effect in ('post', 'reverse', 'transfer', 'deposit')
 group by 1, 2, 3;

-- Both kinds of requests in one queue.
create index approval_requests_queue on approval_requests (organization_id, status, request_id);

-- A direct send that such a rule would decide is refused. Whether there is one stands with the organisation, where each
-- look-up of a token finds it: payments of organisations without such a rule ask for nothing more.
alter table approval_rules add column binds_direct_send boolean not null default false;
alter table organizations add column direct_send_bound boolean not null default false;
