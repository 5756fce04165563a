import type { PaymentAnswer } from "../../../formats/iso20022/index.ts";
import { DAY_MS, plusMs } from "../../../kernel/clock/clock.ts";
import type { Tx } from "../../../kernel/sql/database.ts";
import type { OrganizationId } from "../../../kernel/values/ids.ts";
import type { ConnectionId } from "../../bank-connections/index.ts";
import type { BankFileId } from "../../bank-files/index.ts";
import { ordersByReference } from "../ach/ach-orders.queries.ts";
import { applyPrenoteStatuses } from "./apply-prenote-answers.ts";
import { fileAnswerIdOf } from "../answers/bank-answer.ts";
import {
  confirmNow,
  deleteConfirmationsOf,
  insertAnswersDueNow,
  type NewAnswer,
  refusedAmong,
  settledAmong,
} from "../answers/answers.queries.ts";
import type { AnswerTools } from "./answer-file.ts";
import { asFiled } from "./apply-ach-answers.ts";
import type { EntryStatus } from "./entry-status.ts";
import { quarantine } from "../answers/quarantined-file.ts";

/** Of the file's payments, a trace number cannot repeat: it does so after ten million entries. */
const LOOK_BACK_MS = 30 * DAY_MS;

/** What a status report says about one entry. Throws QuarantinedFile if it says nothing that can be followed. */
export function entryStatusOf({ original, status, outcome, reasons }: PaymentAnswer): EntryStatus {
  const traceNumber = original.instructionId;
  const [reason] = reasons;
  if (traceNumber === undefined) return quarantine("It reports entries without their trace number.");
  if (outcome === "settled") return { traceNumber, outcome, code: undefined };
  if (status === "PDNG") return { traceNumber, outcome: "pending", code: undefined };
  if (reason === undefined || (outcome !== "rejected" && status !== "BLCK"))
    return quarantine("It reports entries with a status that is no rejection, or without the reason.");
  // Screening names its own code at the beginning of the text, because ISO 20022 has none for it.
  const code = /^(SC-[A-Z]+)\b/.exec(reason.lines[0] ?? "")?.[1] ?? reason.code;
  return { traceNumber, outcome: status === "BLCK" ? "blocked" : "rejected", code };
}

const NEVER = new Date(0);

interface ReportedEntries {
  readonly organizationId: OrganizationId;
  readonly connectionId: ConnectionId;
  /** The received file. */
  readonly fileId: BankFileId;
  readonly entries: readonly EntryStatus[];
  /** The same report accepts the file: however late it arrives, nothing has settled yet. */
  readonly isAcceptedNow: boolean;
}

/**
 * Applies what the bank says about entries of an accepted file: it does not make some payments, makes others later, or
 * has made them. Throws QuarantinedFile if it contradicts what it said before, or if an entry is not in the file.
 */
export async function applyEntryStatuses(
  { service }: Pick<AnswerTools, "service">,
  tx: Tx,
  { organizationId, connectionId, fileId, entries: all, isAcceptedNow }: ReportedEntries,
  sentFileId: BankFileId,
): Promise<void> {
  if (all.length === 0) return;
  const now = service.clock.now();
  const since = plusMs(now, -LOOK_BACK_MS);
  const about = { organizationId, connectionId, sentFileId, since, entries: all };
  const entries = await applyPrenoteStatuses(service, tx, about);
  const orders = await ordersByReference(tx, organizationId, {
    connectionId,
    references: entries.map(({ traceNumber }) => traceNumber),
    since,
  });
  const byReference = new Map(orders.map((order) => [order.reference, order]));
  const reported = entries.map((entry) => {
    const order = asFiled(service, organizationId, byReference.get(entry.traceNumber));
    if (order?.file_id !== sentFileId)
      return quarantine(`The file has no entry with the trace number ${entry.traceNumber}.`);
    return { ...entry, transactionId: order.transaction_id };
  });
  if (new Set(reported.map(({ transactionId }) => transactionId)).size < reported.length)
    return quarantine("It reports an entry twice.");
  const of = (...outcomes: readonly EntryStatus["outcome"][]) =>
    reported.filter(({ outcome }) => outcomes.includes(outcome));
  const idsOf = (part: typeof reported) => part.map(({ transactionId }) => transactionId);
  const refused = of("rejected", "blocked");
  const settledBy = isAcceptedNow ? NEVER : now;
  if ((await settledAmong(tx, organizationId, idsOf(refused), settledBy)).length > 0)
    return quarantine("It rejects entries that have settled. Ask the bank what is right.");
  const settled = of("settled");
  if ((await refusedAmong(tx, organizationId, idsOf(settled))).length > 0)
    return quarantine("It settles entries that it has rejected. Ask the bank what is right.");
  await deleteConfirmationsOf(tx, organizationId, idsOf([...refused, ...of("pending")]));
  await confirmNow(tx, organizationId, { transactionIds: idsOf(settled), now });
  const answers = [...refused, ...settled].map(({ transactionId, outcome, code, traceNumber }): NewAnswer => {
    if (outcome === "settled") {
      const answerId = fileAnswerIdOf(transactionId, "confirmed");
      return { answerId, transactionId, outcome: "confirmed", trackingNumber: traceNumber, answeredAt: now };
    }
    const said = outcome === "blocked" ? outcome : "rejected";
    const answerId = fileAnswerIdOf(transactionId, said, code ?? "");
    return { answerId, transactionId, outcome: said, ...(code === undefined ? {} : { code }), answeredAt: now };
  });
  await insertAnswersDueNow(tx, organizationId, { answers, sourceFileId: fileId, now });
}
