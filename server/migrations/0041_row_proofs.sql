-- What vouches for rows that authorize something, decide where something goes, or make something happen once
-- (docs/adr/0083-proven-rows.md).

create table row_proofs (
  organization_id uuid not null,
  -- The table and the key of the row; 'proofs' since the organization requires them.
  subject text not null,
  version integer not null constraint row_proofs_version_check check (version > 0),
  -- An HMAC under a key outside the database; 16 bytes.
  proof bytea not null,
  primary key (organization_id, subject, version)
);
comment on table row_proofs is 'Versions of proven rows: a keyed hash of each. A row is used only if its last version here is what it contains. Append-only for the serving role.';

create table unproven_rows (
  organization_id uuid not null,
  table_name text not null,
  row_key text not null,
  found_at timestamptz not null,
  primary key (organization_id, table_name, row_key)
);
comment on table unproven_rows is 'Rows that were found changed outside the service, so that every process can name them. Whether one still is, is computed. Append-only.';
