-- Who must not be paid: screeners, lists, checks, and the cases that two people decide (docs/adr/0102-screening.md).

create table screeners (
  organization_id uuid not null references organizations,
  -- New when what screens changes: it is part of the signing secret.
  screener_id uuid not null,
  kind text not null constraint screeners_kind_check check (kind in ('none', 'list', 'url', 'command')),
  url text,
  -- How similar a name must be to one on the list, in percent.
  threshold smallint not null constraint screeners_threshold_check check (threshold between 70 and 100),
  -- ISO 3166-1 alpha-2: an address in one of them is a match.
  countries text[] not null,
  -- How long payments wait for a screener that does not answer before they are blocked; null = until it answers.
  fail_after_hours integer constraint screeners_fail_after_hours_check check (fail_after_hours between 1 and 8760),
  version integer not null,
  changed_at timestamptz not null,
  -- Since when it has not answered, how often it was tried since then, and what was wrong last.
  failing_since timestamptz,
  failures integer not null default 0,
  problem text,
  try_after timestamptz,
  -- What every recipient was, or is being, screened with, and how far that is.
  round_basis text,
  round_after uuid,
  primary key (organization_id),
  constraint screeners_url_of_kind check ((url is not null) = (kind = 'url'))
);
comment on table screeners is 'What screens an organization''s recipients and payments. A row is never deleted: none means that nothing does.';

create table screening_lists (
  organization_id uuid not null references organizations,
  list_id uuid not null,
  name text not null,
  published_on date,
  -- The files that were loaded: name, bytes, SHA-256.
  files jsonb not null,
  entries integer not null,
  content_sha256 bytea not null,
  -- Compressed entries; null = a newer list has replaced it.
  content bytea,
  loaded_at timestamptz not null,
  loaded_by text not null,
  primary key (organization_id, list_id)
);
comment on table screening_lists is 'Sanctions lists that the operator has loaded from files. The newest one is used. Never deleted, so that a check can be traced to its list.';

create table screening_asks (
  organization_id uuid not null,
  recipient_id uuid not null,
  asked_at timestamptz not null,
  primary key (organization_id, recipient_id)
);
comment on table screening_asks is 'Recipients that were saved and are to be screened. Written with the recipient, deleted when the checks of its names and addresses are queued.';

create table screening_checks (
  organization_id uuid not null,
  recipient_id uuid not null,
  -- SHA-256 of what is screened: names and addresses.
  digest bytea not null,
  party jsonb not null,
  -- Which screener, settings, and list it was checked with; null = not checked yet.
  basis text,
  matches jsonb,
  checked_at timestamptz,
  -- To be checked, or checked again; null = not needed now.
  asked_at timestamptz,
  primary key (organization_id, recipient_id, digest),
  constraint screening_checks_whole check (num_nulls(basis, matches, checked_at) in (0, 3))
);
create index screening_checks_asked on screening_checks (organization_id, asked_at) where asked_at is not null;
comment on table screening_checks is 'What a screener said about a recipient''s names and addresses. A payment leaves only with a check of exactly what is paid, without matches that are not cleared.';

create table screening_cases (
  organization_id uuid not null,
  case_id uuid not null,
  recipient_id uuid not null,
  digest bytea not null,
  party jsonb not null,
  -- The list and the entry on it.
  entry_key text not null,
  match jsonb not null,
  state text not null default 'open' constraint screening_cases_state_check check (state in ('open', 'cleared', 'confirmed')),
  found_at timestamptz not null,
  reason text,
  proposed_by uuid,
  decided_by uuid,
  decided_at timestamptz,
  primary key (organization_id, case_id),
  constraint screening_cases_one_each unique (organization_id, recipient_id, digest, entry_key),
  constraint screening_cases_columns_of_state check (
    num_nulls(reason, proposed_by, decided_by, decided_at) = (case when state = 'open' then 4 else 0 end)
  ),
  constraint screening_cases_two_people check (proposed_by <> decided_by)
);
create index screening_cases_by_state on screening_cases (organization_id, state, case_id);
comment on table screening_cases is 'A recipient that resembles an entry on a list, once for each version of its names and addresses. Two people decide whether it is the same. Never deleted.';

create table screened_payments (
  organization_id uuid not null,
  transaction_id uuid not null,
  recipient_id uuid not null,
  result text not null constraint screened_payments_result_check check (result in ('passed', 'unchecked', 'unavailable', 'open', 'match')),
  -- When a payment that waits began to wait for this reason.
  since timestamptz not null,
  screened_at timestamptz not null,
  primary key (organization_id, transaction_id)
);
create index screened_payments_waiting on screened_payments (organization_id, recipient_id, transaction_id)
  where result in ('unchecked', 'unavailable', 'open');
comment on table screened_payments is 'What screening said about a payment before it was submitted to the bank, and why it waits. Shown to people; what is submitted is decided by screening_checks and screening_cases.';
