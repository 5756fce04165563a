import type { MoreMigrations } from "./migration-folder.ts";

/**
 * Migrations as a later release may have them: one of each kind that `npm run check -- migrations` accepts for a large
 * table that is in use.
 */
export const SAFE_MIGRATIONS: MoreMigrations = {
  "9001_expansion.sql": `-- What an expansion may contain.

create table test_labels (
  organization_id uuid not null,
  transaction_id uuid not null,
  label text not null,
  primary key (organization_id, transaction_id)
);
comment on table test_labels is 'Of a test.';
alter table transactions add column test_label text, add column test_rank integer not null default 7;
alter table transactions add constraint transactions_test_label check (test_label is null or length(test_label) < 100) not valid;
`,
  "9002_labels.sql": `-- An index, a backfill, and the validation of a constraint.
-- transaction: none

create index concurrently if not exists transactions_test_label_key on transactions (organization_id, test_label, transaction_id);

-- in batches
with batch as (
  select organization_id, transaction_id from transactions
   where $1::text is null or (organization_id, transaction_id) > (($1::jsonb->>0)::uuid, ($1::jsonb->>1)::uuid)
   order by organization_id, transaction_id limit 1000
), changed as (
  update transactions t set test_label = 'label ' || t.transaction_id::text from batch b
   where t.organization_id = b.organization_id and t.transaction_id = b.transaction_id and t.test_label is null
)
select jsonb_build_array(organization_id, transaction_id)::text as last_key
  from batch order by organization_id desc, transaction_id desc limit 1;

alter table transactions validate constraint transactions_test_label;
`,
  "9003_ledger.sql": `alter table ledger_entries add column test_note text;
alter table ledger_entries add constraint ledger_entries_test_set check (effect is not null) not valid;
`,
  "9004_validate.sql": `-- transaction: none

alter table ledger_entries validate constraint ledger_entries_test_set;

drop index concurrently if exists transactions_test_label_key;
`,
};
