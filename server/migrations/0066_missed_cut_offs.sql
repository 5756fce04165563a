-- Payments that missed the time of their file are counted until they leave (docs/adr/0109-settings-of-what-banks-send.md).

-- The window whose cut-off the payment missed.
alter table bank_orders add column if not exists missed_at timestamptz;
