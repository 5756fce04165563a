-- Links of invoices' pay pages end, and a person can renew them, which ends the link from before.

alter table invoices
  -- The first link is 1.
  add column if not exists pay_link integer not null default 1,
  add column if not exists pay_link_renewed_at timestamptz;
