import { assert, present } from "#kernel/assert.ts";
import { plusMs } from "#kernel/clock/clock.ts";
import type { Queryable, Tx } from "#kernel/sql/database.ts";
import { ContentTooLarge } from "#kernel/storage/spool.ts";
import type { OrganizationId } from "#kernel/values/ids.ts";
import { inBatches } from "#kernel/values/in-batches.ts";
import { raiseAlert } from "../alerts/raise-alert.ts";
import type { BankFileId } from "../bank-file.ts";
import type { ConnectionId } from "../bank-rail.ts";
import type { BankChannel } from "../channels/channel.ts";
import type { ChannelPass } from "../channels/channel-pass.ts";
import { markPolled } from "../channels/channels.queries.ts";
import { isUnacceptable } from "../channels/connection.ts";
import { contentColumnsOf, FILE_BYTES_MAX, type StoredContent, storeContent } from "../content/store-content.ts";
import type { IncomingFile } from "../transports/transport.ts";
import {
  findByContents,
  findRemembered,
  insertIncomingFiles,
  lockArrivals,
  type NewIncomingFile,
} from "./receiving.queries.ts";

/** Files per pass, so that sending has its turn; memory holds small contents until they are recorded together. */
const FILES_PER_PASS = 250;
const NAME_LENGTH_MAX = 255;

/**
 * Reads what is new in a connection's inbox and records it. A file that stays there is remembered by its name, size, and
 * time; one that changed while it was read is left for the next pass. Returns the number of files recorded.
 */
export async function pollInbox(pass: ChannelPass): Promise<number> {
  const { service, channel, lease, connection } = pass;
  const listed = (await connection.use((transport) => transport.list())).filter(({ name }) => mayTake(channel, name));
  const isNew = await newAmong(pass, listed);
  const fresh = listed.filter(isNew);
  const read = fresh.slice(0, FILES_PER_PASS);
  const contents: Arrival[] = [];
  for (const entry of read) contents.push({ entry, content: await readContent(pass, entry) });
  // A bank may still be writing what it has already listed.
  const after = read.length === 0 ? [] : await connection.use((transport) => transport.list());
  const whole = contents.filter(({ entry }) => after.some((other) => isSame(entry, other)));
  lease.check();
  const recorded = await record(pass, whole);
  const taken = [...listed.filter((entry) => !isNew(entry)), ...whole.map(({ entry }) => entry)];
  const names = taken.map(({ name }) => name);
  const isMore = await connection.use(async (transport) => (await transport.taken?.(names)) ?? false);
  await removeRead(
    pass,
    listed.filter((entry) => !isNew(entry)),
  );
  const now = service.machineClock.now();
  // More files than one pass takes: the next pass continues at once, and until then it is known that something waits.
  const nextPollAt = fresh.length > read.length || isMore ? now : plusMs(now, channel.pollEveryMs);
  await markPolled(service.database, channel, { token: lease.token, now, nextPollAt });
  return recorded;
}

/** The connections that remember what was in the inbox. */
const sharingOf = ({ connectionId, sharing = [] }: BankChannel): readonly ConnectionId[] => [
  connectionId,
  ...sharing.map((other) => other.connectionId),
];

/** Of a directory that several connections share, each takes what names do not give to another one. */
function mayTake({ reading, sharing = [] }: BankChannel, name: string): boolean {
  const own = reading.isOwn(name);
  if (own === false) return false;
  if (own === undefined && sharing.some((other) => other.reading.isOwn(name) === true)) return false;
  const isOthers = ({ reading: its }: BankChannel) => its.isOwn(name) !== false && its.ignoredAs(name) === undefined;
  return reading.ignoredAs(name) === undefined || own === true || !sharing.some(isOthers);
}

const isSame = (a: IncomingFile, b: IncomingFile): boolean =>
  a.name === b.name && a.bytes === b.bytes && a.modifiedAt.getTime() === b.modifiedAt.getTime();

async function newAmong(
  { service, channel }: { readonly service: { readonly database: Queryable }; readonly channel: BankChannel },
  listed: readonly IncomingFile[],
): Promise<(entry: IncomingFile) => boolean> {
  const names = listed.map(({ name }) => name.slice(0, NAME_LENGTH_MAX));
  const rows = [];
  const connectionIds = sharingOf(channel);
  for (const batch of inBatches(names))
    rows.push(...(await findRemembered(service.database, channel.organizationId, { connectionIds, names: batch })));
  const remembered = new Set(rows.map((row) => memory(row.name, Number(row.remote_bytes), row.remote_modified_at)));
  return ({ name, bytes, modifiedAt }) => !remembered.has(memory(name.slice(0, NAME_LENGTH_MAX), bytes, modifiedAt));
}

const memory = (name: string, bytes: number, modifiedAt: Date): string => `${bytes} ${modifiedAt.getTime()} ${name}`;

/** `isIgnored`: its name says that it is not for this service. */
type ReadContent = StoredContent | { readonly problem: string; readonly isIgnored?: boolean };

/** The stored content, or why it cannot be had, however often it is read. */
async function readContent({ service, channel, connection }: ChannelPass, entry: IncomingFile): Promise<ReadContent> {
  const ignored = channel.reading.ignoredAs(entry.name);
  if (ignored !== undefined)
    return { problem: `The connection ignores files with names such as ${ignored}.`, isIgnored: true };
  if (entry.bytes > FILE_BYTES_MAX) return { problem: TOO_LARGE };
  try {
    return await connection.use(async (transport) =>
      storeContent(service, channel.organizationId, await transport.read(entry.name, FILE_BYTES_MAX)),
    );
  } catch (error) {
    if (error instanceof ContentTooLarge) return { problem: TOO_LARGE };
    if (isUnacceptable(error)) return { problem: error.message };
    throw error;
  }
}

const TOO_LARGE = `The file is larger than ${FILE_BYTES_MAX / 1024 / 1024} MB, which is the limit. Ask the bank to split it.`;

interface Arrival {
  readonly entry: IncomingFile;
  readonly content: ReadContent;
}

/** Records files in one transaction. Returns how many were not recorded before. */
async function record({ service, channel, observer }: ChannelPass, arrivals: readonly Arrival[]): Promise<number> {
  if (arrivals.length === 0) return 0;
  const { organizationId, connectionId, rail } = channel;
  return service.database.transaction(async (tx) => {
    await lockArrivals(tx, organizationId, sharingOf(channel));
    // Another process may have recorded some after this one's lease had ended.
    const entries = arrivals.map(({ entry }) => entry);
    const isNew = await newAmong({ service: { database: tx }, channel }, entries);
    const fresh = arrivals.filter(({ entry }) => isNew(entry));
    const files = fresh.map(({ entry, content }): ArrivedContent => {
      const name = entry.name.slice(0, NAME_LENGTH_MAX);
      return { fileId: service.newId<BankFileId>(), connectionId, rail, name, remote: entry, content };
    });
    const states = await recordArrivals(service, tx, { organizationId, files });
    tx.afterCommit(() => {
      for (const state of states) observer.moved("in", state);
    });
    return fresh.length;
  });
}

export interface ArrivedContent extends Pick<NewIncomingFile, "fileId" | "connectionId" | "rail" | "name" | "remote"> {
  readonly content: ReadContent;
}

/**
 * Records arrived files, in the caller's transaction: the first one with a content as received, others as its repeats, and
 * those without content as quarantined. Returns their states.
 */
export async function recordArrivals(
  service: Pick<ChannelPass["service"], "clock" | "config" | "log" | "newId" | "vault">,
  tx: Tx,
  {
    organizationId,
    files,
    retryAt,
  }: {
    readonly organizationId: OrganizationId;
    readonly files: readonly ArrivedContent[];
    /** The background work leaves received files alone until then. */
    readonly retryAt?: Date;
  },
): Promise<readonly NewIncomingFile["state"][]> {
  const at = service.clock.now();
  const insert = async (rows: readonly NewIncomingFile[]): Promise<ReadonlySet<BankFileId>> =>
    new Set((await insertIncomingFiles(tx, organizationId, { files: rows, at, retryAt })).map((row) => row.file_id));
  const [whole, unreadable] = [files.filter(hasContent), files.filter((file) => !hasContent(file))];
  const columns = await contentColumnsOf(service, tx, organizationId, whole);
  const first = new Map<string, FirstOfContent>();
  for (const row of await findByContents(
    tx,
    organizationId,
    whole.map(({ content }) => content.sha256),
  ))
    first.set(digestOf(row.sha256), { fileId: row.file_id, name: row.name, at: row.created_at });
  const received: NewIncomingFile[] = [];
  const others: NewIncomingFile[] = [];
  whole.forEach((file, index) => {
    const row = { ...file, content: present(columns[index], "each content has its columns"), repeatsFileId: null };
    const digest = digestOf(file.content.sha256);
    if (first.has(digest)) others.push({ ...row, state: "repeated", reason: null });
    else {
      first.set(digest, { fileId: file.fileId, name: file.name, at });
      received.push({ ...row, state: "received", reason: null });
    }
  });
  const recorded = await insert(received);
  // Another connection may have received a content at this moment.
  const late = received.filter(({ fileId }) => !recorded.has(fileId));
  const digests = late.flatMap(({ content }) => content?.sha256 ?? []);
  for (const row of digests.length === 0 ? [] : await findByContents(tx, organizationId, digests))
    first.set(digestOf(row.sha256), { fileId: row.file_id, name: row.name, at: row.created_at });
  const repeated = [...late, ...others].map((file): NewIncomingFile => {
    const original = present(file.content && first.get(digestOf(file.content.sha256)), "a repeated content is known");
    assert(original.fileId !== file.fileId, "a file repeats another one");
    const reason = `It has the same content as ${original.name}, received on ${day(original.at)}.`;
    return { ...file, state: "repeated", reason, repeatsFileId: original.fileId };
  });
  const unread = unreadable.map(({ content, ...file }): NewIncomingFile => {
    const reason = "problem" in content ? content.problem : "";
    const state = "isIgnored" in content && content.isIgnored === true ? "dismissed" : "quarantined";
    return { ...file, state, reason, content: undefined, repeatsFileId: null };
  });
  const rest = [...repeated, ...unread];
  assert((await insert(rest)).size === rest.length, "repeated files and those that cannot be read are recorded");
  for (const { fileId } of unread.filter(({ state }) => state === "quarantined"))
    await raiseAlert(service, tx, { organizationId, fileId, kind: "quarantined" });
  return [
    ...received.flatMap(({ fileId, state }) => (recorded.has(fileId) ? [state] : [])),
    ...rest.map(({ state }) => state),
  ];
}

interface FirstOfContent {
  readonly fileId: BankFileId;
  readonly name: string;
  readonly at: Date;
}

const digestOf = (sha256: Buffer): string => sha256.toString("hex");

const hasContent = (file: ArrivedContent): file is ArrivedContent & { readonly content: StoredContent } =>
  !("problem" in file.content);

export const day = (at: Date): string =>
  at.toLocaleString("en-US", { dateStyle: "medium", timeZone: "America/New_York" });

/** Deletes remembered files from the inbox, if the connection says so. What cannot be deleted is tried again. */
async function removeRead({ channel, connection }: ChannelPass, entries: readonly IncomingFile[]): Promise<void> {
  if (!channel.removeAfterReading) return;
  for (const { name } of entries.slice(0, FILES_PER_PASS)) await connection.use((transport) => transport.remove(name));
}
