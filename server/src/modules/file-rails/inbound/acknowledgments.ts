import {
  findTransactionStatus,
  Iso20022Error,
  type PaymentAnswer,
  paymentAnswers,
  readMessageFrom,
} from "../../../formats/iso20022/index.ts";
import type { Tx } from "../../../kernel/sql/database.ts";
import type { OrganizationId } from "../../../kernel/values/ids.ts";
import type { ConnectionId } from "../../bank-connections/index.ts";
import type { BankFileId } from "../../bank-files/index.ts";
import { findFileByIdentity } from "../ach/ach-files.queries.ts";
import { identityInMessageId } from "../ach/file-identity.ts";
import { type AnswerTools, acceptAchFile, rejectAchFile } from "./answer-file.ts";
import { quarantine } from "./quarantine.ts";

/** What a status report says about an ACH file. */
export interface AchAcknowledgment {
  /** Of the report itself. */
  readonly messageId: string;
  /** Of the file: its five identifying values. */
  readonly originalMessageId: string;
  /** `received`: the bank has not checked it yet. */
  readonly verdict: "received" | "accepted" | "rejected";
  /** Of a rejection, as the bank wrote it. */
  readonly code: string | undefined;
}

/** Of the statuses that mean neither acceptance nor rejection, those that a bank sends before it has checked a file. */
const RECEIVED = new Set(["RCVD", "PDNG", "PRES"]);

/**
 * Reads a status report (pain.002) about an ACH file as a whole. Throws QuarantinedFile if it is not valid or says
 * anything else: banks reject single entries with return files.
 */
export async function readAcknowledgment(content: AsyncIterable<Uint8Array>): Promise<AchAcknowledgment> {
  const { message } = await readMessageFrom(content, ["pain.002.001.10"]).catch((error: unknown) => {
    if (error instanceof Iso20022Error) return quarantine(`It is not a valid pain.002. ${error.message}`);
    throw error;
  });
  const answers = paymentAnswers(message);
  const [answer] = answers;
  if (answer === undefined || answers.length > 1 || answer.about !== "file" || answer.status === undefined)
    return quarantine("It does not accept or reject one ACH file as a whole. Ask the bank what it means.");
  return {
    messageId: message.content.GrpHdr.MsgId,
    originalMessageId: answer.originalMessageId ?? "",
    verdict: verdictOf(answer, answer.status),
    code: answer.reasons[0]?.code,
  };
}

function verdictOf({ outcome }: PaymentAnswer, status: string): AchAcknowledgment["verdict"] {
  if (RECEIVED.has(status)) return "received";
  if (outcome === "rejected") return "rejected";
  if (outcome === undefined || outcome === "partial")
    return quarantine(
      `Its status ${status} (${findTransactionStatus(status)?.title ?? "unknown"}) neither accepts nor rejects the file.`,
    );
  return "accepted";
}

export interface ReceivedAcknowledgment extends AchAcknowledgment {
  readonly organizationId: OrganizationId;
  readonly connectionId: ConnectionId;
  /** The received file. */
  readonly fileId: BankFileId;
}

/** Applies it, in the transaction that marks the received file as processed. Throws QuarantinedFile. */
export async function applyAcknowledgment(tools: AnswerTools, tx: Tx, received: ReceivedAcknowledgment): Promise<void> {
  const { organizationId, connectionId, fileId, originalMessageId, verdict, code } = received;
  const identity = identityInMessageId(originalMessageId);
  const file = identity && (await findFileByIdentity(tx, organizationId, { connectionId, ...identity }));
  if (file === undefined) return quarantine(`No file of this connection has the identification ${originalMessageId}.`);
  if (verdict === "received") return;
  const answered = { organizationId, fileId: file.file_id, sourceFileId: fileId };
  if (verdict === "accepted") await acceptAchFile(tools, tx, answered);
  else await rejectAchFile(tools, tx, { ...answered, code });
}
