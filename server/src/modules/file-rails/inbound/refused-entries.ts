import type { PaymentAnswer } from "../../../formats/iso20022/index.ts";
import { DAY_MS, plusMs } from "../../../kernel/clock/clock.ts";
import type { Tx } from "../../../kernel/sql/database.ts";
import type { OrganizationId } from "../../../kernel/values/ids.ts";
import type { ConnectionId } from "../../bank-connections/index.ts";
import type { BankFileId } from "../../bank-files/index.ts";
import { ordersByReference } from "../ach/ach-orders.queries.ts";
import { fileAnswerIdOf } from "../answers/answer-id.ts";
import {
  deleteConfirmationsOf,
  insertAnswersDueNow,
  type NewAnswer,
  settledAmong,
} from "../answers/file-answers.queries.ts";
import type { AnswerTools } from "./answer-file.ts";
import { quarantine } from "./quarantine.ts";

/** An entry that the bank does not pay, although it accepted the file. */
export interface RefusedEntry {
  readonly traceNumber: string;
  readonly outcome: "rejected" | "blocked";
  readonly code: string;
}

/** Of the file's payments, a trace number cannot repeat: it does so after ten million entries. */
const LOOK_BACK_MS = 30 * DAY_MS;

/** What a status report says about one entry. Throws QuarantinedFile if it does not refuse it. */
export function refusedEntryOf({ original, status, outcome, reasons }: PaymentAnswer): RefusedEntry {
  const traceNumber = original.instructionId;
  const [reason] = reasons;
  if (traceNumber === undefined || reason === undefined || (outcome !== "rejected" && status !== "BLCK"))
    return quarantine(
      "It reports entries without their trace number or reason, or with a status that is no rejection.",
    );
  // Screening names its own code at the beginning of the text, because ISO 20022 has none for it.
  const code = /^(SC-[A-Z]+)\b/.exec(reason.lines[0] ?? "")?.[1] ?? reason.code;
  return { traceNumber, outcome: status === "BLCK" ? "blocked" : "rejected", code };
}

/** Payments of an accepted file that the bank does not make. Throws QuarantinedFile if one has settled or is not in it. */
export async function refuseEntries(
  { service }: Pick<AnswerTools, "service">,
  tx: Tx,
  received: {
    readonly organizationId: OrganizationId;
    readonly connectionId: ConnectionId;
    /** The received file. */
    readonly fileId: BankFileId;
    readonly refusedEntries: readonly RefusedEntry[];
  },
  sentFileId: BankFileId,
): Promise<void> {
  const { organizationId, connectionId, fileId, refusedEntries } = received;
  if (refusedEntries.length === 0) return;
  const now = service.clock.now();
  const orders = await ordersByReference(tx, organizationId, {
    connectionId,
    references: refusedEntries.map(({ traceNumber }) => traceNumber),
    since: plusMs(now, -LOOK_BACK_MS),
  });
  const byReference = new Map(orders.map((order) => [order.reference, order]));
  const answers = refusedEntries.map(({ traceNumber, outcome, code }): NewAnswer => {
    const order = byReference.get(traceNumber);
    if (order?.file_id !== sentFileId) return quarantine(`The file has no entry with the trace number ${traceNumber}.`);
    const { transaction_id: transactionId } = order;
    return { answerId: fileAnswerIdOf(transactionId, outcome, code), transactionId, outcome, code, answeredAt: now };
  });
  const ids = answers.map(({ transactionId }) => transactionId);
  if (new Set(ids).size < ids.length) return quarantine("It reports an entry twice.");
  if ((await settledAmong(tx, organizationId, ids, now)).length > 0)
    return quarantine("It rejects entries that have settled. Ask the bank what is right.");
  await deleteConfirmationsOf(tx, organizationId, ids);
  await insertAnswersDueNow(tx, organizationId, { answers, sourceFileId: fileId, now });
}
