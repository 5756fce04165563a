import type { PaymentMethod } from "bursar-banking/identifiers/payment-method";
import { externalMemoProblem, paymentNoteProblem } from "bursar-banking/identifiers/payment-text";
import type { TSchema } from "typebox";
import { present } from "#kernel/assert.ts";
import { type FieldProblem, invalidRequest } from "#kernel/http/http-refusals.ts";
import { keyReused } from "#kernel/idempotency/idempotently.ts";
import { keyDigest } from "#kernel/idempotency/key.ts";
import type { Service } from "#kernel/process/service.ts";
import type { Refusal } from "#kernel/refusal.ts";
import type { Queryable } from "#kernel/sql/database.ts";
import { canonicalJson } from "#kernel/values/canonical-json.ts";
import type { AccountId, RecipientId, TransactionId } from "#kernel/values/ids.ts";
import { minorFromDollars } from "#kernel/values/money.ts";
import type { Caller } from "#records/identity";
import { refusePayment } from "../payment-refusals.ts";
import { countUsage, refuseBeyondLimits, refuseUncountable } from "../token-days/token-limits.ts";
import { bankDescriptionOf } from "../transactions/bank-description.ts";
import {
  asCreated,
  initialPaymentColumns,
  type Transaction,
  type TransactionRow,
} from "../transactions/transaction.ts";
import { renderNew } from "../transactions/transaction-details.ts";
import { findTransaction, findTransactionByKey } from "../transactions/transactions.queries.ts";
import { findAchTerms } from "./ach-terms.queries.ts";
import { refusalOf } from "./decision-refusal.ts";
import { refusalsOf } from "./dry-run.ts";
import type { PaymentDecision, PaymentInput, PreparedPayment } from "./payment.ts";
import {
  type DirectSendBody,
  paymentAchFields,
  paymentAchProblems,
  purposeProblems,
  purposeText,
} from "./payment-instruction.ts";
import type { PaymentWriter } from "./payment-writer.ts";
import { preparePayment } from "./prepare-payment.ts";
import { sameDayRefusal } from "./same-day.ts";
import { traceAcceptance } from "./trace-acceptance.ts";

/** The operation in digests of idempotency keys: keys of other operations are different keys (decision P6). */
export const DIRECT_SEND = "createTransaction";

/** A direct send as received, before any check. */
export interface DirectSend {
  readonly caller: Caller;
  readonly accountId: string;
  readonly body: DirectSendBody;
  readonly key: string | undefined;
}

/** The parts of a direct send that approval rules examine. */
export type DirectPayment = Pick<
  PreparedPayment,
  | "accountId"
  | "recipientId"
  | "amountMinor"
  | "method"
  | "externalMemo"
  | "note"
  | "purpose"
  | "achFields"
  | "createdAt"
>;

/** How approval rules affect direct send: an interface, because modules/4-payments/approvals is above this module. */
export interface DirectSendRules {
  /** Why the payment needs approval, if it does, and whether that depends on the account's other payments today. */
  judge(
    db: Queryable,
    caller: Caller,
    payment: DirectPayment,
  ): Promise<{ readonly refusal: Refusal | undefined; readonly dependsOnDayTotals: boolean }>;
  /** What would happen to a payment that would be rejected for these reasons. Read-only. */
  preview(caller: Caller, payment: DirectPayment, refusals: readonly Refusal[]): Promise<unknown>;
  readonly previewSchema: TSchema;
}

/**
 * Direct send (specification §4). Order of checks: the instruction's shape (400), method, the token's limits to an
 * amount, accounts, and recipients, approval rules for direct send (only if one exists, and never for a repeated key), then,
 * decided by the database under the account's lock: a repeated key, account, recipient, bank details, duplicate guard, funds,
 * the token's limits per day and month.
 */
export async function createPayment(
  service: Service,
  { writer, rules }: { writer: PaymentWriter; rules: DirectSendRules },
  send: DirectSend,
): Promise<{ transaction: Transaction; replayed: boolean }> {
  const payment = preparePayment(service, inputOf(send));
  // The bank details are read when the payment leaves. Without their key, it never would.
  await service.vault.requireKey(service.database, payment.organizationId);
  const late = sameDayObstacleOf(payment);
  // A repeated key gets the first response, whatever the time is now.
  if (late !== undefined && !(await isRepeat(service.database, payment))) throw late;
  // Known from the token, so that without such a rule or limit a payment needs no additional query (ADR 0015).
  const { directSendBound, limits } = send.caller;
  const decision =
    directSendBound || limits.counted !== undefined
      ? await decideBound(service, { writer, rules }, { caller: send.caller, payment })
      : await writer.submit(payment);
  if (decision.outcome === "accepted") {
    traceAcceptance(payment);
    return { transaction: await renderNew(service, send.caller, rowOf(payment, decision)), replayed: false };
  }
  if (decision.outcome === "replayed")
    return { transaction: await firstAnswer(service, send, payment, decision.transactionId), replayed: true };
  throw refusalOf(decision, payment);
}

/** What would happen if the payment were sent now: the checks of createPayment in the same order, without writing. */
export async function previewDirectSend(
  service: Service,
  rules: DirectSendRules,
  { caller, accountId, body }: Pick<DirectSend, "caller" | "accountId" | "body">,
): Promise<unknown> {
  const payment = preparePayment(service, inputOf({ caller, accountId, body, key: undefined }));
  await service.vault.requireKey(service.database, payment.organizationId);
  const late = sameDayObstacleOf(payment);
  const refusals = await refusalsOf(service, service.database, { payment });
  const preview = await rules.preview(caller, payment, late === undefined ? refusals : [late, ...refusals]);
  await refuseUncountable(service.database, caller, { amountMinor: payment.amountMinor, at: payment.createdAt });
  return preview;
}

const sameDayObstacleOf = (payment: PreparedPayment): Refusal | undefined =>
  sameDayRefusal({ ...payment, acceptedAt: payment.createdAt }, payment.cutOffs);

const isRepeat = async (db: Queryable, { organizationId, keyDigest: key }: PreparedPayment) =>
  key !== null && (await findTransactionByKey(db, organizationId, key)) !== undefined;

/** For a token or a rule that looks at other payments. A repeated key gets the first response, regardless of the current rules. */
async function decideBound(
  { database }: Service,
  { writer, rules }: { writer: PaymentWriter; rules: DirectSendRules },
  { caller, payment }: { caller: Caller; payment: PreparedPayment },
): Promise<PaymentDecision> {
  const check = async (db: Queryable): Promise<boolean> => {
    // Before the rules: a rule made since the first call must not turn its replay into a refusal.
    if (!caller.directSendBound || (await isRepeat(db, payment))) return false;
    const { refusal, dependsOnDayTotals } = await rules.judge(db, caller, payment);
    if (refusal !== undefined) throw refusal;
    return dependsOnDayTotals;
  };
  // Concurrent payments do not see each other: if they count together, each is checked again under the lock.
  const dependsOnDay = await check(database);
  if (!dependsOnDay && caller.limits.counted === undefined) return writer.submit(payment);
  return writer.submitChecked(payment, {
    before: async (tx) => void (await check(tx)),
    afterAccepted: async (tx) => {
      if (caller.limits.counted === undefined) return;
      await countUsage(tx, caller, { amountMinor: payment.amountMinor, at: payment.createdAt });
    },
  });
}

/** Checks the instruction's own shape, its method, and the token's limits to an amount, accounts, and recipients. */
function inputOf({ caller, accountId, body, key }: DirectSend): PaymentInput {
  const method: PaymentMethod = body.paymentMethod;
  // First, so that the client learns of the approval path even if the instruction has other faults (decision S1).
  if (method === "internationalWire") throw refusePayment("internationalWireNotDirect");
  const amountMinor = minorFromDollars(body.amount);
  const problems = problemsOf(body, method, amountMinor);
  if (problems.length > 0) throw invalidRequest(problems);
  const cents = present(amountMinor, "a payment without problems has an amount");
  refuseBeyondLimits(caller, { amountMinor: cents, accountIds: [accountId], recipientId: body.recipientId });
  const { organizationId } = caller;
  return {
    organizationId,
    // UUIDs by their schema; the database checks whether they exist.
    accountId: accountId.toLowerCase() as AccountId,
    recipientId: body.recipientId.toLowerCase() as RecipientId,
    amountMinor: cents,
    method,
    externalMemo: body.externalMemo || null,
    note: body.note || null,
    purpose: purposeText(body.purpose),
    achFields: paymentAchFields(body.achFields),
    keyDigest: key === undefined ? null : keyDigest(organizationId, DIRECT_SEND, key),
    // Settings of the organization, read together with the token.
    guardHours: caller.duplicateGuardHours,
    coolingOffHours: caller.coolingOffHours,
    tokenId: caller.tokenId,
    userId: caller.userId,
    requestId: null,
    limitPerDayMinor: caller.limits.perDayMinor ?? null,
    address: caller.address,
    httpRequestId: caller.httpRequestId,
    cutOffs: caller.cutOffs?.get(accountId.toLowerCase() as AccountId),
  };
}

/** What is wrong with an instruction beyond its schema, on either path: amount, memo, note, purpose, ACH fields. */
export function problemsOf(
  body: Pick<DirectSendBody, "externalMemo" | "note" | "purpose" | "achFields">,
  method: PaymentMethod,
  amountMinor: bigint | undefined,
): readonly FieldProblem[] {
  const problems: FieldProblem[] = [];
  const add = (path: string, message: string | undefined) => {
    if (message !== undefined) problems.push({ path, message });
  };
  add(
    "amount",
    amountMinor === undefined
      ? "must be an amount in dollars from 0.01 to 999,999,999.99 with at most two decimals"
      : undefined,
  );
  if (body.externalMemo) add("externalMemo", externalMemoProblem(method, body.externalMemo));
  if (body.note) add("note", paymentNoteProblem(body.note));
  problems.push(...purposeProblems(body.purpose, method), ...paymentAchProblems(body, method));
  return problems;
}

/** The row as just written by the database, without reading it back. */
function rowOf(payment: PreparedPayment, decision: Extract<PaymentDecision, { outcome: "accepted" }>): TransactionRow {
  return {
    transaction_id: payment.transactionId,
    account_id: payment.accountId,
    counterparty_id: payment.recipientId,
    amount_minor: -payment.amountMinor,
    created_at: payment.createdAt,
    estimated_delivery_at: payment.estimatedDeliveryAt,
    kind: "outgoingPayment",
    method: payment.method,
    counterparty_name: decision.counterpartyName,
    counterparty_nickname: decision.counterpartyNickname,
    routing_id: decision.routingId,
    external_memo: payment.externalMemo,
    note: payment.note,
    purpose: payment.purpose,
    bank_description: bankDescriptionOf(payment.method, decision.counterpartyName),
    request_id: payment.requestId,
    fee_id: null,
    fee_for_id: null,
    ...initialPaymentColumns,
  };
}

/** A repeated key: the first response for the same instruction, otherwise a 409 that names the differences. */
async function firstAnswer(
  service: Service,
  { caller }: DirectSend,
  payment: PreparedPayment,
  transactionId: TransactionId,
): Promise<Transaction> {
  const row = present(
    await findTransaction(service.database, payment.organizationId, transactionId),
    "a used key has its transaction",
  );
  const terms =
    row.method === "ach" ? await findAchTerms(service.database, payment.organizationId, transactionId) : null;
  // All differences, so that the client can see which instruction the key was used for.
  const differs = [
    ...(row.account_id === payment.accountId ? [] : ["accountId"]),
    ...(row.counterparty_id === payment.recipientId ? [] : ["recipientId"]),
    ...(row.amount_minor === -payment.amountMinor ? [] : ["amount"]),
    ...(row.method === payment.method ? [] : ["paymentMethod"]),
    ...(row.external_memo === payment.externalMemo ? [] : ["externalMemo"]),
    ...(row.note === payment.note ? [] : ["note"]),
    ...(row.purpose === payment.purpose ? [] : ["purpose"]),
    ...(canonicalJson(terms) === canonicalJson(payment.achFields) ? [] : ["achFields"]),
  ];
  if (differs.length > 0) throw keyReused(differs);
  // As it was created, not as it is now: the same key gets the same response forever (law 3).
  return renderNew(service, caller, asCreated(row));
}
