import { correctionsOf } from "bursar-bank-formats/nacha";
import type { BankFileId, ConnectionId, FileItem } from "#bank/exchange";
import { assert } from "#kernel/assert.ts";
import type { Service } from "#kernel/process/service.ts";
import type { Tx } from "#kernel/sql/database.ts";
import type { OrganizationId } from "#kernel/values/ids.ts";
import { endPrenoteValidations } from "#money/recipients";
import { refuseOrdersTo } from "../ach/prenotes/hold-for-prenotes.ts";
import { type AnsweredPrenote, answerPrenote, prenotesByReference } from "../ach/prenotes/prenotes.queries.ts";
import { applyAchChanges, changesDetails } from "./apply-changes.ts";
import type { AchAnswer } from "./read-ach-file.ts";
import type { EntryStatus } from "./read-acknowledgment.ts";
import type { SentDetails } from "./sent-details.ts";

export interface PrenoteAnswer {
  readonly answer: AchAnswer;
  readonly prenote: AnsweredPrenote;
}

/** Says why a bank's answer does not fit the prenote; undefined if it does. */
export function misfitOf({ answer, prenote }: PrenoteAnswer): string | undefined {
  if (answer.amountMinor !== 0n) return `The amount is not that of the prenote ${prenote.reference}.`;
  const bank = answer.originalReceivingBank;
  return bank !== undefined && bank !== prenote.receiving_bank
    ? `The receiving bank ${bank} is not that of the prenote ${prenote.reference}.`
    : undefined;
}

/**
 * Applies what receivers' banks say about prenotes: a return, or a correction of bank details, fails the payments that
 * wait for it. A correction also changes the recipient under the organization's rule. Repeating it changes nothing.
 * The answers fit (`misfitOf`). Returns what could not be applied.
 */
export async function applyPrenoteAnswers(
  service: Service,
  tx: Tx,
  {
    organizationId,
    connectionId,
    fileId,
    answers,
    sent,
  }: {
    readonly organizationId: OrganizationId;
    readonly connectionId: ConnectionId;
    /** The received file. */
    readonly fileId: BankFileId;
    readonly answers: readonly PrenoteAnswer[];
    readonly sent: SentDetails;
  },
): Promise<readonly FileItem[]> {
  const changes = answers.filter(({ answer }) => answer.kind === "change");
  const items = await applyAchChanges(service, tx, {
    organizationId,
    fileId,
    sent,
    changes: changes.map(({ answer, prenote }) => ({ answer, order: prenote })),
  });
  const now = service.clock.now();
  for (const { answer, prenote } of answers) {
    if (answer.kind === "change" && !rejectsDetails(answer)) continue;
    const { routing_id: routingId } = prenote;
    const trigger = answer.kind === "return" ? "return" : "correct";
    const answered = await answerPrenote(tx, organizationId, { connectionId, routingId, trigger, code: answer.code });
    assert(answered <= 1, "an answer is about one prenote");
    const code = answer.kind === "return" ? answer.code : "BF-PRENOTE";
    await endPrenoteValidations(service, tx, organizationId, { routingIds: [routingId], trigger: "fail", code });
    await refuseOrdersTo(tx, organizationId, { connectionId, routingId, now, code });
  }
  return items;
}

/** A corrected name proves the account; another account number or routing number does not. */
function rejectsDetails({ code, correctedData }: AchAnswer): boolean {
  const corrections = correctionsOf({ changeCode: code, correctedData });
  return corrections === undefined || changesDetails(corrections);
}

/**
 * Applies what a status report says about the prenotes of a file: those that the bank does not take fail the payments
 * that wait for them. Returns what is said about other entries.
 */
export async function applyPrenoteStatuses(
  service: Pick<Service, "clock" | "newId" | "vault">,
  tx: Tx,
  {
    organizationId,
    connectionId,
    sentFileId,
    since,
    entries,
  }: {
    readonly organizationId: OrganizationId;
    readonly connectionId: ConnectionId;
    readonly sentFileId: BankFileId;
    readonly since: Date;
    readonly entries: readonly EntryStatus[];
  },
): Promise<readonly EntryStatus[]> {
  const references = entries.map(({ traceNumber }) => traceNumber);
  const found = await prenotesByReference(tx, organizationId, { connectionId, references, since });
  const prenotes = new Map(
    found.filter((prenote) => prenote.file_id === sentFileId).map((prenote) => [prenote.reference, prenote]),
  );
  for (const { traceNumber, outcome, code = "BF-PRENOTE" } of entries) {
    const prenote = prenotes.get(traceNumber);
    if (prenote === undefined || (outcome !== "rejected" && outcome !== "blocked")) continue;
    const details = { connectionId, routingId: prenote.routing_id };
    const answered = await answerPrenote(tx, organizationId, { ...details, trigger: "return", code });
    assert(answered <= 1, "a status is about one prenote");
    const failed = { routingIds: [prenote.routing_id], trigger: "fail", code } as const;
    await endPrenoteValidations(service, tx, organizationId, failed);
    await refuseOrdersTo(tx, organizationId, { ...details, code, outcome, now: service.clock.now() });
  }
  return entries.filter(({ traceNumber }) => !prenotes.has(traceNumber));
}
