import { assert } from "#kernel/assert.ts";
import { plusMs, SECOND_MS } from "#kernel/clock/clock.ts";
import { keptBy } from "#kernel/process/generations.ts";
import { childrenOf, type Metrics } from "#kernel/process/metrics.ts";
import type { Service } from "#kernel/process/service.ts";
import { isUnavailable } from "#kernel/sql/database.ts";
import { acrossOrganizations, withinOrganization } from "#kernel/sql/scope.ts";
import { SpoolUnavailable } from "#kernel/storage/spool.ts";
import { alertOverdue } from "./alerts/overdue.ts";
import { countAttention, countUnanswered, countUnsent } from "./bank-files.queries.ts";
import type { ConnectionId } from "./bank-rail.ts";
import type { BankChannel, BankChannels } from "./channels/channel.ts";
import { type ChannelPass, type FileObserver, noObserver } from "./channels/channel-pass.ts";
import { allChannels, type ChannelRow, markReached, markUnreached } from "./channels/channels.queries.ts";
import { bankProblemOf, bankRetryMs, lazyConnection } from "./channels/connection.ts";
import { type ChannelService, LeaseLost, withLease } from "./channels/lease.ts";
import { countOpenItems } from "./items/items.queries.ts";
import type { IncomingHandler } from "./receiving/incoming-handler.ts";
import { pollInbox } from "./receiving/poll-inbox.ts";
import { processReceived } from "./receiving/process-received.ts";
import { resolveInterrupted, sendWritten } from "./sending/send-files.ts";

/** A slow bank must not hold up the others. */
const BANKS_AT_ONCE = 8;

export interface BankFilesWork {
  readonly channels: BankChannels;
  readonly handlers: readonly IncomingHandler[];
  readonly observer?: FileObserver;
  /** How many connections are worked on at the same time; tests may want their order. */
  readonly atOnce?: number | undefined;
}

/** What the database knows of a connection that decides about polling. */
interface Polling {
  readonly nextPollAt: Date | null;
  readonly failures: number;
}

/**
 * One pass over the connections that have something to do: processes what was received, resolves what was interrupted,
 * sends what is written, and reads inboxes. Each connection is used by one process at a time. Returns the amount of
 * work done.
 */
export async function runBankFiles(service: ChannelService, work: BankFilesWork): Promise<number> {
  const due = await dueChannels(service, work.channels);
  assert(new Set(due.map(({ connectionId }) => connectionId)).size === due.length, "each connection is listed once");
  let done = 0;
  const waiting = due.values();
  const worker = async (): Promise<void> => {
    for (const next of waiting)
      done += await withinOrganization(next.organizationId, () => runChannel(service, work, next));
  };
  await Promise.all(Array.from({ length: Math.min(work.atOnce ?? BANKS_AT_ONCE, due.length) }, worker));
  // After a pause of the service, what is sent late need not be reported.
  return done + (await alertNowAndThen(service, work));
}

/** Nobody has to hear within a second that a file is late. */
const OVERDUE_EVERY_MS = 10 * SECOND_MS;
const looksOf = keptBy<BankFilesWork, { noneOverdueAt?: Date }>(() => ({}));

async function alertNowAndThen(service: ChannelService, work: BankFilesWork): Promise<number> {
  const now = service.clock.now();
  const { noneOverdueAt: earlier } = looksOf(work);
  if (earlier !== undefined && now < plusMs(earlier, OVERDUE_EVERY_MS)) return 0;
  const alerted = await alertOverdue(service);
  if (alerted === 0) looksOf(work).noneOverdueAt = now;
  return alerted;
}

/** Those with files to work on, or whose inbox is due. After a failure, a connection rests. */
async function dueChannels(service: ChannelService, channels: BankChannels): Promise<readonly BankChannel[]> {
  const now = service.machineClock.now();
  const rowsByKey = new Map((await allChannels(service.database, now)).map((row) => [keyOf(row), row]));
  return (await channels.list()).flatMap((channel) => {
    const key = keyOf({ organization_id: channel.organizationId, connection_id: channel.connectionId });
    const row = rowsByKey.get(key);
    const polling = { nextPollAt: row?.next_poll_at ?? null, failures: row?.failures ?? 0 };
    const isFree = row === undefined || !isLeased(row, now);
    const works = polling.failures === 0 && row?.is_busy === true;
    return isFree && (works || isPollDue(channel, polling, now)) ? [channel] : [];
  });
}

/** Whether another pass, of this process or another one, uses a connection that has something to do, or one of these. */
export async function areInUse(
  { database, machineClock }: Pick<ChannelService, "database" | "machineClock">,
  connectionIds: ReadonlySet<ConnectionId>,
): Promise<boolean> {
  const now = machineClock.now();
  const used = (await allChannels(database, now)).filter((row) => isLeased(row, now));
  return used.some((row) => connectionIds.has(row.connection_id) || row.is_busy);
}

const isLeased = ({ lease_ends_at: endsAt }: ChannelRow, now: Date): boolean => endsAt !== null && endsAt > now;

function isPollDue({ hasMail }: BankChannel, { nextPollAt, failures }: Polling, now: Date): boolean {
  const isRested = nextPollAt === null || nextPollAt <= now;
  return hasMail === undefined ? isRested : hasMail && (isRested || failures === 0);
}

const keyOf = (row: { organization_id: string; connection_id: string }): string =>
  `${row.organization_id} ${row.connection_id}`;

/** A pass over one connection, unless another process uses it. */
const runChannel = async (
  service: ChannelService,
  { channels, handlers, observer = noObserver }: BankFilesWork,
  channel: BankChannel,
): Promise<number> => {
  const done = await withLease(service, channel, async (lease) => {
    const connection = lazyConnection(channels, channel);
    const pass = { service, channel, lease, connection, observer };
    try {
      // Decided under the lease: another process may just have polled, and a bank must not be polled once per worker.
      const polls = isPollDue(channel, lease, service.machineClock.now());
      return await resting(pass, lease.failures, () => workOn(pass, handlers, polls));
    } finally {
      await connection.close();
    }
  });
  return done ?? 0;
};

/** First what needs no bank: a bank that cannot be reached must not hold up what it has delivered. */
async function workOn(pass: ChannelPass, handlers: readonly IncomingHandler[], polls: boolean): Promise<number> {
  const processed = await processReceived(pass, handlers);
  const sent = (await resolveInterrupted(pass)) + (await sendWritten(pass));
  if (!polls) return processed + sent;
  return processed + sent + (await pollInbox(pass)) + (await processReceived(pass, handlers));
}

/** If the work fails, usually because the bank cannot be reached, the connection rests for a while. */
async function resting(pass: ChannelPass, failures: number, work: () => Promise<number>): Promise<number> {
  const { service, channel, lease } = pass;
  try {
    const done = await work();
    if (failures > 0) await markReached(service.database, channel, lease.token);
    return done;
  } catch (error) {
    // This process rests, not the connection: others may have a database and a disk.
    if (isUnavailable(error) || error instanceof SpoolUnavailable) throw error;
    if (error instanceof LeaseLost) return 0;
    const { organizationId, connectionId } = channel;
    if (failures === 0) service.log.warn({ organizationId, connectionId, err: error }, "a bank connection failed");
    await markUnreached(service.database, channel, {
      token: lease.token,
      failures: failures + 1,
      problem: bankProblemOf(error),
      nextPollAt: plusMs(service.machineClock.now(), bankRetryMs(failures + 1)),
    });
    return 0;
  }
}

/** Counts files by state, and those that wait for a person. */
export function bankFileMetrics(service: Pick<Service, "database" | "clock">, metrics: Metrics): FileObserver {
  const files = metrics.counter({
    name: "bursar_bank_files_total",
    help: "Bank files that reached a state in this process, by direction and state.",
    labelNames: ["direction", "state"],
  });
  const tolerances = metrics.counter({
    name: "bursar_bank_file_tolerances_total",
    help: "How often received files differed from their formats in what was tolerated, by the name of the tolerance.",
    labelNames: ["tolerance"],
  });
  const attention = metrics.gauge({
    name: "bursar_bank_files_attention",
    help: "Bank files that need a person: in doubt, withheld, quarantined, unsent for too long, or unanswered by the bank; and open items in received files. Anything but 0 needs a decision.",
    labelNames: ["problem"],
  });
  metrics.onScrape(() =>
    acrossOrganizations(async () => {
      attention.reset();
      for (const problem of ["inDoubt", "withheld", "quarantined"]) attention.labels(problem).set(0);
      for (const { state, total } of await countAttention(service.database)) attention.labels(state).set(Number(total));
      const { total } = await countUnanswered(service.database, service.clock.now());
      attention.labels("unanswered").set(Number(total));
      const unsent = await countUnsent(service.database);
      attention.labels("unsent").set(Number(unsent.total));
      const items = await countOpenItems(service.database);
      attention.labels("openItems").set(Number(items.total));
    }),
  );
  const counted = childrenOf((direction: string, state: string) => files.labels(direction, state));
  return {
    moved: (direction, state) => counted(direction, state).inc(),
    tolerated: (tolerance, count) => tolerances.labels(tolerance).inc(count),
  };
}
