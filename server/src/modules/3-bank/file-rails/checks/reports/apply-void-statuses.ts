import { reasonText } from "bursar-banking/codes/describe-reason";
import type { BankFileId, FilePayment } from "#bank/exchange";
import { assert } from "#kernel/assert.ts";
import type { Tx } from "#kernel/sql/database.ts";
import { quarantine } from "../../answers/quarantined-file.ts";
import { acceptVoid, refuseVoid } from "../stops/settle-void.ts";
import { voidsOfFile } from "../stops/voids.queries.ts";
import type { CheckStatusAnswer } from "./read-check-statuses.ts";
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
  const isAnswered =
    why === undefined
      ? (await files.accept(tx, organizationId, [voidFileId])) === 1
      : await files.reject(tx, file, why);
  const voids = await voidsOfFile(tx, organizationId, voidFileId);
  // Only an answer that was applied before finds the file in another state.
  if (!isAnswered && voids.some(({ state }) => state === "reported"))
    return quarantine(`It is about the file ${received.fileName}, which was not sent.`);
  for (const found of voids) assert(found.file_id === voidFileId, "a report is about the voids of its file");
  const byNumber = new Map(checks.map((answer) => [answer.checkNumber, answer]));
  for (const found of voids) {
    // What it says about the check is more precise than what it says about the file.
    const answer = byNumber.get(found.check_number);
    const reason = answer === undefined ? why : refusalOf(answer);
    if (reason !== undefined) await refuseVoid(service, tx, { organizationId, found, reason });
    else await acceptVoid(service, tx, { organizationId, found, sourceFileId });
  }
  return voids.map((row) => ({
    transactionId: row.transaction_id,
    purpose: "answer",
    reference: String(row.check_number),
  }));
}

/** Why the bank refuses the void. Whether "mailed" or "settled" means the void or the check, only the bank knows. */
function refusalOf({ checkNumber, outcome, text, code }: CheckStatusAnswer): string {
  if (outcome === "mailed")
    quarantine(
      `It reports check ${checkNumber} as mailed or settled, but the file voids it. Ask the bank what it means.`,
    );
  return text || reasonText(code);
}
