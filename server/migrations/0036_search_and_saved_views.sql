-- Words of memos, notes, and references, by which transactions are found; and saved views of lists
-- (docs/adr/0075-search-and-saved-views.md).
-- transaction: none

create table memo_words (
  organization_id uuid not null,
  -- As in search_words: lower case, without accents, ordered by bytes. Numbers without leading zeros and, from six
  -- digits on, without the last two: consecutive ones share a word.
  word text collate "C" not null,
  transaction_id uuid not null,
  -- Others with the word, from the same batch and created earlier, newest first; null if there are none.
  earlier_ids uuid[],
  -- The transactions of a word about in the order of their creation.
  primary key (organization_id, word, transaction_id)
);
comment on table memo_words is 'The words of memos, notes, tracking numbers, and check numbers, by which transactions are found. A row holds up to 100 transactions that became searchable together, so a common word takes few rows. Written after the commit that it is about, never by it; never deleted: what a search finds is compared with the transaction.';

create table memo_backfills (
  organization_id uuid not null,
  pass smallint not null constraint memo_backfills_pass_check check (pass in (1, 2)),
  -- Transactions from this one on are done; those up to the other one are not read.
  below_id uuid not null default 'ffffffff-ffff-ffff-ffff-ffffffffffff',
  above_id uuid not null default '00000000-0000-0000-0000-000000000000',
  -- On the database's clock.
  begins_at timestamptz not null,
  primary key (organization_id, pass)
);
comment on table memo_backfills is 'Reading the words of transactions that existed before memo_words: newest first, one batch per commit. The second pass, a day later, finds what processes of the previous version wrote since the upgrade began. Rows are deleted when done.';

-- allowed: backfill-in-one-statement: two rows for each organization, in a table that nothing else uses yet
insert into memo_backfills (organization_id, pass, above_id, begins_at)
  select organization_id, 1, '00000000-0000-0000-0000-000000000000'::uuid, now() from organizations
  union all
  -- IDs contain their time; an hour more than the upgrade takes costs little.
  select organization_id, 2,
         (lpad(to_hex((extract(epoch from now() - interval '1 hour') * 1000)::bigint), 12, '0') || '70008000000000000000')::uuid,
         now() + interval '1 day'
    from organizations;

create index concurrently if not exists recipient_routings_last4
  on recipient_routings (organization_id, account_number_last4, routing_id) where account_number_last4 is not null;

create table saved_views (
  organization_id uuid not null references organizations (organization_id),
  view_id uuid not null,
  page text not null constraint saved_views_page_check check (page in ('transactions', 'approvals', 'transfers', 'account')),
  name text not null,
  -- Filters and order of the list, as in the page's address.
  query text not null,
  is_shared boolean not null,
  created_by uuid not null,
  created_at timestamptz not null,
  primary key (organization_id, view_id)
);
create index saved_views_of_person on saved_views (organization_id, created_by, view_id);
create index saved_views_shared on saved_views (organization_id, view_id) where is_shared;
comment on table saved_views is 'Filters and order of a list under a name. Shared with everyone who may open the list, or private to its creator. Deleted with the view.';

-- The topic of words that wait for the end of a burst of payments.
alter domain outbox_topic drop constraint outbox_topic_check;
alter domain outbox_topic add constraint outbox_topic_check
  check (value in ('events', 'audit', 'incoming', 'categories', 'notices', 'memos')) not valid;
-- allowed: domain-check-scans: the outbox has the rows of the last second
alter domain outbox_topic validate constraint outbox_topic_check;
