-- A bank's answer is stored once, with its effect (docs/adr/0094-one-inbox.md). rail_answers is history: processes of
-- 0.1.0 still copy answers to it during the upgrade. An answer that they apply is 'waiting' here, so this version looks at
-- it, too; that wakes answers that wait for it, and moves no payment twice.
-- transaction: none

alter table file_answers add column if not exists disposition text not null default 'waiting';

alter table file_answers add constraint file_answers_disposition_check
  check (disposition in ('waiting', 'parked', 'applied', 'ignored')) not valid;
alter table file_answers validate constraint file_answers_disposition_check;

alter table file_answers add constraint file_answers_columns_of_disposition
  check (collected_at is not null or disposition in ('waiting', 'parked')) not valid;
alter table file_answers validate constraint file_answers_columns_of_disposition;

-- in batches
with batch as (
  select organization_id, answer_id from file_answers
   where $1::text is null or (organization_id, answer_id) > (($1::jsonb->>0)::uuid, ($1::jsonb->>1)::uuid)
   order by organization_id, answer_id limit 1000
), changed as (
  update file_answers a set disposition = r.disposition
    from batch b, rail_answers r
   where a.organization_id = b.organization_id and a.answer_id = b.answer_id
     and r.organization_id = a.organization_id and r.answer_id = a.answer_id
     and a.collected_at is not null and a.disposition = 'waiting'
)
select jsonb_build_array(organization_id, answer_id)::text as last_key
  from batch order by organization_id desc, answer_id desc limit 1;

create index concurrently if not exists file_answers_waiting on file_answers (organization_id, due_at, answer_id)
  where disposition = 'waiting';

comment on table file_answers is 'What banks say about payments, each answer once: written by the transaction that processes the file and applied by payments when due, a confirmation when the payment settles, everything else at once.';
comment on table rail_answers is 'Answers that processes of 0.1.0 applied. Nothing reads it.';
