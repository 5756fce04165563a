-- Recalls are messages about payments, like requests for a status; banks' notices about dishonored and contested returns
-- (docs/adr/0105-undo-at-the-bank.md).
-- transaction: none

alter table transfer_files drop constraint if exists transfer_files_asks_about;
alter table transfer_files add constraint transfer_files_asks_about
  check ((asks_about is not null) = (format in ('pacs.028', 'camt.056'))) not valid;
alter table transfer_files validate constraint transfer_files_asks_about;

alter table transfer_files drop constraint if exists transfer_files_format_check;
alter table transfer_files add constraint transfer_files_format_check
  check (format in ('pain.001', 'pacs.008', 'pacs.028', 'camt.056')) not valid;
alter table transfer_files validate constraint transfer_files_format_check;

alter table bank_notices drop constraint if exists bank_notices_kind_check;
alter table bank_notices add constraint bank_notices_kind_check
  check (kind in ('changeOfDetails', 'lateReturn', 'dishonoredReturn', 'contestedReturn', 'reversalReturned', 'paidBackTwice')) not valid;
alter table bank_notices validate constraint bank_notices_kind_check;

comment on table bank_notices is 'What banks said about payments that a person may have to act on by a date: corrected bank details, returns that came too late, dishonored and contested returns, and reversals that went wrong.';
