import { assert, present } from "#kernel/assert.ts";
import { plusMs } from "#kernel/clock/clock.ts";
import type { Queryable, Tx } from "#kernel/sql/database.ts";
import { ContentTooLarge } from "#kernel/storage/spool.ts";
import type { OrganizationId } from "#kernel/values/ids.ts";
import { inBatches } from "#kernel/values/in-batches.ts";
import { raiseAlert } from "../alerts/raise-alert.ts";
import type { BankFileId } from "../bank-file.ts";
import type { BankChannel } from "../channels/channel.ts";
import type { ChannelPass } from "../channels/channel-pass.ts";
import { markPolled } from "../channels/channels.queries.ts";
import { isUnacceptable } from "../channels/connection.ts";
import { FILE_BYTES_MAX, fileContentColumns, type StoredContent, storeContent } from "../content/store-content.ts";
import type { ContentColumns } from "../sending/writing.queries.ts";
import type { IncomingFile } from "../transports/transport.ts";
import {
  findByContent,
  findRemembered,
  insertIncomingFile,
  lockArrivals,
  type NewIncomingFile,
} from "./receiving.queries.ts";

/** Files per pass, so that sending has its turn. */
const FILES_PER_PASS = 20;
const NAME_LENGTH_MAX = 255;

/**
 * Reads what is new in a connection's inbox and records it. A file that stays there is remembered by its name, size, and
 * time; one that changed while it was read is left for the next pass. Returns the number of files recorded.
 */
export async function pollInbox(pass: ChannelPass): Promise<number> {
  const { service, channel, lease, connection } = pass;
  const listed = await connection.use((transport) => transport.list());
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
  await connection.use(async (transport) => transport.taken?.(taken.map(({ name }) => name)));
  await removeRead(
    pass,
    listed.filter((entry) => !isNew(entry)),
  );
  const now = service.machineClock.now();
  // More files than one pass takes: the next pass continues at once.
  const nextPollAt = fresh.length > read.length ? now : plusMs(now, channel.pollEveryMs);
  await markPolled(service.database, channel, { token: lease.token, now, nextPollAt });
  return recorded;
}

const isSame = (a: IncomingFile, b: IncomingFile): boolean =>
  a.name === b.name && a.bytes === b.bytes && a.modifiedAt.getTime() === b.modifiedAt.getTime();

async function newAmong(
  { service, channel }: { readonly service: { readonly database: Queryable }; readonly channel: BankChannel },
  listed: readonly IncomingFile[],
): Promise<(entry: IncomingFile) => boolean> {
  const names = listed.map(({ name }) => name.slice(0, NAME_LENGTH_MAX));
  const rows = [];
  for (const batch of inBatches(names)) rows.push(...(await findRemembered(service.database, channel, batch)));
  const known = new Set(rows.map((row) => memory(row.name, Number(row.remote_bytes), row.remote_modified_at)));
  return ({ name, bytes, modifiedAt }) => !known.has(memory(name.slice(0, NAME_LENGTH_MAX), bytes, modifiedAt));
}

const memory = (name: string, bytes: number, modifiedAt: Date): string => `${bytes} ${modifiedAt.getTime()} ${name}`;

type ReadContent = StoredContent | { readonly problem: string };

/** The stored content, or why it cannot be had, however often it is read. */
async function readContent({ service, channel, connection }: ChannelPass, entry: IncomingFile): Promise<ReadContent> {
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
  return service.database.transaction(async (tx) => {
    await lockArrivals(tx, channel);
    // Another process may have recorded some after this one's lease had ended.
    const entries = arrivals.map(({ entry }) => entry);
    const isNew = await newAmong({ service: { database: tx }, channel }, entries);
    const fresh = arrivals.filter(({ entry }) => isNew(entry));
    for (const arrival of fresh) {
      const state = await recordArrival(service, tx, channel, arrival);
      tx.afterCommit(() => observer.moved("in", state));
    }
    return fresh.length;
  });
}

/** As received, as a repeat of another one, or, without content, quarantined. */
async function recordArrival(
  service: ChannelPass["service"],
  tx: Tx,
  { organizationId, connectionId, rail }: BankChannel,
  { entry, content }: Arrival,
): Promise<"received" | "repeated" | "quarantined"> {
  const fileId = service.newId<BankFileId>();
  const name = entry.name.slice(0, NAME_LENGTH_MAX);
  const file = { fileId, connectionId, rail, format: undefined, name, at: service.clock.now(), remote: entry };
  if ("problem" in content) {
    const set = { state: "quarantined", reason: content.problem, content: undefined, repeatsFileId: null } as const;
    const inserted = await insertIncomingFile(tx, organizationId, { ...file, ...set });
    assert(inserted === 1, "a file that cannot be read is recorded");
    await raiseAlert(service, tx, { organizationId, fileId, kind: "quarantined" });
    return set.state;
  }
  const columns = await fileContentColumns(service, tx, { organizationId, fileId, name, content });
  return insertContentOnce(tx, organizationId, { ...file, content: columns });
}

type WithContent = Omit<NewIncomingFile, "state" | "reason" | "repeatsFileId" | "content"> & {
  readonly content: ContentColumns;
};

/** The first file with a content is received; all others repeat it. */
export async function insertContentOnce(
  tx: Tx,
  organizationId: OrganizationId,
  file: WithContent,
): Promise<"received" | "repeated"> {
  const received = { state: "received", reason: null, repeatsFileId: null } as const;
  const known = await findByContent(tx, organizationId, file.content.sha256);
  if (known === undefined && (await insertIncomingFile(tx, organizationId, { ...file, ...received })) === 1)
    return received.state;
  const first = known ?? (await findByContent(tx, organizationId, file.content.sha256));
  const { file_id: repeatsFileId, name, created_at: at } = present(first, "a content that conflicts is known");
  assert(repeatsFileId !== file.fileId, "a file repeats another one");
  const reason = `It has the same content as ${name}, received on ${day(at)}.`;
  const inserted = await insertIncomingFile(tx, organizationId, { ...file, state: "repeated", reason, repeatsFileId });
  assert(inserted === 1, "a repeated file is recorded as a file of its own");
  return "repeated";
}

export const day = (at: Date): string =>
  at.toLocaleString("en-US", { dateStyle: "medium", timeZone: "America/New_York" });

/** Deletes remembered files from the inbox, if the connection says so. What cannot be deleted is tried again. */
async function removeRead({ channel, connection }: ChannelPass, entries: readonly IncomingFile[]): Promise<void> {
  if (!channel.removeAfterReading) return;
  for (const { name } of entries.slice(0, FILES_PER_PASS)) await connection.use((transport) => transport.remove(name));
}
