-- The logo and the color of an organization on what its customers and recipients receive (docs/adr/0132-brand.md), and
-- from where tokens were used.

alter table organizations add column if not exists brand_color text;
alter table organizations add constraint organizations_brand_color_check
  check (brand_color ~ '^#[0-9a-f]{6}$') not valid;
alter table organizations validate constraint organizations_brand_color_check;

-- The logo is stored like other files.
alter table attachments drop constraint attachments_owner_kind_check,
  add constraint attachments_owner_kind_check
  check (owner_kind in ('transaction', 'request', 'recipient', 'invite', 'invoice', 'organization')) not valid;
alter table attachments validate constraint attachments_owner_kind_check;

-- From where a token was last used, next to when: what a list of tokens is looked at for.
alter table api_tokens add column if not exists last_used_address text;
