-- A number of the series can be changed once. It stays reserved, so that the series has no gap and no two invoices were
-- ever sent with one number.
-- transaction: none

alter table invoices add column if not exists series_number_key text;
create unique index concurrently if not exists invoices_series_number on invoices (organization_id, series_number_key)
  where series_number_key is not null;
