import { assert } from "#kernel/assert.ts";
import type { Service } from "#kernel/process/service.ts";
import type { Queryable, Tx } from "#kernel/sql/database.ts";
import { instantOf } from "#kernel/values/ids.ts";
import { dollarsFromMinor } from "#kernel/values/money.ts";
import { turnsOf } from "#kernel/work/one-at-a-time.ts";
import { countTowardLimits } from "#payments/payments";
import { type Actor, actorOf, recordAudit } from "#records/audit";
import { type Caller, findTokenCreator } from "#records/identity";
import { refuseApproval } from "../approvals-refusals.ts";
import { notifyApprovers } from "../decisions/notify-approvers.ts";
import type { BatchId, RequestRow } from "../requests/approval-request.ts";
import { insertRequest } from "../requests/approval-requests.queries.ts";
import { type Instruction, presentTerms } from "../requests/approved-terms.ts";

/**
 * Requests of an organization are created one at a time, under its lock, so that ids follow the commit order: a day's
 * total counts earlier requests. The queue keeps waiting requests from holding connections.
 */
export const requestTurns = turnsOf();

/** The recurring payment that a request is an occurrence of, and who or what made the request, for the audit log. */
export interface RequestOrigin {
  readonly actor: Actor;
  readonly recurringPaymentId: string;
  readonly occurrence: string;
}

/** The requesting token, if any, and the requester. */
export const requesterOf = async (db: Queryable, { organizationId, tokenId, userId }: Caller) => ({
  requester_token_id: tokenId,
  requester_user_id: userId ?? (tokenId === null ? null : await findTokenCreator(db, organizationId, tokenId)),
});

/** Refuses a token without a creator with `requesterUnknown`: its holder could approve its requests. */
export async function requireRequester(db: Queryable, caller: Caller): Promise<void> {
  const { requester_user_id: userId } = await requesterOf(db, caller);
  if (userId === null) throw refuseApproval("requesterUnknown");
}

/**
 * Stores a valid request on the current terms, with its audit row and emails to the approvers, in the transaction of
 * its idempotency key: if anything fails, nothing of the request remains. Refuses above the
 * token's limits per day and month.
 */
export async function storeRequest(
  service: Service,
  tx: Tx,
  {
    caller,
    instruction,
    origin,
    batchId,
  }: { caller: Caller; instruction: Instruction; origin?: RequestOrigin; batchId?: BatchId | undefined },
): Promise<RequestRow> {
  const { organizationId } = caller;
  assertInstruction(instruction);
  const terms = await presentTerms(tx, organizationId, instruction);
  assert(terms.approversRequired >= 1, "a request takes at least one approval");
  const row = await insertRequest(tx, organizationId, {
    ...instruction,
    rule_id: terms.ruleId,
    terms: terms.digest,
    approvers_required: terms.approversRequired,
    requester_may_approve: terms.requesterMayApprove,
    batch_id: batchId ?? null,
  });
  assert(
    row.status === "pendingApproval" && row.version === 1,
    "a new request waits for approval, in its first version",
  );
  assert(row.amount_minor === instruction.amount_minor, "the request stored is for the requested amount");
  assert(row.terms.equals(terms.digest), "the request stored has the terms of this moment");
  await recordAudit(service, tx, {
    organizationId,
    actor: origin?.actor ?? actorOf(caller),
    entries: [
      {
        action: "approvalRequest.create",
        resourceType: "approvalRequest",
        resourceId: row.request_id,
        after: {
          kind: row.kind,
          accountId: row.account_id,
          ...(row.kind === "payment"
            ? {
                recipientId: row.recipient_id,
                paymentMethod: row.method,
                chargeType: row.charge_type,
                ...(row.ach_fields === null ? {} : { achFields: row.ach_fields }),
              }
            : { destinationAccountId: row.destination_account_id }),
          amount: dollarsFromMinor(row.amount_minor),
          externalMemo: row.external_memo,
          note: row.note,
          sendOn: row.send_on,
          rule: terms.rule.name,
          approversRequired: terms.approversRequired,
          ...(batchId && { batchId }),
          ...(origin && {
            requestedByUserId: row.requester_user_id,
            recurringPaymentId: origin.recurringPaymentId,
            occurrence: origin.occurrence,
          }),
        },
      },
    ],
  });
  // Of a batch, approvers are notified once, when it is submitted.
  if (batchId === undefined)
    await notifyApprovers(service, tx, { organizationId, request: row, payeeName: terms.payee?.name });
  // Last: it locks the token's day, for which every other payment and request of the token would wait.
  await countTowardLimits(tx, caller, { amountMinor: row.amount_minor, at: row.created_at });
  return row;
}

/** What every stored request must satisfy, whichever route made it. */
function assertInstruction(instruction: Instruction): void {
  const { request_id: requestId, amount_minor: amountMinor, created_at: createdAt, due_at: dueAt } = instruction;
  assert(amountMinor > 0n, "a request asks for a positive amount");
  assert(instruction.requester_user_id !== null, "there is a person behind every request");
  assert(instruction.account_id !== instruction.destination_account_id, "a transfer goes to another account");
  assert(instantOf(requestId).getTime() === createdAt.getTime(), "a request's id carries its time of creation");
  assert((dueAt === null) === (instruction.send_on === null), "exactly a request for a day is due at an instant");
}
