-- Recipients of payments, their bank details, and every change of them (docs/adr/0022-who-is-paid.md).

create table recipients (
  organization_id uuid not null references organizations,
  recipient_id uuid not null,
  name text not null,
  nickname text,
  emails text[] not null,
  contact_email text,
  is_business boolean,
  status text not null default 'active' constraint recipients_status_check check (status in ('active', 'deleted')),
  address jsonb,
  -- The active bank details per method, each a row of recipient_routings; null = cannot be paid that way.
  ach_routing_id uuid,
  check_routing_id uuid,
  domestic_wire_routing_id uuid,
  real_time_payment_routing_id uuid,
  international_wire_routing_id uuid,
  -- The first version of bank details that was a change rather than part of creation. Ids increase, so this version and all
  -- later ones may have to cool off. Stored in a row that create_payments reads anyway.
  first_changed_routing_id uuid,
  -- The invite through which the payee entered the details. In plain text, because it is stored once the invite is used
  -- up.
  invite_id text,
  first_paid_at timestamptz,
  date_last_paid timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz,
  primary key (organization_id, recipient_id),
  constraint recipients_deleted_at_check check ((status = 'deleted') = (deleted_at is not null))
);
comment on table recipients is 'Whom an organization pays. Deleting one sets its status; the row remains, because transactions refer to it.';

create table recipient_routings (
  organization_id uuid not null,
  routing_id uuid not null,
  recipient_id uuid not null,
  method payment_method not null,
  name text not null,
  public_details jsonb not null,
  account_number bytea,
  account_number_last4 text,
  account_fingerprint bytea,
  -- Proposed and not (or never) confirmed: stored like any other version, but never paid to.
  proposed boolean not null default false,
  -- Keyed hash over organization, recipient, method, id, name, details, and account number.
  seal bytea not null,
  created_at timestamptz not null,
  primary key (organization_id, routing_id)
);
create index recipient_routings_fingerprint on recipient_routings (organization_id, account_fingerprint)
  where account_fingerprint is not null;
comment on table recipient_routings is 'Versions of bank details, each with the name it was entered for. Never changed, except to re-encrypt the account number: a payment keeps the version it was sent to. The seal binds the whole version.';

create table recipient_changes (
  organization_id uuid not null references organizations,
  change_id uuid not null,
  recipient_id uuid not null,
  -- Null: a rename, which has names instead of versions of bank details.
  method payment_method,
  before_name text,
  after_name text,
  before_routing_id uuid,
  after_routing_id uuid,
  status text not null constraint recipient_changes_status_check
    check (status in ('applied', 'proposed', 'confirmed', 'declined', 'overtaken')),
  -- Increases in the order in which changes took effect; null = has not, or never will.
  in_force_id uuid,
  -- The author: a user, or a token and the user who made that token. None: the service or its operator.
  changed_by_user uuid,
  changed_by_token uuid,
  token_made_by uuid,
  -- Entered by the payee through an invite, and the person who sent that invite, who may not confirm it either.
  through_invite boolean not null default false,
  invite_made_by uuid,
  changed_at timestamptz not null,
  decided_by uuid,
  decided_at timestamptz,
  primary key (organization_id, change_id),
  constraint recipient_changes_columns_of_status check (
    (decided_at is not null) = (status in ('confirmed', 'declined', 'overtaken'))
    -- A newer proposal overtakes this one even if no user decides.
    and ((decided_by is not null) = (status in ('confirmed', 'declined')) or status = 'overtaken')
    and (in_force_id is not null) = (status in ('applied', 'confirmed'))
  ),
  constraint recipient_changes_whole check (
    case
      when method is null then before_name is not null and after_name is not null and coalesce(before_routing_id, after_routing_id) is null
      else coalesce(before_name, after_name) is null and (before_routing_id is not null or after_routing_id is not null)
    end
  )
);
create index recipient_changes_recipient on recipient_changes (organization_id, recipient_id, change_id);
create unique index recipient_changes_one_open on recipient_changes (organization_id, recipient_id, method)
  where status = 'proposed';
create unique index recipient_changes_one_open_name on recipient_changes (organization_id, recipient_id)
  where status = 'proposed' and method is null;
comment on table recipient_changes is 'Every change of a recipient''s name or bank details, including the initial ones. Applied immediately, or proposed and then confirmed, declined, or overtaken by another change. Kept forever.';

create table recipient_invites (
  organization_id uuid not null references organizations,
  invite_row_id uuid not null,
  -- The id that the API shows is the link's secret: stored as a keyed hash to look it up, and encrypted to show it again.
  secret_hash bytea not null,
  secret bytea not null,
  name text not null,
  contact_email text not null,
  payment_methods payment_method[] not null
    constraint recipient_invites_payment_methods_check check (cardinality(payment_methods) > 0),
  require_tax_document boolean not null,
  notes text,
  organization_name text,
  -- Whether completing it renames the recipient: a name was given for an existing recipient.
  renames boolean not null default true,
  -- The recipient to complete, or the one that completing it created.
  recipient_id uuid,
  -- The person who sent it, or who made the token that did.
  made_by uuid,
  -- The token that sent it. The link is not shown to any other token, nor to any person.
  made_by_token uuid,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- One that expired is still created here: the clock is not in the database.
  status text not null default 'created'
    constraint recipient_invites_status_check check (status in ('created', 'completed', 'withdrawn')),
  completed_at timestamptz,
  withdrawn_at timestamptz,
  primary key (organization_id, invite_row_id),
  constraint recipient_invites_secret_key unique (organization_id, secret_hash),
  constraint recipient_invites_columns_of_status check (
    ((completed_at is not null) = (status = 'completed') or status = 'withdrawn')
    and (withdrawn_at is not null) = (status = 'withdrawn')
  ),
  constraint recipient_invites_recipient_of_completed check (completed_at is null or recipient_id is not null)
);
comment on table recipient_invites is 'Links through which payees enter their own bank details (docs/adr/0020-recipient-invites.md). Each ends completed, withdrawn, or expired.';

create table counterparty_names (
  organization_id uuid not null,
  counterparty_id uuid not null,
  name text not null,
  primary key (organization_id, counterparty_id, name)
);
comment on table counterparty_names is 'Every name a counterparty has ever had, so that searching transactions starts from a few names instead of all rows. Append-only.';
