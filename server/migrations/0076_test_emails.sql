-- The kinds of emails, with test emails (0075).
-- transaction: none

alter table mails validate constraint mails_kind_check;
