import { bankingDayOnOrAfter } from "bursar-banking/calendar/business-day";
import { newYorkDate, newYorkInstant } from "bursar-banking/calendar/new-york";
import type { PaymentAchFields } from "#bank/rails";
import { assert } from "#kernel/assert.ts";
import { type FieldProblem, invalidRequest } from "#kernel/http/http-refusals.ts";
import { type Answer, idempotently } from "#kernel/idempotency/idempotently.ts";
import type { Service } from "#kernel/process/service.ts";
import type { Queryable, Tx } from "#kernel/sql/database.ts";
import { type AccountId, instantOf, type RecipientId, type RequestId } from "#kernel/values/ids.ts";
import { minorFromDollars } from "#kernel/values/money.ts";
import { lockPayee } from "#money/recipients";
import {
  instructionProblemsOf,
  paymentAchFields,
  purposeText,
  refusalsToPay,
  refuseBeyondLimits,
} from "#payments/payments";
import { type Caller, lockOrganization } from "#records/identity";
import { joinBatch } from "../batches/change-batch.ts";
import { approvableOf, refusePermanentReason } from "../requests/approvable.ts";
import type { PaymentRequestRow } from "../requests/approval-request.ts";
import type { Instruction } from "../requests/approved-terms.ts";
import { renderRequestOf } from "../requests/render-request.ts";
import type { PaymentRequest, PaymentRequestBody } from "../requests/request-schemas.ts";
import { type RequestOrigin, requesterOf, requestTurns, requireRequester, storeRequest } from "./store-request.ts";

/** What is compared with the limits of a token. */
export const limitedPaymentOf = (
  { accountId, body }: Pick<PaymentToRequest, "accountId" | "body">,
  amountMinor: bigint,
) => ({
  amountMinor,
  accountIds: [accountId],
  recipientId: body.recipientId,
});

/** A request as received, before any check. */
export interface PaymentToRequest {
  readonly caller: Caller;
  readonly accountId: string;
  readonly body: PaymentRequestBody;
  /** The idempotency key (decision P6); undefined if the client sent none. */
  readonly key: string | undefined;
}

/**
 * Always queues a payment for approval (specification §4): nothing is held and no transaction or event is created.
 * Order of checks: the token's creator, a repeated key, the instruction's shape, the token's limits to an amount, accounts, and
 * recipients, account, recipient, bank details, the token's limits per day and month. Funds are checked at the last approval (decision S5).
 */
export async function requestPayment(
  service: Service,
  { caller, accountId, body, key }: PaymentToRequest,
): Promise<Answer<PaymentRequest>> {
  const { organizationId } = caller;
  await requireRequester(service.database, caller);
  const instruction = {
    organizationId,
    operation: "requestSendMoney",
    key,
    // The batch is no part of the payment: a repeated key finds the request in whatever batch it is.
    body: { ...body, batchId: undefined, accountId: accountId.toLowerCase() },
    // A replay is authorized like a first call (decision P6): the limit may have been lowered since.
    show: (request: PaymentRequest) => {
      refuseBeyondLimits(caller, limitedPaymentOf({ accountId, body }, minorFromDollars(request.amount) ?? 0n));
      return request;
    },
  };
  const inTurn = requestTurns(service.database, organizationId);
  return inTurn(() =>
    idempotently<PaymentRequest>(service, instruction, async (tx) => {
      // Not before the key lookup: a retry gets its first response even if its date has passed.
      const row = await requestPaymentWithin(service, tx, { caller, accountId, body });
      return { statusCode: 200, body: await renderRequestOf(service, tx, { organizationId, kind: "payment", row }) };
    }),
  );
}

/**
 * Requests a payment in the caller's transaction: the only function that does (ADR 0030). Throws refusals, after which
 * the transaction must roll back.
 */
export async function requestPaymentWithin(
  service: Service,
  tx: Tx,
  { caller, accountId, body, origin }: Omit<PaymentToRequest, "key"> & { readonly origin?: RequestOrigin },
): Promise<PaymentRequestRow> {
  const { organizationId } = caller;
  const checked = checkRequest(service, body);
  refuseBeyondLimits(caller, limitedPaymentOf({ accountId, body }, checked.amountMinor));
  // Before the organization: what changes a batch locks it first.
  const batchId = body.batchId ? await joinBatch(tx, { caller, batchId: body.batchId }) : undefined;
  // Before the id is made: ids must rise in the order of commits, because totals count smaller ids (ADR 0024).
  await lockOrganization(tx, organizationId);
  const instruction = await instructionOf(service, tx, { caller, accountId, body, checked });
  // Deleting a recipient waits for concurrent requests to it, and the reverse.
  await lockPayee(tx, organizationId, instruction.recipient_id);
  refusePermanentReason(await refusalsToPay(service, tx, approvableOf(organizationId, instruction, untilApproved)));
  const row = await storeRequest(service, tx, { caller, instruction, batchId, ...(origin && { origin }) });
  assert(row.kind === "payment", "a payment's request is stored as one");
  return row;
}

/** Refuses what a request for this payment would be refused for now. Writes nothing. */
export async function refuseUnlessRequestable(
  service: Service,
  db: Queryable,
  { caller, accountId, body }: Omit<PaymentToRequest, "key">,
): Promise<void> {
  const { organizationId } = caller;
  const checked = checkRequest(service, body);
  const instruction = await instructionOf(service, db, { caller, accountId, body, checked });
  refusePermanentReason(await refusalsToPay(service, db, approvableOf(organizationId, instruction, untilApproved)));
}

/** Placeholder terms: the reasons for rejecting a request do not depend on them, and they are read at the decision. */
const untilApproved = { routingId: null, feeMinor: 0n, coolingOffHours: 0 };

/** What the checks without the database have parsed. */
export interface CheckedRequest {
  readonly amountMinor: bigint;
  readonly purpose: string | null;
  readonly achFields: PaymentAchFields | null;
  /** 06:00 New York on the payment date, moved to a banking day. */
  readonly dueAt: Date | null;
}

/** Refuses with `invalidRequest` what can be checked without the database. */
export function checkRequest(service: Service, body: PaymentRequestBody): CheckedRequest {
  const method = body.paymentMethod;
  const amountMinor = minorFromDollars(body.amount);
  const problems: FieldProblem[] = [...instructionProblemsOf(body, method, amountMinor)];
  if (method !== "internationalWire" && body.chargeType)
    problems.push({ path: "chargeType", message: "is for international wires only. Omit it" });
  const sendOn = body.sendOn ? Temporal.PlainDate.from(body.sendOn) : undefined;
  // A day is a day in New York, on the service clock, so that a sandbox can advance it (ADR 0013).
  const today = newYorkDate(service.clock.now());
  if (sendOn && Temporal.PlainDate.compare(sendOn, today) < 0)
    problems.push({ path: "sendOn", message: `must be today (${today}, Eastern Time) or later` });
  if (sendOn && Temporal.PlainDate.compare(sendOn, today.add({ years: 1 })) > 0)
    problems.push({ path: "sendOn", message: "must be within a year" });
  if (problems.length > 0) throw invalidRequest(problems);
  assert(amountMinor !== undefined, "an instruction without problems has an amount");
  return {
    amountMinor,
    purpose: purposeText(body.purpose),
    achFields: paymentAchFields(body.achFields),
    dueAt: sendOn === undefined ? null : dueAtOf(sendOn),
  };
}

const PAYS_AT = Temporal.PlainTime.from("06:00");

/** When a payment for a date is made: at 06:00 New York on it, or on the next banking day (decision S10). */
const dueAtOf = (sendOn: Temporal.PlainDate): Date => newYorkInstant(bankingDayOnOrAfter(sendOn), PAYS_AT);

/** The instruction as stored, with an id and its requester. */
export async function instructionOf(
  service: Service,
  db: Queryable,
  { caller, accountId, body, checked }: Omit<PaymentToRequest, "key"> & { readonly checked: CheckedRequest },
): Promise<Instruction & { readonly recipient_id: RecipientId }> {
  const requestId = service.newId<RequestId>();
  return {
    request_id: requestId,
    kind: "payment",
    // UUIDs by their schema; the database checks whether they exist.
    account_id: accountId.toLowerCase() as AccountId,
    recipient_id: body.recipientId.toLowerCase() as RecipientId,
    destination_account_id: null,
    amount_minor: checked.amountMinor,
    method: body.paymentMethod,
    external_memo: body.externalMemo || null,
    note: body.note || null,
    purpose: checked.purpose,
    // The payer bears the fees unless the request says otherwise.
    ach_fields: checked.achFields,
    charge_type: body.paymentMethod === "internationalWire" ? (body.chargeType ?? "ours") : null,
    send_on: body.sendOn ?? null,
    due_at: checked.dueAt,
    via: caller.via ?? null,
    ...(await requesterOf(db, caller)),
    // The same instant as in the id, so that a range of ids is a range of time.
    created_at: instantOf(requestId),
  };
}
