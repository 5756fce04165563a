import {
  type AchAccountType,
  type Corrections,
  changeCodeOf,
  changeDeadline,
  correctionsOf,
  meaningOfTransactionCode,
} from "bursar-bank-formats/nacha";
import { isBankingDay } from "bursar-banking/calendar/business-day";
import { newYorkDay } from "bursar-banking/calendar/new-york";
import { shownDigitsOf } from "bursar-banking/identifiers/mask";
import type { BankFileId, FileItem } from "#bank/exchange";
import { assert, present } from "#kernel/assert.ts";
import type { Service } from "#kernel/process/service.ts";
import { reportUnproven } from "#kernel/proofs/unproven-row.ts";
import type { Tx } from "#kernel/sql/database.ts";
import { derivedId } from "#kernel/values/derived-id.ts";
import type { OrganizationId } from "#kernel/values/ids.ts";
import { correctAchDetails, type RoutingDetails, routingVersionsOf } from "#money/recipients";
import { recordAudit } from "#records/audit";
import { type AchChangeId, type ChangeOutcome, insertAchChange, knownAchChanges } from "../ach/ach-changes.queries.ts";
import type { AnsweredOrder } from "../ach/ach-orders.queries.ts";
import { noticeChange } from "../notices/record-notices.ts";
import { changeContents } from "../tables.ts";
import { type AchAnswer, itemOfAnswer } from "./read-ach-file.ts";
import type { SentDetails } from "./sent-details.ts";

/** A notification of change and the payment that it is about. */
export interface ChangeToApply {
  readonly answer: AchAnswer;
  readonly order: Pick<AnsweredOrder, "transaction_id" | "recipient_id" | "routing_id" | "file_id" | "reference">;
}

interface ChangesToApply {
  readonly organizationId: OrganizationId;
  /** The received file. */
  readonly fileId: BankFileId;
  readonly changes: readonly ChangeToApply[];
  readonly sent: SentDetails;
}

/**
 * Stores notifications of change, each once, and corrects or proposes to correct the recipients' details under the
 * organization's policy. The originator must apply a change before the next entry (Nacha Operating Rules 2.12.1). Returns
 * those that are not applied.
 */
export async function applyAchChanges(
  service: Service,
  tx: Tx,
  { organizationId, fileId, changes: all, sent }: ChangesToApply,
): Promise<readonly FileItem[]> {
  if (all.length === 0) return [];
  const { changes, items } = await splitBySent(service, tx, { organizationId, changes: all, sent });
  const ids = changes.map(({ answer, order }) =>
    derivedId<AchChangeId>("ach-change", order.transaction_id, answer.code, answer.traceNumber),
  );
  const recorded = new Set((await knownAchChanges(tx, organizationId, ids)).map((row) => row.change_id));
  assert(ids.length === changes.length, "each correction has an ID of its own");
  const receivedAt = service.clock.now();
  const applyBy = changeDeadline(newYorkDay(receivedAt), (date) => isBankingDay(Temporal.PlainDate.from(date)));
  for (const [index, change] of changes.entries()) {
    const changeId = present(ids[index], "each correction has an ID");
    if (recorded.has(changeId)) continue;
    recorded.add(changeId);
    const { answer, order } = change;
    const outcome = await applyChange(service, tx, organizationId, change);
    const inserted = await insertAchChange(tx, organizationId, {
      changeId,
      sourceFileId: fileId,
      code: answer.code,
      receivedAt,
      applyBy,
      outcome,
      transactionId: order.transaction_id,
      recipientId: order.recipient_id,
      correctedData: await service.vault.seal(
        tx,
        organizationId,
        changeContents.contextOf(changeId),
        answer.correctedData,
      ),
    });
    assert(inserted <= 1, "a correction is stored once");
    await noticeChange(service, tx, {
      organizationId,
      sourceId: changeId,
      sourceFileId: fileId,
      code: answer.code,
      outcome,
      actBy: applyBy,
      transactionId: order.transaction_id,
      recipientId: order.recipient_id,
    });
    // Without the corrected data, which may be an account number; a changed recipient has an audit row of its own.
    const after = { code: answer.code, outcome, transactionId: order.transaction_id, applyBy };
    await recordAudit(service, tx, {
      organizationId,
      actor: { type: "bank" },
      entries: [
        { action: "recipient.changeNotified", resourceType: "recipient", resourceId: order.recipient_id, after },
      ],
    });
  }
  return items;
}

/**
 * A correction is for the recipient whose details the entry was sent to. What the database says about the entry may be
 * edited: then the correction waits for a person.
 */
async function splitBySent(
  service: Service,
  tx: Tx,
  { organizationId, changes, sent }: Omit<ChangesToApply, "fileId">,
): Promise<{ readonly changes: readonly ChangeToApply[]; readonly items: readonly FileItem[] }> {
  const items: FileItem[] = [];
  const routingIds = changes.map(({ order }) => order.routing_id);
  const versions = await routingVersionsOf(service, tx, { organizationId, routingIds });
  const fitting = changes.filter(({ answer, order }) => {
    const paid = versions({ routingId: order.routing_id, recipientId: order.recipient_id, method: "ach" });
    if (paid !== undefined && sent.wentTo(order, paid.details)) return true;
    reportUnproven(service, { organizationId, table: "bank_orders", key: order.transaction_id });
    const reason = `The entry ${order.reference} was sent to other bank details than the database says. See bursar rows list.`;
    items.push(itemOfAnswer({ answer, transactionId: order.transaction_id }, "contradiction", reason));
    return false;
  });
  assert(fitting.length + items.length === changes.length, "each correction is applied or an open item");
  return { changes: fitting, items };
}

async function applyChange(
  service: Service,
  tx: Tx,
  organizationId: OrganizationId,
  { answer, order }: ChangeToApply,
): Promise<ChangeOutcome> {
  // A code that is newer than the table: a person asks the bank.
  if (changeCodeOf(answer.code) === undefined) return "manual";
  const corrections = correctionsOf({ changeCode: answer.code, correctedData: answer.correctedData });
  // A name is not corrected without a person, because it decides who is paid; other codes correct no bank details.
  if (corrections === undefined || !changesDetails(corrections)) return "manual";
  return correctAchDetails(service, tx, {
    organizationId,
    recipientId: order.recipient_id,
    routingId: order.routing_id,
    actor: { type: "bank" },
    correct: (details) => corrected(details, corrections),
  });
}

/** Whether the corrections concern the bank details, not only the name. */
export const changesDetails = ({ dfiAccountNumber, routingNumber, transactionCode }: Corrections): boolean =>
  dfiAccountNumber !== undefined || routingNumber !== undefined || transactionCode !== undefined;

const accountTypes = {
  checking: { business: "businessChecking", personal: "personalChecking" },
  savings: { business: "businessSavings", personal: "personalSavings" },
  generalLedger: { business: "businessGeneralLedger", personal: "personalGeneralLedger" },
  loan: { business: "businessLoan", personal: "personalLoan" },
} as const satisfies Readonly<Record<AchAccountType, Readonly<Record<"business" | "personal", string>>>>;

/** The details with what the bank corrected; the rest stays. */
export function corrected(
  details: RoutingDetails,
  { dfiAccountNumber, routingNumber, transactionCode }: Corrections,
): RoutingDetails {
  const holder = details.electronicAccountType?.startsWith("personal") === true ? "personal" : "business";
  return {
    ...details,
    ...(dfiAccountNumber === undefined
      ? {}
      : { accountNumber: dfiAccountNumber, accountNumberLast4: shownDigitsOf(dfiAccountNumber) }),
    ...(routingNumber === undefined ? {} : { routingNumber }),
    ...(transactionCode === undefined
      ? {}
      : { electronicAccountType: accountTypes[meaningOfTransactionCode(transactionCode).account][holder] }),
  };
}
