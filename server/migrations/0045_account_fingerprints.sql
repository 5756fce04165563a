-- Fingerprints of account numbers ignore leading zeros, as banks do (docs/adr/0088-rehearsals-end.md). Rows from
-- before have the form 0 until a job has read their numbers, which only the service can decrypt.
-- transaction: none

alter table recipient_routings add column if not exists fingerprint_form integer not null default 0;

create index concurrently if not exists recipient_routings_old_fingerprints
  on recipient_routings (organization_id, routing_id) where fingerprint_form = 0 and account_fingerprint is not null;

comment on table recipient_routings is 'Versions of bank details, each with the name it was entered for. Never changed, except to re-encrypt the account number and to renew its fingerprint: a payment keeps the version it was sent to. The seal binds the whole version.';
