import { assert, present } from "#kernel/assert.ts";
import { plusMs } from "#kernel/clock/clock.ts";
import { isUnavailable, type Tx } from "#kernel/sql/database.ts";
import { StorageUnavailable } from "#kernel/storage/object-store.ts";
import { beginStep, firstSpanOf, noteSteps } from "#kernel/telemetry/spans.ts";
import type { OrganizationId } from "#kernel/values/ids.ts";
import { inBatches } from "#kernel/values/in-batches.ts";
import { raiseAlert } from "../alerts/raise-alert.ts";
import type { BankFileFormat, BankFileId, FileKey, ToleratedUse } from "../bank-file.ts";
import type { BankRail } from "../bank-rail.ts";
import type { ChannelPass } from "../channels/channel-pass.ts";
import { bankRetryMs } from "../channels/connection.ts";
import { findBankFiles, isDamage, type OpenFile, openBankFile } from "../content/read-content.ts";
import { type FileItem, plain } from "../items/file-item.ts";
import { acceptedAmong } from "../items/items.queries.ts";
import { type ItemRecorder, itemRecorder } from "../items/record-items.ts";
import { insertPayments } from "../sending/writing.queries.ts";
import {
  type Applied,
  ApplyAgain,
  type ArrivedFile,
  type IncomingHandler,
  type Interpretation,
  type Noted,
  type Quarantine,
  type TakeNote,
} from "./incoming-handler.ts";
import { ownerOfFile, type SharedFile } from "./owner-of-file.ts";
import { day } from "./poll-inbox.ts";
import {
  findByMessages,
  handOnFile,
  lockReceived,
  markProcessed,
  markSetAside,
  type ProcessedFile,
  postponeReceived,
  type ReceivedFile,
  receivedFiles,
} from "./receiving.queries.ts";
import { formatOfFile, isBlank } from "./sniff-format.ts";

const FILES_PER_PASS = 250;
/** A file that cannot be processed because of the service itself is set aside after this many attempts. */
const ATTEMPTS_MAX = 5;

/** Processes received files in the order of their arrival. Returns the number of files. */
export async function processReceived(pass: ChannelPass, handlers: readonly IncomingHandler[]): Promise<number> {
  const { service, channel, lease } = pass;
  const now = service.machineClock.now();
  const files = await receivedFiles(service.database, channel, { now, limit: FILES_PER_PASS });
  if (files.length === 0) return 0;
  assert(files.length <= FILES_PER_PASS, "a pass processes a bounded number of files");
  const ids = files.map((file) => file.file_id);
  const open = await findBankFiles(service, channel.organizationId, ids);
  const accepted = new Set(
    (await acceptedAmong(service.database, channel.organizationId, ids)).map((row) => row.file_id),
  );
  /** They are applied together. */
  let run: ReadFile[] = [];
  for (const file of files) {
    lease.check();
    const read = await readFile(pass, handlers, { file, open, isAccepted: accepted.has(file.file_id) });
    const { together } = read?.interpretation ?? {};
    if (run[0] !== undefined && run[0].interpretation.together !== together) {
      await applyRun(pass, run);
      run = [];
    }
    if (read === undefined) continue;
    if (together === undefined) await applyAll(pass, [read]);
    else run.push(read);
  }
  await applyRun(pass, run);
  return files.length;
}

async function applyRun(pass: ChannelPass, run: readonly ReadFile[]): Promise<void> {
  for (let left = run; left.length > 0; ) {
    pass.lease.check();
    left = await applyAll(pass, left);
  }
}

/** What processing needs of a pass over a connection. */
export interface ProcessingPass extends Pick<ChannelPass, "service" | "observer"> {
  readonly channel: Pick<
    ChannelPass["channel"],
    "organizationId" | "connectionId" | "rail" | "otherFormat" | "reading" | "sharing"
  >;
}

/** Processes one received file: applies it, sets it aside, or postpones it. */
export async function processFile(
  pass: ProcessingPass,
  handlers: readonly IncomingHandler[],
  file: ReceivedFile,
): Promise<void> {
  const { service, channel } = pass;
  const open = (fileId: BankFileId) => openBankFile(service, { organizationId: channel.organizationId, fileId });
  const read = await readFile(pass, handlers, { file, open, isAccepted: false });
  if (read !== undefined) await applyAll(pass, [read]);
}

interface FileToRead {
  readonly file: ReceivedFile;
  readonly open: (fileId: BankFileId) => Promise<OpenFile | undefined>;
  readonly isAccepted: boolean;
}

/** A file that a handler has read. */
interface ReadFile {
  readonly file: ReceivedFile;
  readonly isAccepted: boolean;
  readonly format: BankFileFormat;
  readonly interpretation: Interpretation;
  /** What was tolerated before it was read. */
  readonly uses: readonly ToleratedUse[];
}

/** Undefined if the file was set aside or postponed. */
async function readFile(
  pass: ProcessingPass,
  handlers: readonly IncomingHandler[],
  { file, open, isAccepted }: FileToRead,
): Promise<ReadFile | undefined> {
  const { channel } = pass;
  const key = { organizationId: channel.organizationId, fileId: file.file_id };
  let format: BankFileFormat | undefined;
  const quarantined = async (quarantine: Quarantine): Promise<undefined> => {
    await setAside(pass, key, { format, ...quarantine });
    return undefined;
  };
  try {
    const content = present(await open(file.file_id), "a received file has a content");
    const { rail, reading, sharing = [] } = channel;
    const shown = await formatOfFile(content.chunks());
    const formatFor = (of: Pick<ProcessingPass["channel"], "otherFormat" | "reading">) => {
      const byName = shown?.isNamed === true ? undefined : of.reading.formatOf(file.name);
      return byName ?? shown?.format ?? of.otherFormat;
    };
    format = formatFor(channel);
    if (reading.tolerates("emptyFile") && content.bytes < BLANK_BYTES_MAX && (await isBlank(content.chunks())))
      return { file, isAccepted, format: format ?? NOTHING_REPORTED, interpretation: { apply: nothing }, uses: [] };
    const as = (of: SharedFile["channel"], itsFormat: BankFileFormat): ArrivedFile => ({
      ...content,
      ...key,
      connectionId: of.connectionId,
      rail: of.rail,
      format: itsFormat,
      isByHand: file.is_by_hand,
      isAccepted,
      tolerates: of.reading.tolerates,
    });
    if (sharing.length > 0) {
      const shared = { channel, sharing, name: file.name, formatFor, as };
      const owner = await ownerOfFile(pass.service, handlers, shared);
      if (owner !== channel) return await handOn(pass, key, owner);
    }
    if (format === undefined) return await quarantined({ quarantine: UNKNOWN });
    const handler = handlerOf(handlers, { format, rail });
    if ("quarantine" in handler) return await quarantined(handler);
    const read = await handler.read(as(channel, format));
    if ("quarantine" in read) return await quarantined(read);
    const isByName = format !== (shown?.format ?? channel.otherFormat);
    const uses = isByName ? [{ tolerance: "formatByName", count: 1, lines: [] }] : [];
    return { file, isAccepted, format, interpretation: read, uses };
  } catch (error) {
    await failed(pass, { file, format }, error);
    return undefined;
  }
}

/** The file is another connection's, whose next pass processes it. */
async function handOn(
  { service, channel }: ProcessingPass,
  key: FileKey,
  { connectionId, rail }: SharedFile["channel"],
): Promise<undefined> {
  assert(connectionId !== channel.connectionId, "a file is handed on to another connection");
  const handedOn = await service.database.transaction((tx) => handOnFile(tx, key, { connectionId, rail }));
  assert(handedOn <= 1, "one file is handed on at a time");
}

/** Sets a damaged file aside. Other problems are the service's: the file is processed again later. */
async function failed(
  pass: ProcessingPass,
  { file, format }: { readonly file: ReceivedFile; readonly format: BankFileFormat | undefined },
  error: unknown,
): Promise<void> {
  const key = { organizationId: pass.channel.organizationId, fileId: file.file_id };
  if (isDamage(error)) await setAside(pass, key, { format, quarantine: DAMAGED });
  else await postpone(pass, { key, file, format }, error);
}

/** More blanks than this are no file with nothing to report. */
const BLANK_BYTES_MAX = 64 * 1024;
/** The format of a file with nothing to report is anyone's guess: returns are most often sent in this way. */
const NOTHING_REPORTED: BankFileFormat = "nacha";
const nothing = async (): Promise<Applied> => ({
  transactions: 0,
  tolerated: [{ tolerance: "emptyFile", count: 1, lines: [] }],
});

const UNKNOWN =
  "It is in none of the formats that this connection receives. If its name tells the format, add it to the setting readAs; if it is a report for people, to ignoredNames.";
const DAMAGED = "Its stored content is damaged, missing, or was changed. Check who has access to the object store.";

/** Which handler reads a file is decided by its format and by the rail of the connection over which it came. */
function handlerOf(
  handlers: readonly IncomingHandler[],
  { format, rail }: { readonly format: BankFileFormat; readonly rail: BankRail },
): IncomingHandler | Quarantine {
  const readers = handlers.filter(({ formats }) => formats.includes(format));
  if (readers.length === 0)
    return { quarantine: `This service does not process received files of the format ${format}.` };
  return (
    readers.find((reader) => reader.rail === undefined || reader.rail === rail) ?? {
      quarantine: `Files of the format ${format} are not expected over a connection for this rail.`,
    }
  );
}

const messageIdOf = ({ messageId }: Interpretation): string | undefined => messageId && plain(messageId);

interface SetAsideFacts extends Quarantine {
  readonly format: BankFileFormat | undefined;
  readonly messageId?: string | undefined;
}

/** Nobody clears more than this one by one: such a file is more likely another company's. Memory holds this many. */
const ITEMS_MAX = 50_000;
const TOO_MANY_ITEMS = `More than ${ITEMS_MAX.toLocaleString("en-US")} of its entries fit nothing that was sent over this connection. Ask the bank whether it is for another company, or to split it.`;

/** Rolls back the transaction of a file that is quarantined while it is applied. */
class SetAside extends Error {
  override readonly name = "SetAside";
  readonly facts: SetAsideFacts;

  constructor(facts: SetAsideFacts) {
    super(facts.quarantine);
    this.facts = facts;
  }
}

/**
 * Applies files and marks them as processed, in one transaction, or sets them aside. If that fails, each half is applied,
 * so that one file does not stop the others; a single one is processed again later. Returns the files that are to be
 * applied after these.
 */
async function applyAll(pass: ProcessingPass, files: readonly ReadFile[]): Promise<readonly ReadFile[]> {
  const { service, channel } = pass;
  const { organizationId } = channel;
  const [first] = files;
  if (first === undefined) return [];
  try {
    const { aside, left } = await applyInOne(pass, files);
    for (const [{ file }, facts] of aside) await setAside(pass, { organizationId, fileId: file.file_id }, facts);
    return left;
  } catch (error) {
    if (error instanceof SetAside) {
      await setAside(pass, { organizationId, fileId: first.file.file_id }, error.facts);
      return [];
    }
    if (error instanceof ApplyAgain) return applyAll(pass, files);
    if (isUnavailable(error)) throw error;
    if (files.length === 1) {
      await failed(pass, first, error);
      return [];
    }
    service.log.error({ err: error, organizationId }, "received bank files could not be processed together");
    const middle = Math.ceil(files.length / 2);
    const left = await applyAll(pass, files.slice(0, middle));
    return [...left, ...(await applyAll(pass, files.slice(middle)))];
  }
}

interface AppliedFiles {
  readonly aside: ReadonlyMap<ReadFile, SetAsideFacts>;
  readonly left: readonly ReadFile[];
}

/** Throws SetAside for the only file if that it is quarantined is known only after something is written. */
function applyInOne({ service, channel, observer }: ProcessingPass, files: readonly ReadFile[]): Promise<AppliedFiles> {
  const { organizationId } = channel;
  return service.database.transaction(async (tx) => {
    const ids = files.map(({ file }) => file.file_id);
    const locked = new Map((await lockReceived(tx, organizationId, ids)).map((row) => [row.file_id, row]));
    // Another process may have processed some after this one's lease had ended.
    const open = files.filter(({ file }) => locked.has(file.file_id));
    const { once, again, aside } = await newMessages(tx, channel, open);
    const left = [...again];
    const processed: (ProcessedFile & NotedFile)[] = [];
    const recorders = new Map<ReadFile, ItemRecorder>();
    const recorderOf = (read: ReadFile): ItemRecorder => {
      const { file_id: fileId } = read.file;
      const isAgain = locked.get(fileId)?.has_items === true;
      const earlier = recorders.get(read);
      const recorder = earlier ?? itemRecorder(service, tx, { ...channel, fileId, isAgain });
      recorders.set(read, recorder);
      return recorder;
    };
    const counts = new Map<ReadFile, number>();
    const record = async (read: ReadFile, items: readonly FileItem[]) => {
      const count = (counts.get(read) ?? 0) + items.length;
      counts.set(read, count);
      const { format, interpretation } = read;
      if (count <= ITEMS_MAX) await recorderOf(read).record(items);
      else if (open.length > 1) throw new Error(TOO_MANY_ITEMS);
      else throw new SetAside({ format, messageId: messageIdOf(interpretation), quarantine: TOO_MANY_ITEMS });
    };
    const uses = new Map<ReadFile, readonly ToleratedUse[]>();
    const note = async (read: ReadFile, { payments = [], items = [], tolerated = [] }: Noted) => {
      if (tolerated.length > 0) uses.set(read, tolerated);
      await notePayments(tx, organizationId, [{ fileId: read.file.file_id, payments }]);
      if (items.length > 0) await record(read, items);
    };
    for (const [read, result] of await resultsOf(tx, once, note)) {
      const { file, format, interpretation } = read;
      const messageId = messageIdOf(interpretation);
      if (result === undefined) left.push(read);
      else if ("quarantine" in result) aside.set(read, { format, messageId, ...result });
      else {
        const { transactions, payments = [], items = [], tolerated: ofContent = uses.get(read) ?? [] } = result;
        const tolerated = [...read.uses, ...ofContent];
        assert(Number.isSafeInteger(transactions), "the entries of a file are counted exactly");
        assert(transactions >= items.length, "the entries of a file include those that are not applied");
        if (items.length > 0 || locked.get(file.file_id)?.has_items === true) await record(read, items);
        processed.push({ fileId: file.file_id, format, messageId, transactions, payments, tolerated });
      }
    }
    await notePayments(tx, organizationId, processed);
    const opened: BankFileId[] = [];
    for (const [{ file }, recorder] of recorders) {
      if (!processed.some(({ fileId }) => fileId === file.file_id)) continue;
      if ((await recorder.finish()).opened > 0) opened.push(file.file_id);
    }
    if (processed.length > 0) {
      const marked = await markProcessed(tx, organizationId, { files: processed, at: service.clock.now() });
      assert(marked === processed.length, "files that were locked as received are marked as processed");
    }
    for (const fileId of opened) await raiseAlert(service, tx, { organizationId, fileId, kind: "openItems" });
    tx.afterCommit(() => {
      for (const file of processed) traceReceived(file);
      for (const { tolerated } of processed) {
        observer.moved("in", "processed");
        for (const { tolerance, count } of tolerated) observer.tolerated(tolerance, count);
      }
    });
    // In the order of their arrival.
    return { aside, left: files.filter((read) => left.includes(read)) };
  });
}

/** The file has a trace of its own, and each payment that it is about a step that names it. */
function traceReceived({ fileId: id, format, transactions, payments = [] }: ProcessedFile & NotedFile): void {
  const attributes = { "bursar.bank_file_id": id, "bursar.format": format };
  const file = { kind: "bank_file", id } as const;
  beginStep(file, "bank file processed", {
    isFirst: true,
    attributes: { ...attributes, "bursar.bank_file.payments": transactions },
  })?.end();
  const ids = new Set(payments.map(({ transactionId }) => transactionId));
  noteSteps("transaction", ids, { name: "payment named in a bank file", attributes, links: [firstSpanOf(file)] });
}

/** What each file changed, or why it is set aside; undefined if it is to be applied after the others. */
async function resultsOf(
  tx: Tx,
  files: readonly ReadFile[],
  note: (read: ReadFile, noted: Noted) => Promise<void>,
): Promise<ReadonlyMap<ReadFile, Applied | Quarantine | undefined>> {
  const [first] = files;
  if (first === undefined) return new Map();
  const { together } = first.interpretation;
  if (together !== undefined) {
    const results = await together(
      tx,
      files.map(({ interpretation }) => interpretation),
    );
    assert(results.has(first.interpretation), "the first file is applied or set aside");
    return new Map(files.map((read) => [read, results.get(read.interpretation)]));
  }
  assert(files.length === 1, "files are applied one by one, unless their handler applies them together");
  const { format, interpretation } = first;
  const noteFirst: TakeNote = (noted) => note(first, noted);
  const result = await interpretation.apply(tx, noteFirst);
  // It may have written something before it found this.
  if ("quarantine" in result) throw new SetAside({ format, messageId: messageIdOf(interpretation), ...result });
  return new Map([[first, result]]);
}

interface NotedFile extends Pick<Noted, "payments"> {
  readonly fileId: BankFileId;
}

async function notePayments(tx: Tx, organizationId: OrganizationId, files: readonly NotedFile[]): Promise<void> {
  const noted = files.flatMap(({ fileId, payments = [] }) => payments.map((payment) => ({ ...payment, fileId })));
  assert(
    noted.every(({ purpose }) => purpose === "answer"),
    "a received file says something about payments, and pays none",
  );
  for (const batch of inBatches(noted)) await insertPayments(tx, organizationId, batch);
}

interface ByMessage {
  /** Files whose messages are new. */
  readonly once: readonly ReadFile[];
  /** Files with the message of one of those. */
  readonly again: readonly ReadFile[];
  readonly aside: Map<ReadFile, SetAsideFacts>;
}

/**
 * A message that was processed before in a file with another content is set aside: the bank may have corrected it or
 * given an identification twice, and only a person can tell.
 */
async function newMessages(tx: Tx, channel: ProcessingPass["channel"], files: readonly ReadFile[]): Promise<ByMessage> {
  const [once, again]: [ReadFile[], ReadFile[]] = [[], []];
  const messages = new Map<string, { readonly format: BankFileFormat; readonly messageId: string }>();
  for (const read of files) {
    const { format, interpretation } = read;
    const messageId = messageIdOf(interpretation);
    const message = `${format} ${messageId}`;
    if (messages.has(message)) again.push(read);
    else once.push(read);
    if (messageId !== undefined) messages.set(message, { format, messageId });
  }
  const earlier = messages.size === 0 ? [] : await findByMessages(tx, channel, [...messages.values()]);
  const before = new Map(earlier.map((row) => [`${row.format} ${row.message_id}`, row]));
  const aside = new Map<ReadFile, SetAsideFacts>();
  for (const read of once) {
    const { format, interpretation } = read;
    const messageId = messageIdOf(interpretation);
    const first = before.get(`${format} ${messageId}`);
    if (first === undefined || read.isAccepted) continue;
    const quarantine = `Its message ${messageId} was already processed with ${first.name} on ${day(first.created_at)}, but its content is different. Ask the bank which one is right.`;
    aside.set(read, { format, messageId, quarantine });
  }
  return { once: once.filter((read) => !aside.has(read)), again, aside };
}

async function setAside({ service, observer }: ProcessingPass, key: FileKey, facts: SetAsideFacts): Promise<void> {
  const at = service.clock.now();
  const { format, messageId } = facts;
  const reason = plain(facts.quarantine);
  assert(reason !== "", "a file is set aside for a reason");
  await service.database.transaction(async (tx) => {
    const set = await markSetAside(tx, key, { format, messageId, reason, at });
    assert(set <= 1, "a quarantine is of one file");
    if (set === 0) return;
    await raiseAlert(service, tx, { ...key, kind: "quarantined" });
    tx.afterCommit(() => observer.moved("in", "quarantined"));
  });
}

/** The service has a problem, not the file: it is processed again later, and set aside if that does not end. */
async function postpone(
  pass: ProcessingPass,
  { key, file, format }: { key: FileKey; file: ReceivedFile; format: BankFileFormat | undefined },
  error: unknown,
): Promise<void> {
  const { service } = pass;
  if (isUnavailable(error)) throw error;
  if (!(error instanceof StorageUnavailable)) {
    service.log.error({ err: error, ...key }, "a received bank file could not be processed");
    if (file.attempts + 1 >= ATTEMPTS_MAX)
      return setAside(pass, key, { format, quarantine: "The service failed to process it. Its log has the error." });
  }
  const reason = "It could not be processed now and will be tried again.";
  const retryAt = plusMs(service.machineClock.now(), bankRetryMs(file.attempts + 1));
  await postponeReceived(service.database, key, { reason, retryAt });
}
