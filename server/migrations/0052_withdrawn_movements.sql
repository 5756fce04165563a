-- Movements that corrections have withdrawn, by day: a report that has one again is compared with them.
-- transaction: none

create index concurrently if not exists bank_movements_withdrawn
  on bank_movements (organization_id, account_id, booked_on) where state = 'withdrawn';
