-- Agents that a user connected over OAuth (docs/adr/0128-agents.md).

create table oauth_grants (
  organization_id uuid not null references organizations,
  token_id uuid not null,
  client_digest bytea not null,
  redirect_uri text not null,
  -- The server for which its access tokens are: no other accepts them.
  resource text not null,
  code_hash bytea not null,
  code_challenge text not null,
  code_expires_at timestamptz not null,
  code_used_at timestamptz,
  access_hash bytea,
  access_expires_at timestamptz,
  refresh_hash bytea,
  -- The refresh token before it: if it is used again, there is a copy, so the access ends.
  refresh_before bytea,
  refresh_expires_at timestamptz,
  primary key (organization_id, token_id),
  constraint oauth_grants_code_key unique (organization_id, code_hash),
  constraint oauth_grants_access_key unique (organization_id, access_hash),
  constraint oauth_grants_refresh_key unique (organization_id, refresh_hash),
  constraint oauth_grants_before_key unique (organization_id, refresh_before),
  constraint oauth_grants_issued_check check (
    (code_used_at is not null) = (access_hash is not null)
    and (access_hash is not null) = (access_expires_at is not null)
    and (access_hash is not null) = (refresh_hash is not null)
    and (access_hash is not null) = (refresh_expires_at is not null)
    and (refresh_before is null or refresh_hash is not null))
);
comment on table oauth_grants is 'What a user allowed an application over OAuth: a token of the kind agent, its authorization code, and its present access and refresh tokens, as keyed hashes. Ends with the token. Proven; never deleted.';
