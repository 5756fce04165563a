import { bankingDayOnOrAfter } from "../../../banking/calendar/business-day.ts";
import { newYorkDate, newYorkInstant } from "../../../banking/calendar/new-york.ts";
import type { PaymentMethod } from "../../../banking/identifiers/payment-method.ts";
import { assert, present } from "../../../kernel/assert.ts";
import { type FieldProblem, invalidRequest, notFound } from "../../../kernel/http/http-refusals.ts";
import { type Answer, idempotently } from "../../../kernel/idempotency/idempotently.ts";
import type { Service } from "../../../kernel/process/service.ts";
import type { Queryable } from "../../../kernel/sql/database.ts";
import {
  type AccountId,
  instantOf,
  type OrganizationId,
  type RecipientId,
  type RequestId,
} from "../../../kernel/values/ids.ts";
import { minorFromDollars } from "../../../kernel/values/money.ts";
import { findAccounts } from "../../accounts/index.ts";
import { type Caller, lockOrganization } from "../../identity/index.ts";
import { instructionProblemsOf, purposeText, refuseAboveLimit, refusePayment } from "../../payments/index.ts";
import { findPayee, lockPayee, type Payee } from "../../recipients/index.ts";
import type { Instruction } from "./approved-terms.ts";
import { renderPaymentRequests } from "./render-request.ts";
import type { PaymentRequest, PaymentRequestBody } from "./request-schemas.ts";
import { requesterOf, requestTurns, requireRequester, storeRequest } from "./store-request.ts";

export interface PaymentToRequest {
  readonly caller: Caller;
  readonly accountId: string;
  readonly body: PaymentRequestBody;
  readonly key: string | undefined;
}

/**
 * Queues a payment for approval, always (specification §4): nothing is held and no transaction or event is made. Checks in
 * this order: a person behind the token, a repeated key, the instruction's shape, the token's limit per payment, account,
 * recipient, bank details, the token's limit per day. Funds are checked at the last approval (decision S5).
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
    body: { ...body, accountId: accountId.toLowerCase() },
    show: (request: PaymentRequest) => {
      refuseAboveLimit(caller, minorFromDollars(request.amount) ?? 0n);
      return request;
    },
  };
  const inTurn = requestTurns(service.database, organizationId);
  return inTurn(() =>
    idempotently<PaymentRequest>(service, instruction, async (tx) => {
      // Not before the key is looked up: a repeat gets its first answer, though its day may have passed.
      const checked = checkRequest(service, body);
      refuseAboveLimit(caller, checked.amountMinor);
      await lockOrganization(tx, organizationId);
      const account = accountId.toLowerCase() as AccountId;
      // A uuid by its schema; the look-up finds out whether it names a recipient.
      const recipientId = body.recipientId.toLowerCase() as RecipientId;
      await refuseAccount(tx, organizationId, account);
      // Deleting a recipient waits for the requests being made to it, or they for the deletion.
      await lockPayee(tx, organizationId, recipientId);
      await payeeOf(tx, organizationId, { recipientId, method: body.paymentMethod });
      const row = await storeRequest(service, tx, {
        caller,
        instruction: await instructionOf(service, tx, { caller, account, recipientId, body, checked }),
      });
      const [rendered] = await renderPaymentRequests(service, tx, { organizationId, rows: [row] });
      return { statusCode: 200, body: present(rendered, "one row renders to one request") };
    }),
  );
}

export interface CheckedRequest {
  readonly amountMinor: bigint;
  readonly purpose: string | null;
  /** 06:00 New York on the day to pay, rolled to a banking day. */
  readonly dueAt: Date | null;
}

/** Refuses with `invalidRequest` what no look into the database is needed for. */
export function checkRequest(service: Service, body: PaymentRequestBody): CheckedRequest {
  const method = body.paymentMethod;
  const amountMinor = minorFromDollars(body.amount);
  const problems: FieldProblem[] = [...instructionProblemsOf(body, method, amountMinor)];
  if (method !== "internationalWire" && body.chargeType)
    problems.push({ path: "chargeType", message: "is for international wires only: leave it out" });
  const sendOn = body.sendOn ? Temporal.PlainDate.from(body.sendOn) : undefined;
  const today = newYorkDate(service.clock.now());
  if (sendOn && Temporal.PlainDate.compare(sendOn, today) < 0)
    problems.push({ path: "sendOn", message: `must be today (${today} in New York) or later` });
  if (sendOn && Temporal.PlainDate.compare(sendOn, today.add({ years: 1 })) > 0)
    problems.push({ path: "sendOn", message: "must be within a year" });
  if (problems.length > 0) throw invalidRequest(problems);
  assert(amountMinor !== undefined, "an instruction without problems has an amount");
  return { amountMinor, purpose: purposeText(body.purpose), dueAt: sendOn === undefined ? null : dueAtOf(sendOn) };
}

const PAYS_AT = Temporal.PlainTime.from("06:00");

/** When a payment for the day is made: at 06:00 New York on it, or on the banking day after (decision S10). */
const dueAtOf = (sendOn: Temporal.PlainDate): Date => newYorkInstant(bankingDayOnOrAfter(sendOn), PAYS_AT);

/** Refuses an account that is not there or cannot pay. */
export async function refuseAccount(
  db: Queryable,
  organizationId: OrganizationId,
  accountId: AccountId,
): Promise<void> {
  const [account] = await findAccounts(db, organizationId, [accountId]);
  if (account === undefined) throw notFound("account");
  if (account.status !== "active" || account.kind === "treasury") throw refusePayment("accountCannotPay");
}

/** The recipient, if it can be paid by the method; refuses otherwise. */
export async function payeeOf(
  db: Queryable,
  organizationId: OrganizationId,
  { recipientId, method }: { recipientId: RecipientId; method: PaymentMethod },
): Promise<Payee> {
  const payee = await findPayee(db, organizationId, { recipientId, method });
  if (payee?.status !== "active") throw refusePayment("recipientNotFound");
  if (payee.routing_id === null)
    throw refusePayment("recipientCannotReceive", { details: { recipient: payee.name, paymentMethod: method } });
  return payee;
}

/** The instruction as it is stored, with an id and the person behind it. */
export async function instructionOf(
  service: Service,
  db: Queryable,
  {
    caller,
    account,
    recipientId,
    body,
    checked,
  }: {
    caller: Caller;
    account: AccountId;
    recipientId: RecipientId;
    body: PaymentRequestBody;
    checked: CheckedRequest;
  },
): Promise<Instruction> {
  const requestId = service.newId<RequestId>();
  return {
    request_id: requestId,
    kind: "payment",
    account_id: account,
    recipient_id: recipientId,
    destination_account_id: null,
    amount_minor: checked.amountMinor,
    method: body.paymentMethod,
    external_memo: body.externalMemo || null,
    note: body.note || null,
    purpose: checked.purpose,
    charge_type: body.paymentMethod === "internationalWire" ? (body.chargeType ?? "ours") : null,
    send_on: body.sendOn ?? null,
    due_at: checked.dueAt,
    ...(await requesterOf(db, caller)),
    created_at: instantOf(requestId),
  };
}
