import type { Queryable } from "#kernel/sql/database.ts";
import { sql } from "#kernel/sql/sql.ts";
import type { OrganizationId } from "#kernel/values/ids.ts";
import type { ConnectionId } from "../bank-rail.ts";

export interface ChannelKey {
  readonly organizationId: OrganizationId;
  readonly connectionId: ConnectionId;
}

export interface ChannelRow {
  readonly organization_id: OrganizationId;
  readonly connection_id: ConnectionId;
  readonly lease_ends_at: Date | null;
  readonly next_poll_at: Date | null;
  readonly failures: number;
  /** It has files to send, to resolve, or to process now. */
  readonly is_busy: boolean;
}

/** Every connection. Runs at each pass: each look-up ends at its first file. */
export const allChannels = (db: Queryable, now: Date) =>
  db.many<ChannelRow>(sql`
  select c.organization_id, c.connection_id, b.lease_ends_at, b.next_poll_at, coalesce(b.failures, 0) as failures,
         c.state in ('rehearsal', 'live') and coalesce(
           (select true from bank_files f
             where f.organization_id = c.organization_id and f.connection_id = c.connection_id
               and f.state in ('written', 'sending', 'received') and (f.retry_at is null or f.retry_at <= ${now})
             limit 1), false) as is_busy
    from bank_connections c
    left join bank_channels b on b.organization_id = c.organization_id and b.connection_id = c.connection_id
   where c.organization_id is not null`);

/** Whether files of any connection are to be sent, to resolve, or to process. */
export const haveChannelsWork = async (db: Queryable): Promise<boolean> => {
  const { found } = await db.one<{ found: boolean }>(sql`
  select exists (select true from organization_ids o join bank_files f on f.organization_id = o.organization_id
                  and f.state in ('written', 'sending', 'received')) as found`);
  return found;
};

/** Whether a connection's bank has delivered files that are not read, or not processed. */
export const hasUnprocessed = async (
  db: Queryable,
  organizationId: OrganizationId,
  connectionId: ConnectionId,
): Promise<boolean> => {
  const { found } = await db.one<{ found: boolean }>(sql`
  select exists (select from bank_channels
                  where organization_id = ${organizationId} and connection_id = ${connectionId} and next_poll_at <= polled_at)
      or exists (select from bank_files
                  where organization_id = ${organizationId} and connection_id = ${connectionId} and state in ('written', 'sending', 'received')
                    and state = 'received' and retry_at is null) as found`);
  return found;
};

/** Takes the lease of a connection if nobody has it. Undefined: another process does. */
export const takeLease = (
  db: Queryable,
  { organizationId, connectionId }: ChannelKey,
  { token, now, endsAt }: { token: string; now: Date; endsAt: Date },
) =>
  db.maybe<{ next_poll_at: Date | null; failures: number }>(sql`
  insert into bank_channels (organization_id, connection_id, lease_token, lease_ends_at)
  values (${organizationId}, ${connectionId}, ${token}, ${endsAt})
  on conflict (organization_id, connection_id) do update
     set lease_token = excluded.lease_token, lease_ends_at = excluded.lease_ends_at
   where bank_channels.lease_token is null or bank_channels.lease_ends_at <= ${now}
  returning next_poll_at, failures`);

export const extendLease = (
  db: Queryable,
  { organizationId, connectionId }: ChannelKey,
  { token, endsAt }: { token: string; endsAt: Date },
) =>
  db.run(sql`
  update bank_channels set lease_ends_at = ${endsAt}
   where organization_id = ${organizationId} and connection_id = ${connectionId} and lease_token = ${token}`);

export const endLease = (db: Queryable, { organizationId, connectionId }: ChannelKey, token: string) =>
  db.run(sql`
  update bank_channels set lease_token = null, lease_ends_at = null
   where organization_id = ${organizationId} and connection_id = ${connectionId} and lease_token = ${token}`);

export const markPolled = (
  db: Queryable,
  { organizationId, connectionId }: ChannelKey,
  { token, now, nextPollAt }: { token: string; now: Date; nextPollAt: Date },
) =>
  db.run(sql`
  update bank_channels set polled_at = ${now}, next_poll_at = ${nextPollAt}
   where organization_id = ${organizationId} and connection_id = ${connectionId} and lease_token = ${token}`);

/** The bank was reached. */
export const markReached = (db: Queryable, { organizationId, connectionId }: ChannelKey, token: string) =>
  db.run(sql`
  update bank_channels set failures = 0, problem = null
   where organization_id = ${organizationId} and connection_id = ${connectionId} and lease_token = ${token}
     and failures > 0`);

export const markUnreached = (
  db: Queryable,
  { organizationId, connectionId }: ChannelKey,
  { token, failures, problem, nextPollAt }: { token: string; failures: number; problem: string; nextPollAt: Date },
) =>
  db.run(sql`
  update bank_channels set failures = ${failures}, problem = ${problem}, next_poll_at = ${nextPollAt}
   where organization_id = ${organizationId} and connection_id = ${connectionId} and lease_token = ${token}`);
