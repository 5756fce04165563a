-- Payment files that users have begun (docs/adr/0103-files-of-programs.md).

create table payment_file_drafts (
  organization_id uuid not null references organizations (organization_id),
  user_id uuid not null,
  name text not null,
  payments integer not null constraint payment_file_drafts_payments_check check (payments >= 0),
  requested integer not null constraint payment_file_drafts_requested_check check (requested >= 0),
  -- Grows by one with each change: a browser that has not seen the newest one does not overwrite it.
  version integer not null constraint payment_file_drafts_version_check check (version > 0),
  saved_at timestamptz not null,
  -- The file and the user's decisions about it, encrypted.
  content bytea not null,
  primary key (organization_id, user_id)
);
comment on table payment_file_drafts is 'The payment file that a user has begun and not finished, as the dashboard packs it, encrypted. One for each user; deleted when it is finished or given up. It authorizes nothing: its payments are requested one by one, as any others.';
