-- The logo and the color of an organization on what its customers and recipients receive (docs/adr/0132-brand.md), and
-- from where tokens were used.
-- transaction: none

alter table organizations add column if not exists brand_color text;
alter table organizations drop constraint if exists organizations_brand_color_check;
alter table organizations add constraint organizations_brand_color_check
  check (brand_color ~ '^#[0-9a-f]{6}$') not valid;
alter table organizations validate constraint organizations_brand_color_check;

-- With the new column, so that the proof of the settings can be checked in one query.
create or replace view organization_settings with (security_invoker = true) as
select organization_id, duplicate_guard_hours, bank_details_cooling_off_hours, second_factor_roles,
       second_factor_grace_days, second_factor_since,
       legal_business_name, kind, ein, dbas, plan, billing_cadence, settings_version, confirm_bank_detail_changes,
       self_approval, approval_step_up_from_minor, direct_send_bound, wire_fee_ours_minor, wire_fee_shared_minor,
       legal_address, remittance_advice, cut_offs, account_validation_since, single_sign_on_since, break_glass_users,
       brand_color
  from organizations;

-- The logo is stored like other files.
alter table attachments drop constraint if exists attachments_owner_kind_check,
  add constraint attachments_owner_kind_check
  check (owner_kind in ('transaction', 'request', 'recipient', 'invite', 'invoice', 'organization')) not valid;
alter table attachments validate constraint attachments_owner_kind_check;

-- From where a token was last used, next to when: what a list of tokens is looked at for.
alter table api_tokens add column if not exists last_used_address text;
