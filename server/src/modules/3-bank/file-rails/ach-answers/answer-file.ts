import { reasonText } from "bursar-banking/codes/describe-reason";
import type { BankFileId } from "#bank/exchange";
import { assert } from "#kernel/assert.ts";
import type { Service } from "#kernel/process/service.ts";
import { reportUnproven } from "#kernel/proofs/unproven-row.ts";
import type { Tx } from "#kernel/sql/database.ts";
import type { OrganizationId } from "#kernel/values/ids.ts";
import { answerAchFile, lockAchFile } from "../ach/ach-files.queries.ts";
import { forgetPrenotes } from "../ach/prenotes/hold-for-prenotes.ts";
import {
  answerFile,
  confirmFile,
  deleteConfirmations,
  hasFinalAnswers,
  ordersOfOthers,
} from "../answers/answers.queries.ts";
import { quarantine } from "../answers/quarantined-file.ts";
import type { BankFiles } from "../channels.ts";
import { refuseReversalsIn } from "./apply-reversal-answers.ts";

export interface AnsweredFile {
  readonly organizationId: OrganizationId;
  readonly fileId: BankFileId;
  /** The received file that says it; undefined if no bank says it. */
  readonly sourceFileId: BankFileId | undefined;
}

/** What answers are applied with. */
export interface AnswerTools {
  readonly service: Pick<Service, "clock" | "database" | "log" | "newId" | "vault">;
  readonly files: BankFiles;
}

/**
 * The bank has accepted a file, or one of its answers implies it: its payments are confirmed when they settle. Changes
 * nothing if the file was answered before. Throws QuarantinedFile if the file was never sent. Returns 1 if it moved.
 */
export async function acceptAchFile({ service, files }: AnswerTools, tx: Tx, answered: AnsweredFile): Promise<number> {
  const { organizationId, fileId, sourceFileId } = answered;
  const file = await lockAchFile(tx, organizationId, fileId);
  if (file === undefined || file.state === "planned" || file.state === "rehearsed" || file.state === "dropped")
    return quarantine("It is about a file that was not sent over this connection.");
  assert(file.file_id === fileId, "the file accepted is the one that was named");
  // An acceptance that arrives after the rejection was sent before it.
  if (file.state !== "written") return 0;
  const moved = await answerAchFile(tx, organizationId, { fileId, trigger: "accept", at: service.clock.now() });
  assert(moved === 1, "a locked written file is accepted");
  if (sourceFileId !== undefined && (await files.accept(tx, organizationId, [fileId])) === 0)
    return quarantine(`It is about the file ${file.name}, which was not sent.`);
  await confirmFile(tx, organizationId, { fileId, sourceFileId });
  return moved;
}

/** Why the bank cannot reject a file: it has settled or returned some of its payments. Locks the file. */
export async function contradictionOfRejection(
  { service }: Pick<AnswerTools, "service">,
  tx: Tx,
  { organizationId, fileId }: AnsweredFile,
): Promise<string | undefined> {
  const file = await lockAchFile(tx, organizationId, fileId);
  if (file === undefined || file.state === "rejected") return undefined;
  return (await hasFinalAnswers(tx, organizationId, fileId, service.clock.now())).found
    ? `It rejects the file ${file.name}, but payments of that file have settled.`
    : undefined;
}

/**
 * The bank has rejected a file as a whole: its payments fail. Throws QuarantinedFile if a payment was confirmed or
 * returned, because then the bank contradicts itself. Returns 1 if the file moved.
 */
export async function rejectAchFile(
  { service, files }: AnswerTools,
  tx: Tx,
  { code = "BF-REJECTED", ...answered }: AnsweredFile & { readonly code?: string | undefined },
): Promise<number> {
  const { organizationId, fileId, sourceFileId } = answered;
  const now = service.clock.now();
  const file = await lockAchFile(tx, organizationId, fileId);
  if (file === undefined || file.state === "planned" || file.state === "rehearsed" || file.state === "dropped")
    return quarantine("It rejects a file that was not sent over this connection.");
  assert(file.file_id === fileId, "the file rejected is the one that was named");
  if (file.state === "rejected") return 0;
  if ((await hasFinalAnswers(tx, organizationId, fileId, now)).found)
    return quarantine(
      `It rejects the file ${file.name}, but payments of that file have settled. Ask the bank what is right.`,
    );
  const moved = await answerAchFile(tx, organizationId, { fileId, trigger: "reject", at: now });
  assert(moved === 1, "a locked file without final answers is rejected");
  if (sourceFileId !== undefined && !(await files.reject(tx, { organizationId, fileId }, reasonText(code))))
    return quarantine(`It rejects the file ${file.name}, which was not sent.`);
  for (const { transaction_id: key } of await ordersOfOthers(tx, organizationId, fileId))
    reportUnproven(service, { organizationId, table: "bank_orders", key });
  await deleteConfirmations(tx, organizationId, fileId);
  await forgetPrenotes(service, tx, organizationId, { fileId, except: [] });
  await answerFile(tx, organizationId, { fileId, code, sourceFileId, now });
  // A code of our own: only what no bank has looked at may be requested again.
  const refusal = sourceFileId === undefined ? "BF-DISMISSED" : "BF-REJECTED";
  if (file.reverses === true) await refuseReversalsIn(service, tx, { organizationId, fileId, code: refusal });
  return moved;
}
