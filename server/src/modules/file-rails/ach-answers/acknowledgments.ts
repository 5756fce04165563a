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
import { settleFile } from "../answers/answers.queries.ts";
import { type AnswerTools, acceptAchFile, rejectAchFile } from "./answer-file.ts";
import type { EntryStatus } from "./entry-status.ts";
import { applyEntryStatuses, entryStatusOf } from "./entry-statuses.ts";
import { quarantine } from "../answers/quarantined-file.ts";

/** What a status report says about an ACH file. */
export interface AchAcknowledgment {
  /** Of the report itself. */
  readonly messageId: string;
  /** Of the file: its five identifying values. */
  readonly originalMessageId: string;
  /** `received`: the bank has not checked it yet. `settled`: the money of all its entries has moved. */
  readonly verdict: "received" | "accepted" | "rejected" | "settled";
  /** Of a rejection, as the bank wrote it. */
  readonly code: string | undefined;
  /** Entries of which the bank says something else than of the file. */
  readonly entries: readonly EntryStatus[];
}

/** Of the statuses that mean neither acceptance nor rejection, those that a bank sends before it has checked a file. */
const RECEIVED = new Set(["RCVD", "PDNG", "PRES"]);

/**
 * Reads a status report (pain.002) about an ACH file: the bank accepts, settles, or rejects it as a whole, or accepts it
 * and says something else about some entries. Throws QuarantinedFile if it is not valid or says anything else.
 */
export async function readAcknowledgment(content: AsyncIterable<Uint8Array>): Promise<AchAcknowledgment> {
  const { message } = await readMessageFrom(content, ["pain.002.001.10"], { bytesMax: REPORT_BYTES_MAX }).catch(
    (error: unknown) => {
      if (error instanceof Iso20022Error) return quarantine(`It is not a valid pain.002. ${error.message}`);
      throw error;
    },
  );
  const answers = paymentAnswers(message);
  const ofFile = answers.find(({ about }) => about === "file");
  const others = answers.filter((answer) => answer !== ofFile);
  const originalMessageId = message.content.OrgnlGrpInfAndSts.OrgnlMsgId;
  const facts = { messageId: message.content.GrpHdr.MsgId, originalMessageId, code: ofFile?.reasons[0]?.code };
  // A report about entries only comes after the file was accepted, or implies it.
  const isPartial = ofFile === undefined || ofFile.outcome === "partial";
  if (isPartial !== others.length > 0) return quarantine(NOT_ABOUT_A_FILE);
  if (isPartial)
    return {
      ...{ ...facts, verdict: "accepted" },
      entries: others.filter(({ about }) => about !== "batch").map(entryStatusOf),
    };
  if (ofFile.status === undefined) return quarantine(NOT_ABOUT_A_FILE);
  return { ...facts, verdict: verdictOf(ofFile, ofFile.status), entries: [] };
}

/** A file of 100,000 entries, all of them rejected one by one. */
const REPORT_BYTES_MAX = 64 * 1024 * 1024;
const NOT_ABOUT_A_FILE =
  "It does not accept or reject one ACH file, as a whole or without some entries. Ask the bank what it means.";

function verdictOf({ outcome }: PaymentAnswer, status: string): AchAcknowledgment["verdict"] {
  if (RECEIVED.has(status)) return "received";
  if (outcome === "rejected" || outcome === "settled") return outcome;
  if (outcome === undefined)
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
  if (verdict === "rejected") return void (await rejectAchFile(tools, tx, { ...answered, code }));
  const isAcceptedNow = (await acceptAchFile(tools, tx, answered)) > 0;
  if (verdict === "settled")
    await settleFile(tx, organizationId, { fileId: file.file_id, now: tools.service.clock.now() });
  await applyEntryStatuses(tools, tx, { ...received, isAcceptedNow }, file.file_id);
}
