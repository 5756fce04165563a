-- Recipients, their invites, and uploaded files. Half of the names have a common word; twenty-five have the rare one.
insert into recipients (organization_id, recipient_id, name, emails, contact_email, status, created_at, updated_at, deleted_at)
select :'organization', lists.id(n, 'recipient'), p.name, array['payee' || n || '@example.com'], 'payee' || n || '@example.com',
       p.status, lists.at(n), lists.at(n), case p.status when 'deleted' then now() end
  from (select n, case when n % greatest(:rows / 25, 1) = 7 then :'rare' else case n % 2 when 0 then 'Services' else 'Trading' end || ' Company ' || n end as name,
               case n % 10000 when 5 then 'deleted' else 'active' end as status
          from generate_series(1::bigint, :rows) n) p;
insert into counterparty_names (organization_id, counterparty_id, name)
select organization_id, recipient_id, name from recipients where organization_id = :'organization' on conflict do nothing;

-- Invites of the past month, which have not expired: sealed links of others would be shown.
insert into recipient_invites (organization_id, invite_row_id, secret_hash, secret, name, contact_email, payment_methods, require_tax_document,
                               made_by, created_at, expires_at, status, withdrawn_at)
select :'organization', lists.id_at(p.at, n, 'invite'), decode(md5('invite' || n), 'hex'), '\x00', 'Payee ' || n, 'payee' || n || '@example.com', '{ach}', false,
       gen_random_uuid(), p.at, p.at + interval '30 days', case n % 10 when 1 then 'withdrawn' else 'created' end,
       case n % 10 when 1 then p.at end
  from (select n, date_trunc('milliseconds', now() - interval '29 days' + n * (interval '28 days' / :rows)) as at
          from generate_series(1::bigint, :rows) n) p;

-- Nine of ten belong to recipients.
insert into attachments (organization_id, object_name, attachment_id, owner_kind, owner_id, attachment_type, file_name, media_type, size_bytes,
                         sha256, content_key, status, created_at, stored_at)
select :'organization', 'list' || n, lists.id(n, 'attachment'), case when n % 10 = 3 then 'transaction' else 'recipient' end,
       lists.id(n, 'recipient'), 'other', 'form-' || n || '.pdf', 'application/pdf', 1000, '\x00', '\x00', 'stored', lists.at(n), lists.at(n)
  from generate_series(1::bigint, :rows) n;
