-- transaction: none

-- Each delivery is claimed before it is sent. With room on its page, a claim adds to no index: claims write about half as
-- much to the log.
alter table webhook_deliveries set (fillfactor = 70);

-- Files that are being sent, or were received, are found without passing all that wait to be sent.
create index concurrently if not exists bank_files_in_work on bank_files (organization_id, connection_id, state, file_id)
  where state in ('written', 'sending', 'received');
drop index concurrently if exists bank_files_work;
