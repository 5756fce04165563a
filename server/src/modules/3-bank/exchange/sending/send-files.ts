import { assert, present } from "#kernel/assert.ts";
import { plusMs } from "#kernel/clock/clock.ts";
import type { Tx } from "#kernel/sql/database.ts";
import { recordAudit } from "#records/audit";
import { raiseAlert } from "../alerts/raise-alert.ts";
import type { BankFileId, FileKey } from "../bank-file.ts";
import type { ChannelPass } from "../channels/channel-pass.ts";
import { bankProblemOf, bankRetryMs, isNotTaken } from "../channels/connection.ts";
import { LeaseLost } from "../channels/lease.ts";
import { isDamage, openBankFile } from "../content/read-content.ts";
import { bankFileStates } from "../file-states.ts";
import {
  claimNext,
  markBytesHandedOver,
  markDeferred,
  markSent,
  markTroubled,
  postponeResolution,
  type SendingFile,
  takeOverInterrupted,
} from "./sending.queries.ts";

/** Files per pass, so that receiving has its turn. */
const FILES_PER_PASS = 20;

const keyOf = ({ channel }: ChannelPass, fileId: BankFileId): FileKey => ({
  organizationId: channel.organizationId,
  fileId,
});

/**
 * Resolves the files whose sending was interrupted by a crash or a failure, by what the row and the bank's directory
 * tell. Never sends. Returns the number of files.
 */
export async function resolveInterrupted(pass: ChannelPass): Promise<number> {
  const { service, channel, lease } = pass;
  const files = await service.database.transaction((tx) =>
    takeOverInterrupted(tx, channel, { token: lease.token, now: service.machineClock.now(), limit: FILES_PER_PASS }),
  );
  assert(files.length <= FILES_PER_PASS, "a pass resolves a bounded number of files");
  for (const file of files) await resolve(pass, file, "The service stopped while it was sending this file");
  return files.length;
}

/** Sends what is written, one file after the other. Returns the number of files. */
export async function sendWritten(pass: ChannelPass): Promise<number> {
  const { service, channel, lease } = pass;
  if (channel.state !== "live") return 0;
  for (let sent = 0; sent < FILES_PER_PASS; sent += 1) {
    lease.check();
    const file = await service.database.transaction((tx) =>
      claimNext(tx, channel, { token: lease.token, now: service.machineClock.now() }),
    );
    if (file === undefined) return sent;
    assert(file.handed_over_at === null, "a file is claimed before the transport has any of it");
    await send(pass, file);
  }
  return FILES_PER_PASS;
}

async function send(pass: ChannelPass, file: SendingFile): Promise<void> {
  const { service, connection } = pass;
  const key = keyOf(pass, file.file_id);
  let isHandedOver = false;
  try {
    const content = present(await openBankFile(service, key), "a file to be sent has a content");
    assert(content.name === file.name, "a file is sent under the name that its content was stored with");
    assert(BigInt(content.bytes) === file.bytes, "a file is sent with as many bytes as were stored");
    // The name may be taken by a file of another sender, or by this one before a backup was restored.
    const before = await connection.use((transport) => transport.find(file.name));
    if (before.state === "final") return await trouble(pass, file, "doubt", NAME_TAKEN);
    const guarded = handingOver(pass, file, content.chunks(), () => {
      isHandedOver = true;
    });
    await connection.use((transport) => transport.put(file.name, guarded, content.bytes));
    await confirm(pass, file);
  } catch (error) {
    if (error instanceof LeaseLost) throw error;
    if (isDamage(error)) return trouble(pass, file, "withhold", DAMAGED);
    if (isHandedOver && !isNotTaken(error))
      return resolve(pass, { ...file, handed_over_at: service.clock.now() }, bankProblemOf(error));
    await defer(pass, file, bankProblemOf(error));
    throw error;
  }
}

const NAME_TAKEN =
  "The bank's directory has a file of this name, which was not sent now. Compare it with this file, and ask the bank whether it has received it.";
const DAMAGED =
  "Its stored content is damaged, missing, or was changed, so it was not sent. Check who has access to the database and the object store.";

/**
 * The content, ending with a commit that says that the transport has every byte. Transports rename a file to its final
 * name after that, so without the commit the bank cannot have it.
 */
async function* handingOver(
  { service, channel, lease }: ChannelPass,
  { file_id: fileId }: SendingFile,
  chunks: AsyncIterable<Buffer>,
  handedOver: () => void,
): AsyncGenerator<Buffer> {
  for await (const chunk of chunks) {
    lease.check();
    yield chunk;
  }
  lease.check();
  const { organizationId, connectionId } = channel;
  const handOver = { connectionId, token: lease.token, at: service.clock.now() };
  const marked = await service.database.transaction((tx) =>
    markBytesHandedOver(tx, { organizationId, fileId }, handOver),
  );
  assert(marked <= 1, "one file is handed over at a time");
  if (marked === 0) throw new LeaseLost("Another process has taken over the file");
  handedOver();
}

/** Decides about an interrupted file. The file stays `sending` if the bank's directory cannot be read now. */
async function resolve(pass: ChannelPass, file: SendingFile, problem: string): Promise<void> {
  const { service, connection, lease } = pass;
  if (file.handed_over_at === null) return defer(pass, file, problem);
  try {
    const found = await connection.use((transport) => transport.find(file.name));
    if (found.state === "temporary") return await defer(pass, file, problem);
    if (found.state === "absent") return await trouble(pass, file, "doubt", absent(problem));
    if (found.bytes !== undefined && BigInt(found.bytes) !== file.bytes)
      return await trouble(pass, file, "doubt", otherSize(found.bytes, file.bytes));
    await confirm(pass, file);
  } catch (error) {
    const retryAt = plusMs(service.machineClock.now(), bankRetryMs(file.attempts));
    const reason = `${problem}. The bank's directory could not be read: ${bankProblemOf(error)}`;
    await postponeResolution(service.database, keyOf(pass, file.file_id), { token: lease.token, reason, retryAt });
    throw error;
  }
}

const absent = (problem: string): string =>
  `${problem}. The bank's directory has neither the file nor its temporary name: the bank may have taken it already. Ask the bank whether it has received a file of this name.`;
const otherSize = (found: number, expected: bigint): string =>
  `The bank's directory has a file of this name with ${found} bytes instead of ${expected}. Ask the bank what it has received.`;

async function confirm({ service, channel, lease, observer }: ChannelPass, file: SendingFile): Promise<void> {
  const { organizationId } = channel;
  const fileId = file.file_id;
  const at = service.clock.now();
  await service.database.transaction(async (tx) => {
    if ((await markSent(tx, { organizationId, fileId }, { token: lease.token, at })) === 0) return;
    await recordAudit(service, tx, {
      organizationId,
      actor: { type: "service" },
      entries: [
        {
          action: "bankFile.send",
          resourceType: "bankFile",
          resourceId: fileId,
          after: { name: file.name, connectionId: channel.connectionId, attempts: file.attempts },
        },
      ],
    });
    tx.afterCommit(() => observer.moved("out", bankFileStates.moves.confirm.to));
  });
}

async function defer({ service, channel, lease }: ChannelPass, file: SendingFile, reason: string): Promise<void> {
  const { organizationId } = channel;
  const retryAt = plusMs(service.machineClock.now(), bankRetryMs(file.attempts));
  await service.database.transaction((tx) =>
    markDeferred(tx, { organizationId, fileId: file.file_id }, { token: lease.token, reason, retryAt }),
  );
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
