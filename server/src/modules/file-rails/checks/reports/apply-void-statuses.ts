import type { Tx } from "../../../../kernel/sql/database.ts";
import type { BankFileId, FilePayment } from "../../../bank-files/index.ts";
import { reasonText } from "../../../rails/index.ts";
import { quarantine } from "../../inbound/quarantine.ts";
import { acceptVoid, refuseVoid } from "../stops/settle-void.ts";
import { voidsOfFile } from "../stops/voids.queries.ts";
import type { CheckStatusTools, ReceivedStatuses } from "./received-statuses.ts";

/**
 * What the bank says about a file of voids and stops: those that it does not name are accepted with the file. Returns the
 * payments that it is about.
 */
export async function applyVoidStatuses(
  { service, files }: CheckStatusTools,
  tx: Tx,
  received: ReceivedStatuses,
  voidFileId: BankFileId,
): Promise<readonly FilePayment[]> {
  const { organizationId, verdict, code, checks, fileId: sourceFileId } = received;
  if (verdict === "received") return [];
  if (verdict === undefined) return quarantine("It reports on single voids without accepting or rejecting their file.");
  const file = { organizationId, fileId: voidFileId };
  const isRejected = verdict === "rejected";
  const rejection = code === undefined ? "The bank rejected the file with it." : reasonText(code);
  const why = isRejected ? rejection : undefined;
  const isAnswered = why === undefined ? await files.answer(tx, file) : await files.answer(tx, file, why);
  const voids = await voidsOfFile(tx, organizationId, voidFileId);
  // Only an answer that was applied before finds the file in another state.
  if (!isAnswered && voids.some(({ state }) => state === "reported"))
    return quarantine(`It is about the file ${received.fileName}, which was not sent.`);
  for (const found of voids) {
    const answer = checks.find(({ checkNumber }) => checkNumber === found.check_number);
    // What it says about the check is more precise than what it says about the file.
    const reason = answer === undefined ? why : answer.text || reasonText(answer.code);
    if (reason !== undefined) await refuseVoid(service, tx, { organizationId, found, reason });
    else await acceptVoid(service, tx, { organizationId, found, sourceFileId });
  }
  return voids.map((row) => ({
    ...{ transactionId: row.transaction_id, purpose: "answer", reference: String(row.check_number) },
  }));
}
