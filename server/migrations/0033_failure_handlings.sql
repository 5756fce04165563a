-- Who has handled which failed payment (docs/adr/0073-home.md).

create table failure_handlings (
  organization_id uuid not null references organizations,
  handling_id uuid not null,
  -- A payment that failed, was blocked, or was returned.
  transaction_id uuid not null,
  note text,
  handled_by uuid not null,
  handled_at timestamptz not null,
  undone_by uuid,
  undone_at timestamptz,
  primary key (organization_id, handling_id),
  constraint failure_handlings_undone check ((undone_at is null) = (undone_by is null))
);
create unique index failure_handlings_one_each on failure_handlings (organization_id, transaction_id) where undone_at is null;
comment on table failure_handlings is 'Failed, blocked, and returned payments that a person has marked as handled, with the person''s note. At most one per payment is not undone. Never deleted.';
