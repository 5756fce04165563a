import { assert, present } from "#kernel/assert.ts";
import { plusMs } from "#kernel/clock/clock.ts";
import { isUnavailable, type Tx } from "#kernel/sql/database.ts";
import { StorageUnavailable } from "#kernel/storage/object-store.ts";
import { inBatches } from "#kernel/values/in-batches.ts";
import { raiseAlert } from "../alerts/raise-alert.ts";
import type { BankFileFormat, FileKey, FilePayment } from "../bank-file.ts";
import type { BankRail } from "../bank-rail.ts";
import type { ChannelPass } from "../channels/channel-pass.ts";
import { bankRetryMs } from "../channels/connection.ts";
import { isDamage, openBankFile } from "../content/read-content.ts";
import { insertPayments } from "../sending/writing.queries.ts";
import type { IncomingHandler, Interpretation, Quarantine } from "./incoming-handler.ts";
import { day } from "./poll-inbox.ts";
import {
  findByMessage,
  lockReceived,
  markProcessed,
  markSetAside,
  postponeReceived,
  type ReceivedFile,
  receivedFiles,
} from "./receiving.queries.ts";
import { formatOfFile } from "./sniff-format.ts";

const FILES_PER_PASS = 20;
/** A file that cannot be processed because of the service itself is set aside after this many attempts. */
const ATTEMPTS_MAX = 5;

/** Processes received files in the order of their arrival. Returns the number of files. */
export async function processReceived(pass: ChannelPass, handlers: readonly IncomingHandler[]): Promise<number> {
  const { service, channel, lease } = pass;
  const now = service.machineClock.now();
  const files = await receivedFiles(service.database, channel, { now, limit: FILES_PER_PASS });
  assert(files.length <= FILES_PER_PASS, "a pass processes a bounded number of files");
  for (const file of files) {
    lease.check();
    await processFile(pass, handlers, file);
  }
  return files.length;
}

/** What processing needs of a pass over a connection. */
export interface ProcessingPass extends Pick<ChannelPass, "service" | "observer"> {
  readonly channel: Pick<ChannelPass["channel"], "organizationId" | "connectionId" | "rail" | "otherFormat">;
}

/** Processes one received file: applies it, sets it aside, or postpones it. */
export async function processFile(
  pass: ProcessingPass,
  handlers: readonly IncomingHandler[],
  file: ReceivedFile,
): Promise<void> {
  const { service, channel } = pass;
  const key = { organizationId: channel.organizationId, fileId: file.file_id };
  let format: BankFileFormat | undefined;
  try {
    const content = present(await openBankFile(service, key), "a received file has a content");
    format = (await formatOfFile(content.chunks())) ?? channel.otherFormat;
    if (format === undefined) return await setAside(pass, key, { format, quarantine: UNKNOWN });
    const { connectionId, rail } = channel;
    const handler = handlerOf(handlers, { format, rail });
    if ("quarantine" in handler) return await setAside(pass, key, { format, ...handler });
    const read = await handler.read({ ...content, ...key, connectionId, rail, format, isByHand: file.is_by_hand });
    if ("quarantine" in read) return await setAside(pass, key, { format, ...read });
    await applyFile(pass, key, { format, interpretation: read });
  } catch (error) {
    if (error instanceof SetAside) return setAside(pass, key, error.facts);
    if (isDamage(error)) return setAside(pass, key, { format, quarantine: DAMAGED });
    await postpone(pass, { key, file, format }, error);
  }
}

const UNKNOWN = "It is in none of the formats that this connection receives.";
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

interface SetAsideFacts extends Quarantine {
  readonly format: BankFileFormat | undefined;
  readonly messageId?: string | undefined;
}

/** Rolls back the transaction of a file that is quarantined while it is applied. */
class SetAside extends Error {
  override readonly name = "SetAside";
  readonly facts: SetAsideFacts;

  constructor(facts: SetAsideFacts) {
    super(facts.quarantine);
    this.facts = facts;
  }
}

/** Applies a file and marks it as processed, in one transaction. */
async function applyFile(
  { service, channel, observer }: ProcessingPass,
  key: FileKey,
  { format, interpretation }: { format: BankFileFormat; interpretation: Interpretation },
): Promise<void> {
  const { messageId } = interpretation;
  await service.database.transaction(async (tx) => {
    // Another process may have processed it after this one's lease had ended.
    if ((await lockReceived(tx, key)) === undefined) return;
    await requireNewMessage(tx, channel, { format, messageId });
    const note = async (noted: readonly FilePayment[]): Promise<void> => {
      assert(
        noted.every(({ purpose }) => purpose === "answer"),
        "a received file says something about payments, and pays none",
      );
      const { organizationId, fileId } = key;
      for (const batch of inBatches(noted))
        await insertPayments(
          tx,
          organizationId,
          batch.map((payment) => ({ ...payment, fileId })),
        );
    };
    const applied = await interpretation.apply(tx, note);
    if ("quarantine" in applied) throw new SetAside({ format, messageId, ...applied });
    const { transactions, payments = [] } = applied;
    assert(Number.isSafeInteger(transactions), "the entries of a file are counted exactly");
    assert(transactions >= 0, "a file has no negative number of entries");
    await note(payments);
    const processed = await markProcessed(tx, key, { format, messageId, transactions, at: service.clock.now() });
    assert(processed === 1, "a file that was locked as received is marked as processed");
    tx.afterCommit(() => observer.moved("in", "processed"));
  });
}

/**
 * A message that was processed before in a file with another content is set aside: the bank may have corrected it or
 * given an identification twice, and only a person can tell.
 */
async function requireNewMessage(
  tx: Tx,
  channel: ProcessingPass["channel"],
  { format, messageId }: { format: BankFileFormat; messageId: string | undefined },
): Promise<void> {
  if (messageId === undefined) return;
  const first = await findByMessage(tx, channel, { format, messageId });
  if (first === undefined) return;
  const quarantine = `Its message ${messageId} was already processed with ${first.name} on ${day(first.created_at)}, but its content is different. Ask the bank which one is right.`;
  throw new SetAside({ format, messageId, quarantine });
}

async function setAside({ service, observer }: ProcessingPass, key: FileKey, facts: SetAsideFacts): Promise<void> {
  const at = service.clock.now();
  const { format, messageId, quarantine: reason } = facts;
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
