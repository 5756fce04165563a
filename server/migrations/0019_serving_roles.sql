-- The roles that serve without owning the schema. `bursar migrate --grant-to` adds one; every later `bursar migrate` renews
-- its privileges from serving-role.sql, so that tables added by a migration are covered.
create table serving_roles (
  role_name text primary key,
  -- Of serving-role.sql when it was last applied.
  checksum text not null,
  granted_at timestamptz not null default now()
);
