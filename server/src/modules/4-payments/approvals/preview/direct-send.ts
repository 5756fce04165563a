import type { Service } from "#kernel/process/service.ts";
import type { Queryable } from "#kernel/sql/database.ts";
import type { RequestId } from "#kernel/values/ids.ts";
import type { DirectPayment, DirectSendRules } from "#payments/payments";
import type { Caller } from "#records/identity";
import { refuseApproval } from "../approvals-refusals.ts";
import { requesterOf } from "../requesting/store-request.ts";
import { type Instruction, presentTerms } from "../requests/approved-terms.ts";
import { PreviewSchema } from "../requests/preview-schema.ts";
import { previewIfSentDirectly } from "./preview-payment.ts";

/**
 * How approval rules affect direct send (decision S4): a rule that applies to direct send and would apply to the
 * payment as a request rejects the direct send. Called only if the organization has such a rule.
 */
export const directSendRules = (service: Service): DirectSendRules => ({
  judge: async (db, caller, payment) => {
    const request = await asRequest(db, caller, payment);
    // The first match decides here, too: a rule before it that does not apply to direct send is an exception.
    const { rule, dependsOnDayTotals } = await presentTerms(db, caller.organizationId, request);
    const refusal = rule.bindsDirectSend
      ? refuseApproval("approvalRequired", { details: { rule: rule.name } })
      : undefined;
    return { refusal, dependsOnDayTotals };
  },
  preview: async (caller, payment, refusals) =>
    previewIfSentDirectly(service, caller.organizationId, {
      request: await asRequest(service.database, caller, payment),
      refusals,
    }),
  previewSchema: PreviewSchema,
});

/**
 * After every request: counts everything the account paid today, including payments with later ids from another
 * process.
 */
const AFTER_ALL = "ffffffff-ffff-ffff-ffff-ffffffffffff" as RequestId;

/** The payment as an equivalent request. */
const asRequest = async (db: Queryable, caller: Caller, payment: DirectPayment): Promise<Instruction> => ({
  request_id: AFTER_ALL,
  kind: "payment",
  account_id: payment.accountId,
  recipient_id: payment.recipientId,
  destination_account_id: null,
  amount_minor: payment.amountMinor,
  method: payment.method,
  external_memo: payment.externalMemo,
  note: payment.note,
  purpose: payment.purpose,
  charge_type: null,
  ach_fields: payment.achFields,
  send_on: null,
  due_at: null,
  via: null,
  ...(await requesterOf(db, caller)),
  created_at: payment.createdAt,
});
