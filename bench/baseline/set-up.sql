-- The baseline's own organization, inserted directly: one account with ample funds, fifty recipients that can be paid
-- by ACH.
create schema bench;

-- An ID in creation order, as the service generates them: random IDs would slow the baseline down.
create function bench.ordered_id() returns uuid language sql volatile as $$
  select encode(overlay(uuid_send(gen_random_uuid())
                        placing substring(int8send((extract(epoch from clock_timestamp()) * 1000)::bigint) from 3) from 1), 'hex')::uuid
$$;

-- A function, because pgbench would treat the colons as variables.
create function bench.audit_text() returns text language sql immutable as $$
  select '{"accountId":"01900000-0000-7000-8000-000000000002","recipientId":"01900000-0000-7000-8000-000000000100","amount":5000.5,"paymentMethod":"ach","externalMemo":"Invoice 42","note":null}'
$$;

-- The cost of one durable commit, regardless of its content.
create table bench.commits (commit_id bigint generated always as identity primary key, note text not null);

insert into organizations (organization_id, legal_business_name, created_at)
values ('01900000-0000-7000-8000-000000000001', 'Baseline', now());
insert into ledger_accounts (organization_id, ledger_account_id, kind)
values ('01900000-0000-7000-8000-000000000001', '01900000-0000-7000-8000-000000000002', 'bankAccount');
insert into ledger_balances (organization_id, ledger_account_id, available_minor, may_go_negative, pays)
values ('01900000-0000-7000-8000-000000000001', '01900000-0000-7000-8000-000000000002', 4000000000000000000, false, true);
insert into recipients (organization_id, recipient_id, name, emails, ach_routing_id, created_at, updated_at)
select '01900000-0000-7000-8000-000000000001', ('01900000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, 'Recipient ' || n, '{}',
       gen_random_uuid(), now(), now()
  from generate_series(100, 149) n;
