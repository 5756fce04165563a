-- An organization's data keys can be revoked, and then destroyed (docs/adr/0121-keys.md).

create table organization_key_revocations (
  organization_id uuid not null references organizations,
  state text not null
    constraint organization_key_revocations_state_check check (state in ('revoked', 'restored', 'destroyed')),
  -- By the machine's clock, as the times below: nobody who can move a sandbox's clock can destroy a key early.
  revoked_at timestamptz not null,
  revoked_by text not null,
  -- When the keys are destroyed unless they are restored before.
  destroys_at timestamptz,
  restored_at timestamptz,
  destroyed_at timestamptz,
  primary key (organization_id),
  constraint organization_key_revocations_columns_of_state check (
    (destroys_at is not null) = (state in ('revoked', 'destroyed'))
    and (restored_at is not null) = (state = 'restored')
    and (destroyed_at is not null) = (state = 'destroyed'))
);
comment on table organization_key_revocations is 'Organizations whose data keys an operator has revoked: nothing can be encrypted or decrypted for them. Restored within the grace time, or destroyed: then their wrapped keys are empty, and nothing brings them back. Proven; never deleted.';
create index organization_key_revocations_due on organization_key_revocations (destroys_at) where state = 'revoked';
