-- Requests counted against rate limits, so that a limit holds across processes (docs/adr/0061-several-nodes.md).

create unlogged table rate_counts (
  -- The nil UUID for counters that belong to no organization: the networks that sent invalid tokens.
  organization_id uuid not null,
  -- The id of a token or session, or the keyed hash of a network.
  counter text not null,
  -- Minutes since 1970 on the database's clock.
  minute bigint not null,
  requests integer not null,
  last_at timestamptz not null,
  previous_requests integer not null,
  previous_last_at timestamptz not null,
  primary key (organization_id, counter)
) with (fillfactor = 50);
comment on table rate_counts is 'Requests of the current and the previous minute, of credentials that use a considerable share of their rate limit. Unlogged: after a crash or a failover, counting starts at zero. Rows are deleted ten minutes after their last request.';
