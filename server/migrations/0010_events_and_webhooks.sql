-- Events, and their delivery to webhook endpoints (docs/adr/0014-webhooks.md).

create table events (
  organization_id uuid not null,
  event_id uuid not null,
  resource_type text not null,
  resource_id uuid not null,
  resource_version bigint not null,
  operation event_operation not null,
  occurred_at timestamptz not null,
  changed_paths text[],
  merge_patch text,
  previous_values text,
  primary key (organization_id, event_id),
  constraint events_one_per_version unique (organization_id, resource_id, resource_version),
  constraint events_patch_of_change check (operation = 'create' or (changed_paths is not null and merge_patch is not null))
);
-- Balance events are few and rarely read. Transaction events, which create_payments writes, are not in this index.
create index events_of_accounts on events (organization_id, resource_type, event_id) where resource_type <> 'transaction';
comment on table events is 'One row per change of a resource, in versions without gaps. Append-only. The patch of a create event is not stored: it follows from the transaction''s creation columns.';

create view recorded_events with (security_invoker = true) as
  select organization_id, event_id, resource_type, resource_id, resource_version, operation, occurred_at, changed_paths,
         merge_patch, previous_values
    from events;
comment on view recorded_events is 'For modules/event-feed: the events as they were recorded. The creation of a transaction carries nothing.';

create table webhook_endpoints (
  organization_id uuid not null references organizations,
  endpoint_id uuid not null,
  url text not null,
  status text not null
    constraint webhook_endpoints_status_check check (status in ('active', 'paused', 'disabled', 'deleted')),
  event_types text[],
  filter_paths text[],
  secret bytea,
  previous_secret bytea,
  previous_secret_until timestamptz,
  -- Since the last success: when failures began, how many there were, and, after several, when one delivery is tried next.
  failing_since timestamptz,
  consecutive_failures integer not null default 0,
  retry_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (organization_id, endpoint_id),
  constraint webhook_endpoints_columns_of_status check (
    (secret is not null) = (status in ('active', 'paused', 'disabled'))
    and (previous_secret is null or status in ('active', 'paused', 'disabled'))
  ),
  constraint webhook_endpoints_previous_secret_check check ((previous_secret is null) = (previous_secret_until is null)),
  constraint webhook_endpoints_failing_since_check check ((failing_since is null) = (consecutive_failures = 0))
);
comment on table webhook_endpoints is 'Where events are delivered. Active; paused by its owner; disabled after failing for days; or deleted, which erases its secret.';

create table webhook_deliveries (
  organization_id uuid not null,
  delivery_id uuid not null,
  endpoint_id uuid not null,
  event_id uuid not null,
  resource_id uuid not null,
  resource_version bigint not null,
  purpose text not null constraint webhook_deliveries_purpose_check check (purpose in ('event', 'resend')),
  state text not null constraint webhook_deliveries_state_check check (state in ('waiting', 'delivered', 'abandoned')),
  attempts integer not null default 0,
  -- Failed attempts since first_attempt_at; both are reset when a person reactivates the endpoint.
  failures integer not null default 0,
  created_at timestamptz not null,
  first_attempt_at timestamptz,
  next_attempt_at timestamptz not null,
  claimed_until timestamptz,
  delivered_at timestamptz,
  primary key (organization_id, delivery_id),
  constraint webhook_deliveries_columns_of_state check (
    (delivered_at is not null) = (state = 'delivered')
    and (claimed_until is null or state = 'waiting')
  )
);
-- Endpoint first: deliveries waiting for one endpoint do not slow down finding what is due for another.
create index webhook_deliveries_due on webhook_deliveries (organization_id, endpoint_id, next_attempt_at, delivery_id) where state = 'waiting';
create index webhook_deliveries_order on webhook_deliveries (organization_id, endpoint_id, resource_id, resource_version, delivery_id) where state = 'waiting';
create index webhook_deliveries_endpoint on webhook_deliveries (organization_id, endpoint_id, delivery_id);
create index webhook_deliveries_abandoned on webhook_deliveries (organization_id, endpoint_id, delivery_id) where state = 'abandoned';
create index webhook_deliveries_event on webhook_deliveries (organization_id, event_id);
comment on table webhook_deliveries is 'One row per event and endpoint: waiting, then delivered or abandoned. A worker claims a due row until claimed_until, sends it outside any transaction, and records the outcome.';

create table webhook_attempts (
  organization_id uuid not null,
  delivery_id uuid not null,
  attempt integer not null,
  attempted_at timestamptz not null,
  outcome text not null constraint webhook_attempts_outcome_check check (outcome in ('delivered', 'failed', 'refused')),
  status_code integer,
  reason text,
  duration_ms integer not null,
  response_snippet text,
  primary key (organization_id, delivery_id, attempt)
);
comment on table webhook_attempts is 'Every attempt to deliver, with the endpoint''s response. Append-only.';
