-- The contents of small files are kept in the database (docs/adr/0098-files-in-batches.md): committed with their files, and read
-- with them. Processes of 0.1.0 look for them in the object store, so none is kept here while they may serve.
-- transaction: none

alter table bank_file_contents add column if not exists content bytea;

-- The sweep: contents in the object store that no file refers to.
create index concurrently if not exists bank_file_contents_left on bank_file_contents (organization_id, created_at)
  where content is null;

comment on table bank_file_contents is 'Small contents of bank files, encrypted, and the names of larger ones that are being put into the object store and that no file refers to yet. A name left by a process that died is swept together with its object.';
