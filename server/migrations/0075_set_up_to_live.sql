-- What named people confirmed on the page "Set up to live" (docs/adr/0120-set-up-to-live.md).

create table set_up_confirmations (
  organization_id uuid not null references organizations (organization_id),
  item text not null,
  confirmed_by uuid not null,
  confirmed_at timestamptz not null,
  primary key (organization_id, item)
);
comment on table set_up_confirmations is 'What a user confirmed about setting up the organization that the service cannot see, such as that a copy of the master key is in a safe place. Deleted when it is withdrawn. It authorizes nothing.';
