-- Files and notices that wait for a person (docs/adr/0058-going-live.md).

create index bank_files_overdue on bank_files (organization_id, answer_due_at)
  where state = 'sent' and answer_due_at is not null;
