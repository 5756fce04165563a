-- Users and groups that an identity provider sends over SCIM (docs/adr/0119-scim.md).
-- transaction: none

-- A token of this kind may send users and groups, and nothing else.
alter table api_tokens drop constraint if exists api_tokens_kind_check;
alter table api_tokens add constraint api_tokens_kind_check
  check (kind in ('readOnly', 'readWrite', 'custom', 'provisioning')) not valid;
alter table api_tokens validate constraint api_tokens_kind_check;

create table if not exists provisioned_users (
  organization_id uuid not null references organizations,
  user_id uuid not null,
  -- The provider's ID of the user; null = it has sent none.
  external_id text,
  -- In lower case.
  user_name text not null,
  -- Since when the provider says that the user is not active; only the provider activates them again.
  deactivated_at timestamptz,
  created_at timestamptz not null,
  changed_at timestamptz not null,
  primary key (organization_id, user_id)
);
create unique index if not exists provisioned_users_external on provisioned_users (organization_id, external_id) where external_id is not null;
create unique index if not exists provisioned_users_name on provisioned_users (organization_id, user_name);
comment on table provisioned_users is 'Users as the identity provider manages them over SCIM. Never deleted: a user whom it deletes is deactivated.';

create table if not exists provisioned_groups (
  organization_id uuid not null references organizations,
  group_id uuid not null,
  external_id text,
  name text not null,
  created_at timestamptz not null,
  changed_at timestamptz not null,
  deleted_at timestamptz,
  primary key (organization_id, group_id)
);
create unique index if not exists provisioned_groups_name on provisioned_groups (organization_id, name) where deleted_at is null;
comment on table provisioned_groups is 'Groups of the identity provider. A group gives a role only by a mapping that two people agreed on. Never deleted.';

create table if not exists provisioned_members (
  organization_id uuid not null references organizations,
  group_id uuid not null,
  user_id uuid not null,
  since timestamptz not null,
  removed_at timestamptz,
  primary key (organization_id, group_id, user_id)
);
create index if not exists provisioned_members_of_user on provisioned_members (organization_id, user_id);
comment on table provisioned_members is 'Who is in which group of the identity provider. Never deleted.';
