-- Row n of :rows: its time, spread evenly over the past year, and a UUIDv7 of that time.
create schema lists;
create table lists.started as select now() - interval '365 days' as at, interval '364 days' / :rows as step;
create function lists.at(n bigint) returns timestamptz language sql stable as $$
  select date_trunc('milliseconds', at + n * step) from lists.started
$$;
create function lists.id_at(at timestamptz, n bigint, purpose text) returns uuid language sql stable as $$
  select (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || '7' || lpad(to_hex((n % 4096)::integer), 3, '0') ||
          '8' || substr(md5(purpose || n), 1, 15))::uuid
$$;
create function lists.id(n bigint, purpose text) returns uuid language sql stable as $$
  select lists.id_at(lists.at(n), n, purpose)
$$;
