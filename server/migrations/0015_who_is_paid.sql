-- The name belongs to the version of bank details that a payment goes to, and a seal binds the whole version (ADR 0022).

-- Bank details that were proposed and not confirmed are stored like any, and are never paid to.
alter table recipient_routings
  add column name text,
  add column proposed boolean not null default false,
  -- Keyed hash over organization, recipient, method, id, name, details, and account number.
  add column seal bytea;
update recipient_routings g set proposed = true
  from recipient_changes c
 where c.organization_id = g.organization_id and c.after_routing_id = g.routing_id
   and c.status in ('proposed', 'declined', 'overtaken');
-- Rows written before are sealed by code, because the key is outside the database; then the constraint is validated.
alter table recipient_routings
  add constraint recipient_routings_sealed check (name is not null and seal is not null) not valid;

-- A rename is a change, too: without a method, and with names instead of details.
alter table recipient_changes
  alter column method drop not null,
  add column before_name text,
  add column after_name text,
  -- Rises in the order in which changes came into force; null = never did.
  add column in_force_id uuid;
update recipient_changes
   set in_force_id = case status when 'applied' then change_id else coalesce(after_routing_id, change_id) end
 where status in ('applied', 'confirmed');
alter table recipient_changes
  drop constraint recipient_changes_check,
  add constraint recipient_changes_whole check (
    case
      when method is null then before_name is not null and after_name is not null and coalesce(before_routing_id, after_routing_id) is null
      else coalesce(before_name, after_name) is null and (before_routing_id is not null or after_routing_id is not null)
    end
    and (in_force_id is not null) = (status in ('applied', 'confirmed'))
  );
create unique index recipient_changes_one_open_name on recipient_changes (organization_id, recipient_id)
  where status = 'proposed' and method is null;

alter table recipient_invites
  -- The token that made it: no other token, and no person, is shown its link.
  add column made_by_token uuid,
  -- Whether completing it renames the recipient: a name was given for one that was there.
  add column renames boolean not null default true;

-- Who had a mail sent: a person, or a token that nobody made.
alter table mails add column sender_id uuid;
