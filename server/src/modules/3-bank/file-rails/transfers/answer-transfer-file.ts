import { reasonText } from "bursar-banking/codes/describe-reason";
import type { BankFileId } from "#bank/exchange";
import { assert } from "#kernel/assert.ts";
import type { Service } from "#kernel/process/service.ts";
import type { Tx } from "#kernel/sql/database.ts";
import type { OrganizationId } from "#kernel/values/ids.ts";
import { answerFile } from "../answers/answers.queries.ts";
import type { BankFiles } from "../channels.ts";
import { moveLockedUndos, theBank } from "../undos/move-undo.ts";
import { lockUndosInFile } from "../undos/undos.queries.ts";
import { answerTransferFiles, lockTransferFile } from "./transfer-files.queries.ts";
import { withdrawTransfers } from "./transfers.queries.ts";

interface MessageTools {
  readonly service: Pick<Service, "clock">;
  readonly files: BankFiles;
}

interface AnsweredMessage {
  readonly organizationId: OrganizationId;
  readonly fileId: BankFileId;
}

/** The bank has sent messages and rejected none of them as a whole. The caller has locked them, and their files can be answered. */
export async function acceptTransferFiles(
  { service, files }: MessageTools,
  tx: Tx,
  organizationId: OrganizationId,
  fileIds: readonly BankFileId[],
): Promise<number> {
  if (fileIds.length === 0) return 0;
  await move(service, tx, { organizationId, fileIds, trigger: "accept" });
  const accepted = await files.accept(tx, organizationId, fileIds);
  assert(accepted === fileIds.length, "files that can be answered are accepted");
  return accepted;
}

/** The bank has rejected a message as a whole, as above. The caller has made sure that none of its payments was made. */
export async function rejectTransferFile(
  { service, files }: MessageTools,
  tx: Tx,
  { code = "BF-REJECTED", ...answered }: AnsweredMessage & { readonly code: string | undefined },
): Promise<void> {
  const { organizationId, fileId } = answered;
  await move(service, tx, { organizationId, fileIds: [fileId], trigger: "reject" });
  const rejected = await files.reject(tx, answered, reasonText(code));
  assert(rejected, "a file that can be answered is rejected");
}

/** A person decided that a message will not be sent: its payments fail. Returns 1 if it moved. */
export async function dismissTransferFile(
  service: Pick<Service, "clock" | "newId" | "vault">,
  tx: Tx,
  answered: AnsweredMessage,
): Promise<number> {
  const { organizationId, fileId } = answered;
  const file = await lockTransferFile(tx, organizationId, fileId);
  if (file?.state !== "written") return 0;
  await move(service, tx, { organizationId, fileIds: [fileId], trigger: "reject" });
  if (file.asks_about !== null) {
    const undos = await lockUndosInFile(tx, organizationId, fileId);
    const refused = { undos, trigger: "refuse", code: "BF-DISMISSED", actor: theBank } as const;
    await moveLockedUndos(service, tx, { organizationId, ...refused });
    return 1;
  }
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

async function move(
  { clock }: Pick<Service, "clock">,
  tx: Tx,
  {
    organizationId,
    fileIds,
    trigger,
  }: {
    readonly organizationId: OrganizationId;
    readonly fileIds: readonly BankFileId[];
    readonly trigger: "accept" | "reject";
  },
): Promise<void> {
  const moved = await answerTransferFiles(tx, organizationId, { fileIds, trigger, at: clock.now() });
  assert(moved === fileIds.length, "locked messages that were sent are answered");
}
