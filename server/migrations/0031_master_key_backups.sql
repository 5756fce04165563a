-- Confirmed copies of master keys, so that a key without one is reported (docs/adr/0063-backup-and-recovery.md).

create table master_key_backups (
  master_key_id text primary key,
  confirmed_at timestamptz not null,
  confirmed_by text not null
);
comment on table master_key_backups is 'Master keys of which an operator has shown a copy (`bursar key confirm-backup`), and when they last did.';
