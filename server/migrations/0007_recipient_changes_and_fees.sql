-- Settings of an organisation, fees of wires, and changes of bank details that a second person confirms (ADR 0019).

alter table organizations
  -- Rises with every change of the settings: a change made from an old reading is refused.
  add column settings_version integer not null default 1,
  add column confirm_bank_detail_changes boolean not null default false,
  add column bank_details_cooling_off_hours integer not null default 0 check (bank_details_cooling_off_hours between 0 and 8760),
  -- Whether the built-in approval rule lets the person who asks approve.
  add column self_approval boolean not null default false,
  -- What an international wire costs the organisation, by who bears the banks' charges.
  add column wire_fee_ours_minor nonnegative_cents not null default 1500,
  add column wire_fee_shared_minor nonnegative_cents not null default 0;

-- The payment a fee belongs to; that payment's fee_id names the fee. Both are written by the commit that makes them.
alter table transactions add column fee_for_id uuid;

create or replace view transaction_ledger_facts as
  select organization_id, transaction_id, account_id, amount_minor, method, status, transfer_id, kind
    from transactions;

-- The first version of bank details that came after the recipient itself: it and all later ones (ids rise) are changes, and
-- a change may have to cool off. One column of a row create_payments reads anyway.
alter table recipients add column first_changed_routing_id uuid;

-- Every change of bank details, the ones a recipient began with included. A proposed one has its details sealed in
-- recipient_routings like any other version, and no recipient points there.
create table recipient_changes (
  organization_id uuid not null references organizations,
  change_id uuid not null,
  recipient_id uuid not null,
  method payment_method not null,
  before_routing_id uuid,
  after_routing_id uuid,
  status text not null check (status in ('applied', 'proposed', 'confirmed', 'declined', 'overtaken')),
  -- Who: a person, a token and, behind the token, the person who made it. None of them: the service or its operator.
  changed_by_user uuid,
  changed_by_token uuid,
  token_made_by uuid,
  changed_at timestamptz not null,
  decided_by uuid,
  decided_at timestamptz,
  primary key (organization_id, change_id),
  check (before_routing_id is not null or after_routing_id is not null),
  check ((decided_at is not null) = (status in ('confirmed', 'declined', 'overtaken')))
);
create index recipient_changes_recipient on recipient_changes (organization_id, recipient_id, change_id);
create unique index recipient_changes_one_open on recipient_changes (organization_id, recipient_id, method)
  where status = 'proposed';
