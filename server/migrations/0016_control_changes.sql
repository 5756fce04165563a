-- Changes that loosen a control wait for a second person (ADR 0023). Rows are kept forever: who wanted what, and who agreed.
create table control_changes (
  organization_id uuid not null references organizations,
  change_id uuid not null,
  kind text not null,
  -- What is changed: a user, a token, a rule, an address that is invited.
  subject text not null,
  proposal jsonb not null,
  -- The state of the subject the change was made from: a change of another state is overtaken.
  base text not null,
  status text not null check (status in ('proposed', 'applied', 'declined', 'overtaken', 'withdrawn')),
  proposed_by uuid not null,
  proposed_at timestamptz not null,
  -- Equal to proposed_by: nobody else could confirm it then, or the proposer withdrew it.
  decided_by uuid,
  decided_at timestamptz,
  primary key (organization_id, change_id),
  check ((status = 'proposed') = (decided_at is null)),
  check ((status = 'proposed') = (decided_by is null)),
  check (status <> 'withdrawn' or decided_by = proposed_by),
  check (status <> 'declined' or decided_by <> proposed_by)
);
create index control_changes_open on control_changes (organization_id, change_id) where status = 'proposed';

-- Changes of approval rules were the only ones that waited; a proposer took theirs back by declining it.
insert into control_changes (organization_id, change_id, kind, subject, proposal, base, status, proposed_by, proposed_at,
                             decided_by, decided_at)
select organization_id, change_id, 'approvalRule', rule_id::text, proposal, base_version::text,
       case when status = 'declined' and decided_by = proposed_by then 'withdrawn' else status end,
       proposed_by, proposed_at, decided_by, decided_at
  from approval_rule_changes;

do $$
begin
  if (select count(*) from control_changes) <> (select count(*) from approval_rule_changes) then
    raise exception 'not every change of a rule was carried over';
  end if;
end
$$;
drop table approval_rule_changes;

-- A token that may send does nothing before a second person confirmed it.
alter table api_tokens add column awaits_confirmation boolean not null default false;

-- Who else agreed to an invitation; null: it needed nobody, or there was nobody.
alter table invitations add column confirmed_by uuid;
