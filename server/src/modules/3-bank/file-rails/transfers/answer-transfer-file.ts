import { reasonText } from "bursar-banking/codes/describe-reason";
import type { BankFileId } from "#bank/exchange";
import { assert } from "#kernel/assert.ts";
import type { Service } from "#kernel/process/service.ts";
import type { Tx } from "#kernel/sql/database.ts";
import type { OrganizationId } from "#kernel/values/ids.ts";
import { answerFile } from "../answers/answers.queries.ts";
import { quarantine } from "../answers/quarantined-file.ts";
import type { BankFiles } from "../channels.ts";
import { answerTransferFiles, lockTransferFile, type TransferFileRow } from "./transfer-files.queries.ts";
import { withdrawTransfers } from "./transfers.queries.ts";

interface MessageTools {
  readonly service: Pick<Service, "clock">;
  readonly files: BankFiles;
}

interface AnsweredMessage {
  readonly organizationId: OrganizationId;
  readonly fileId: BankFileId;
}

/**
 * The bank has the message and did not reject it as a whole. Changes nothing if that was known, or if it was rejected:
 * what is said about its payments is compared with each of them. Throws QuarantinedFile if it was not sent. Returns 1 if
 * it moved.
 */
export async function acceptTransferFile(
  { service, files }: MessageTools,
  tx: Tx,
  answered: AnsweredMessage,
): Promise<number> {
  const file = await lockSent(tx, answered);
  if (file.state !== "written") return 0;
  await move(service, tx, { ...answered, trigger: "accept" });
  if (!(await files.answer(tx, answered)))
    return quarantine(`It is about the message ${file.message_id}, which was not sent.`);
  return 1;
}

/** The bank has rejected the message as a whole. The caller has made sure that none of its payments was made. */
export async function rejectTransferFile(
  { service, files }: MessageTools,
  tx: Tx,
  { code = "BF-REJECTED", ...answered }: AnsweredMessage & { readonly code: string | undefined },
): Promise<number> {
  const file = await lockSent(tx, answered);
  if (file.state === "rejected") return 0;
  await move(service, tx, { ...answered, trigger: "reject" });
  if (!(await files.answer(tx, answered, reasonText(code))))
    return quarantine(`It rejects the message ${file.message_id}, which was not sent.`);
  return 1;
}

/** A person decided that a message will not be sent: its payments fail. Returns 1 if it moved. */
export async function dismissTransferFile(
  service: Pick<Service, "clock">,
  tx: Tx,
  answered: AnsweredMessage,
): Promise<number> {
  const { organizationId, fileId } = answered;
  const file = await lockTransferFile(tx, organizationId, fileId);
  if (file?.state !== "written") return 0;
  await move(service, tx, { ...answered, trigger: "reject" });
  if (file.asks_about !== null) return 1;
  assert(file.file_id === fileId, "the message dismissed is the one that was named");
  await withdrawTransfers(tx, organizationId, fileId);
  await answerFile(tx, organizationId, {
    fileId,
    code: "BF-DISMISSED",
    sourceFileId: undefined,
    now: service.clock.now(),
  });
  return 1;
}

async function lockSent(tx: Tx, { organizationId, fileId }: AnsweredMessage): Promise<TransferFileRow> {
  const file = await lockTransferFile(tx, organizationId, fileId);
  if (file === undefined || file.state === "planned" || file.state === "rehearsed" || file.state === "dropped")
    return quarantine("It is about a message that was not sent over this connection.");
  assert(file.file_id === fileId, "the message locked is the one that was named");
  return file;
}

async function move(
  { clock }: Pick<Service, "clock">,
  tx: Tx,
  { organizationId, fileId, trigger }: AnsweredMessage & { readonly trigger: "accept" | "reject" },
): Promise<void> {
  const moved = await answerTransferFiles(tx, organizationId, { fileIds: [fileId], trigger, at: clock.now() });
  assert(moved === 1, "a locked message that was sent is answered");
}
