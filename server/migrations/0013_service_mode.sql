-- Which mode the database belongs to. Stored when it is first opened; a process that runs in the other mode does not start.
create table service_mode (
  singleton boolean primary key default true check (singleton),
  mode text not null check (mode in ('sandbox', 'production')),
  stored_at timestamptz not null
);

-- A database made before this table: what only a sandbox does proves one (the simulated bank was used or holds the accounts,
-- or the clock was moved). Without proof it is production, where nothing can make up money. An empty database is left open.
insert into service_mode (mode, stored_at)
select case when exists (select from simulated_bank_instructions)
              or exists (select from accounts where routing_number = '091000019')
              or exists (select from service_clock where kind = 'virtual' or offset_ms <> 0)
            then 'sandbox' else 'production' end,
       now()
 where exists (select from organizations);

-- How often a sandbox's clock was set back to the machine's time: other processes then go back, too.
alter table service_clock add column resets integer not null default 0;
