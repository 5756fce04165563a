-- Files attached to transactions, approval requests, recipients, and invoices (docs/adr/0037-attachments.md).

create table attachments (
  organization_id uuid not null references organizations,
  -- Random: the name of the encrypted content in the object store.
  object_name text not null,
  -- Given when the content is stored, so that ids increase in the order in which files become visible.
  attachment_id uuid,
  -- An invite owns the tax form that its payee uploads, until the answer fills a recipient.
  owner_kind text not null constraint attachments_owner_kind_check
    check (owner_kind in ('transaction', 'request', 'recipient', 'invite', 'invoice')),
  owner_id uuid not null,
  attachment_type text not null constraint attachments_attachment_type_check
    check (attachment_type in ('receipt', 'bill', 'other')),
  form_type text constraint attachments_form_type_check check (form_type in ('w9', 'w8BEN', 'w8BENE', 'unknown')),
  file_name text not null constraint attachments_file_name_check check (length(file_name) between 1 and 299),
  media_type text not null,
  size_bytes integer not null constraint attachments_size_bytes_check check (size_bytes between 1 and 33554432),
  -- Of the uploaded bytes; compared whenever they are read.
  sha256 bytea not null,
  -- Encrypts this content only; sealed with the organization's key.
  content_key bytea,
  -- Neither: the payee, through an invite.
  uploaded_by_user uuid,
  uploaded_by_token uuid,
  status text not null default 'uploading' constraint attachments_status_check
    check (status in ('uploading', 'stored', 'removing', 'removed')),
  created_at timestamptz not null,
  stored_at timestamptz,
  removed_at timestamptz,
  primary key (organization_id, object_name),
  constraint attachments_id_key unique (organization_id, attachment_id),
  constraint attachments_stored_at_once check ((attachment_id is null) = (stored_at is null)),
  constraint attachments_columns_of_status check (
    (status <> 'uploading' or (attachment_id is null and stored_at is null))
    and (status <> 'stored' or (attachment_id is not null and stored_at is not null))
    and (content_key is null) = (status = 'removed')
    and (removed_at is not null) = (status = 'removed')
  )
);
create index attachments_owner on attachments (organization_id, owner_kind, owner_id, attachment_id) where status = 'stored';
create index attachments_list on attachments (organization_id, owner_kind, attachment_id) where status = 'stored';
create index attachments_leftovers on attachments (organization_id, created_at) where status in ('uploading', 'removing');
comment on table attachments is 'Uploaded files: what each is, and the key of its encrypted content, which is in the object store. A row exists before its content and outlives it.';
