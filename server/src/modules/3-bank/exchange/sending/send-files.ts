import { assert, present } from "#kernel/assert.ts";
import { plusMs } from "#kernel/clock/clock.ts";
import { isUnavailable, type Tx } from "#kernel/sql/database.ts";
import { noteSteps } from "#kernel/telemetry/spans.ts";
import { recordAudit } from "#records/audit";
import { raiseAlert } from "../alerts/raise-alert.ts";
import type { BankFileId } from "../bank-file.ts";
import type { ChannelPass } from "../channels/channel-pass.ts";
import { bankProblemOf, bankRetryMs } from "../channels/connection.ts";
import { LeaseLost } from "../channels/lease.ts";
import { findBankFiles, isDamage, type OpenFile } from "../content/read-content.ts";
import { bankFileStates } from "../file-states.ts";
import { TransportError } from "../transports/transport.ts";
import {
  claimDue,
  markBytesHandedOver,
  markDeferred,
  markSent,
  markTroubled,
  postponeResolution,
  type SendingFile,
  takeOverInterrupted,
} from "./sending.queries.ts";

/** Files per pass, so that receiving has its turn. */
export const FILES_SENT_PER_PASS = 200;
/** Files that take their steps together: with three commits for all, and at most so many in doubt after a crash. */
const FILES_TOGETHER = 50;

/**
 * Resolves the files whose sending was interrupted by a crash or a failure, by what the row and the bank's directory
 * tell. Never sends. Returns the number of files.
 */
export async function resolveInterrupted(pass: ChannelPass): Promise<number> {
  const { service, channel, lease } = pass;
  const files = await service.database.transaction((tx) =>
    takeOverInterrupted(tx, channel, { token: lease.token, now: service.machineClock.now(), limit: FILES_TOGETHER }),
  );
  assert(files.length <= FILES_TOGETHER, "a pass resolves a bounded number of files");
  for (const file of files) await resolve(pass, file, "The service stopped while it was sending this file");
  return files.length;
}

/** Sends what is written, the oldest files first. Returns the number of files. */
export async function sendWritten(pass: ChannelPass): Promise<number> {
  const { service, channel, lease } = pass;
  if (channel.state !== "live") return 0;
  for (let sent = 0; sent < FILES_SENT_PER_PASS; ) {
    lease.check();
    const files = await service.database.transaction((tx) =>
      claimDue(tx, channel, { token: lease.token, now: service.machineClock.now(), limit: FILES_TOGETHER }),
    );
    if (files.length === 0) return sent;
    assert(
      files.every((file) => file.handed_over_at === null),
      "files are claimed before the transport has any of them",
    );
    await send(pass, files);
    sent += files.length;
  }
  return FILES_SENT_PER_PASS;
}

/** The transport gets all bytes, then a commit says so, then the files get their names. */
async function send(pass: ChannelPass, files: readonly SendingFile[]): Promise<void> {
  const { staged, refusal } = await stageAll(pass, files);
  if (staged.length > 0) {
    await markHandedOver(pass, staged);
    await publishAll(pass, staged);
  }
  // The connection rests, as after any failure.
  if (refusal !== undefined) throw refusal;
}

interface Staged {
  readonly staged: readonly SendingFile[];
  /** Why some files were not staged. */
  readonly refusal: unknown;
}

/**
 * Gives the transport the bytes of files. Those that cannot be sent are decided about; one that is not taken is sent again
 * later, and stops no other; if the connection fails, all are sent again later. Returns what the transport has.
 */
async function stageAll(pass: ChannelPass, files: readonly SendingFile[]): Promise<Staged> {
  const { service, channel, connection } = pass;
  const waiting = new Set(files);
  const staged: SendingFile[] = [];
  let refusal: unknown;
  try {
    // A name may be taken by a file of another sender, or by this one before a backup was restored.
    const found = await connection.use((transport) => transport.find(files.map(({ name }) => name)));
    const open = await findBankFiles(service, channel.organizationId, idsOf(files));
    for (const file of files) {
      try {
        if (found.get(file.name)?.state === "final") await trouble(pass, file, "doubt", NAME_TAKEN);
        else if (await stage(pass, file, open)) staged.push(file);
      } catch (error) {
        if (!isOfOneFile(error)) throw error;
        await defer(pass, [file], bankProblemOf(error));
        refusal ??= error;
      }
      if (staged.at(-1) !== file) waiting.delete(file);
    }
    return { staged, refusal };
  } catch (error) {
    if (error instanceof LeaseLost) throw error;
    await defer(pass, [...waiting], bankProblemOf(error));
    throw error;
  }
}

/** Whether other files can be staged: the server refused this one, or the service cannot read it now. */
const isOfOneFile = (error: unknown): boolean =>
  error instanceof TransportError ? error.kind === "refused" : !(error instanceof LeaseLost || isUnavailable(error));

/** False if the stored content is damaged. */
async function stage(
  pass: ChannelPass,
  file: SendingFile,
  open: (fileId: BankFileId) => Promise<OpenFile | undefined>,
): Promise<boolean> {
  const { connection } = pass;
  try {
    const content = present(await open(file.file_id), "a file to be sent has a content");
    assert(content.name === file.name, "a file is sent under the name that its content was stored with");
    assert(BigInt(content.bytes) === file.bytes, "a file is sent with as many bytes as were stored");
    const chunks = underLease(pass, content.chunks());
    await connection.use((transport) => transport.stage(file.name, chunks, content.bytes));
    return true;
  } catch (error) {
    if (!isDamage(error)) throw error;
    await trouble(pass, file, "withhold", DAMAGED);
    return false;
  }
}

const NAME_TAKEN =
  "The bank's directory has a file of this name, which was not sent now. Compare it with this file, and ask the bank whether it has received it.";
const DAMAGED =
  "Its stored content is damaged, missing, or was changed, so it was not sent. Check who has access to the database and the object store.";

async function* underLease({ lease }: ChannelPass, chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  for await (const chunk of chunks) {
    lease.check();
    yield chunk;
  }
}

/** Transports give files their final names after this commit, so without it the bank cannot have them. */
async function markHandedOver({ service, channel, lease }: ChannelPass, files: readonly SendingFile[]): Promise<void> {
  lease.check();
  const handOver = { fileIds: idsOf(files), token: lease.token, at: service.clock.now() };
  const marked = await service.database.transaction((tx) => markBytesHandedOver(tx, channel, handOver));
  assert(marked <= files.length, "only files that are being sent are handed over");
  if (marked < files.length) throw new LeaseLost("Another process has taken over files");
}

const idsOf = (files: readonly SendingFile[]): readonly BankFileId[] => files.map((file) => file.file_id);

/** Gives files that were handed over their names. What is not known of a file then, the bank's directory tells. */
async function publishAll(pass: ChannelPass, files: readonly SendingFile[]): Promise<void> {
  const { service, connection, lease } = pass;
  const open = new Map(files.map((file) => [file.name, file]));
  const published: SendingFile[] = [];
  let refusal: TransportError | undefined;
  try {
    await connection.use(async (transport) => {
      for await (const { name, problem } of transport.publish([...open.keys()])) {
        const file = present(open.get(name), "only files that were handed over are published");
        open.delete(name);
        if (problem === undefined) published.push(file);
        else await defer(pass, [file], bankProblemOf(problem));
        refusal ??= problem;
        lease.check();
      }
    });
    assert(open.size === 0, "a transport says whether it published each file");
  } catch (error) {
    if (error instanceof LeaseLost) throw error;
    await confirm(pass, published);
    for (const file of open.values())
      await resolve(pass, { ...file, handed_over_at: service.clock.now() }, bankProblemOf(error));
    throw error;
  }
  await confirm(pass, published);
  // The connection rests: its server may be full, or refuse everything.
  if (refusal !== undefined) throw refusal;
}

/** Decides about an interrupted file. The file stays `sending` if the bank's directory cannot be read now. */
async function resolve(pass: ChannelPass, file: SendingFile, problem: string): Promise<void> {
  const { service, channel, connection, lease } = pass;
  const key = { organizationId: channel.organizationId, fileId: file.file_id };
  if (file.handed_over_at === null) return defer(pass, [file], problem);
  try {
    const all = await connection.use((transport) => transport.find([file.name]));
    const found = present(all.get(file.name), "a transport says what it found");
    if (found.state === "temporary") return await defer(pass, [file], problem);
    if (found.state === "absent") return await trouble(pass, file, "doubt", absent(problem));
    if (found.bytes !== undefined && BigInt(found.bytes) !== file.bytes)
      return await trouble(pass, file, "doubt", otherSize(found.bytes, file.bytes));
    await confirm(pass, [file]);
  } catch (error) {
    const retryAt = plusMs(service.machineClock.now(), bankRetryMs(file.attempts));
    const reason = `${problem}. The bank's directory could not be read: ${bankProblemOf(error)}`;
    await postponeResolution(service.database, key, { token: lease.token, reason, retryAt });
    throw error;
  }
}

const absent = (problem: string): string =>
  `${problem}. The bank's directory has neither the file nor its temporary name: the bank may have taken it already. Ask the bank whether it has received a file of this name.`;
const otherSize = (found: number, expected: bigint): string =>
  `The bank's directory has a file of this name with ${found} bytes instead of ${expected}. Ask the bank what it has received.`;

/** The bank has these files. */
async function confirm(pass: ChannelPass, files: readonly SendingFile[]): Promise<void> {
  if (files.length === 0) return;
  const { service, channel, lease, observer } = pass;
  const { organizationId, connectionId } = channel;
  const at = service.clock.now();
  await service.database.transaction(async (tx) => {
    const marked = await markSent(tx, organizationId, { fileIds: idsOf(files), token: lease.token, at });
    const sent = new Set(marked.map((row) => row.file_id));
    const mine = files.filter((file) => sent.has(file.file_id));
    assert(mine.length === sent.size, "only files that were published are marked as sent");
    if (mine.length === 0) return;
    await recordAudit(service, tx, {
      organizationId,
      actor: { type: "service" },
      entries: mine.map(({ file_id: resourceId, name, attempts }) => ({
        action: "bankFile.send",
        resourceType: "bankFile",
        resourceId,
        after: { name, connectionId, attempts },
      })),
    });
    tx.afterCommit(() => {
      for (const _ of mine) observer.moved("out", bankFileStates.moves.confirm.to);
      noteSteps("bank_file", sent, { name: "bank file sent", attributes: { "bursar.rail": channel.rail } });
    });
  });
}

/** The bank cannot have these files, so they are sent again later. */
async function defer(pass: ChannelPass, files: readonly SendingFile[], reason: string): Promise<void> {
  if (files.length === 0) return;
  const { service, channel, lease } = pass;
  const attempts = Math.max(...files.map((file) => file.attempts));
  const retryAt = plusMs(service.machineClock.now(), bankRetryMs(attempts));
  const deferred = { fileIds: idsOf(files), token: lease.token, reason, retryAt };
  await service.database.transaction((tx) => markDeferred(tx, channel.organizationId, deferred));
}

async function trouble(
  pass: ChannelPass,
  file: SendingFile,
  trigger: "doubt" | "withhold",
  reason: string,
): Promise<void> {
  const { service, channel, lease, observer } = pass;
  const { organizationId } = channel;
  const at = service.clock.now();
  await service.database.transaction(async (tx: Tx) => {
    const key = { organizationId, fileId: file.file_id };
    if ((await markTroubled(tx, key, { trigger, token: lease.token, reason, at })) === 0) return;
    await raiseAlert(service, tx, { ...key, kind: trigger === "doubt" ? "inDoubt" : "withheld" });
    tx.afterCommit(() => observer.moved("out", bankFileStates.moves[trigger].to));
  });
}
