import { type Remedy, remedyFor } from "bursar-banking/codes/remedies";
import type { PaymentMethod } from "bursar-banking/identifiers/payment-method";
import { assert, present } from "#kernel/assert.ts";
import { plusMs, SECOND_MS } from "#kernel/clock/clock.ts";
import type { Service } from "#kernel/process/service.ts";
import type { RecipientId, RequestId } from "#kernel/values/ids.ts";
import { findPayees, methodsWithOpenChanges, type Payee } from "#money/recipients";
import { findSimilarWithin } from "#payments/approvals";
import { didPaymentFail, findHandling, getTransaction, type Handling, type TransactionRow } from "#payments/payments";
import type { Caller } from "#records/identity";

export const nextSteps = ["payAgain", "correctDetails", "askRecipient", "markHandled", "undoHandled"] as const;
export type NextStep = (typeof nextSteps)[number];

/** What can be done about a failed payment. */
export interface StepsAfterFailure {
  readonly remedy: Remedy;
  readonly steps: readonly NextStep[];
  readonly paymentMethod: PaymentMethod;
  /** The method whose details it used: a real-time payment may use the ACH details. */
  readonly detailsMethod: PaymentMethod;
  readonly handled: Handling | undefined;
  /** A payment or request of the same amount to the same recipient, made after this one failed. */
  readonly later: { readonly kind: "transaction" | "request"; readonly id: string } | undefined;
}

/** Undefined if the payment did not fail. Refuses with `resourceNotFound`. */
export async function readNextSteps(
  service: Service,
  caller: Caller,
  transactionId: string,
): Promise<StepsAfterFailure | undefined> {
  const { database: db } = service;
  const { organizationId } = caller;
  const row = await getTransaction(db, organizationId, transactionId);
  if (!didPaymentFail(row)) return undefined;
  const method = present(row.method, "a payment has a method");
  const handled = await findHandling(db, organizationId, row.transaction_id);
  // Of a recipient that was changed outside the service, the timeline still shows the payment.
  // The counterparty of a payment is a recipient.
  const recipientId = row.counterparty_id as RecipientId;
  const [payee] = await findPayees(db, organizationId, [{ recipientId, method }]);
  const waiting = payee && (await methodsWithOpenChanges(db, organizationId, payee.recipient_id));
  return {
    remedy: presentRemedy(row, { payee, awaitsConfirmation: waiting?.has(payee?.routing_method ?? method) === true }),
    steps: nextSteps.filter((step) => isPossible(step, caller, { payee, isHandled: handled !== undefined })),
    paymentMethod: method,
    detailsMethod: payee?.routing_method ?? method,
    handled,
    later: await laterPayment(service, caller, { row, payee }),
  };
}

/** Details that have changed since, or will, are another reason to pay again or to wait. */
export function presentRemedy(
  { routing_id: paidTo, reason_for_failure: reason }: Pick<TransactionRow, "routing_id" | "reason_for_failure">,
  {
    payee,
    awaitsConfirmation,
  }: { readonly payee: Pick<Payee, "routing_id" | "status"> | undefined; readonly awaitsConfirmation: boolean },
): Remedy {
  const remedy = remedyFor(reason ?? "");
  if (payee?.status !== "active")
    return { kind: "review", why: "The recipient has been deleted since, so add them again to pay them." };
  if (remedy.kind !== "correctDetails" && remedy.kind !== "askRecipient") return remedy;
  if (awaitsConfirmation)
    return {
      kind: "review",
      why: "New bank details of the recipient wait for confirmation by another person, so pay again after that.",
    };
  const isCorrected = payee.routing_id !== null && payee.routing_id !== paidTo;
  return isCorrected
    ? { kind: "payAgain", why: "The recipient's bank details have changed since, so the payment can be made again." }
    : remedy;
}

function isPossible(
  step: NextStep,
  { scopes }: Pick<Caller, "scopes">,
  { payee, isHandled }: { readonly payee: Payee | undefined; readonly isHandled: boolean },
): boolean {
  if (step === "markHandled") return scopes.has("updateTransactions") && !isHandled;
  if (step === "undoHandled") return scopes.has("updateTransactions") && isHandled;
  const scope = {
    payAgain: "requestSendMoney",
    correctDetails: "editRecipients",
    askRecipient: "createRecipientInvites",
  };
  // What is handled needs nothing; undoing the mark shows the other steps again.
  return scopes.has(scope[step]) && payee?.status === "active" && !isHandled;
}

/** The newest one, so that nobody pays twice. */
async function laterPayment(
  { database, clock }: Service,
  { organizationId, scopes }: Caller,
  { row, payee }: { readonly row: TransactionRow; readonly payee: Payee | undefined },
): Promise<StepsAfterFailure["later"]> {
  if (payee === undefined) return undefined;
  const from = present(row.failed_at, "a failed payment has the time of its failure");
  assert(row.amount_minor < 0n, "a payment leaves the account");
  const similar = await findSimilarWithin(database, organizationId, {
    requestId: (row.request_id ?? NONE) as RequestId,
    recipientId: payee.recipient_id,
    amountMinor: -row.amount_minor,
    from,
    until: plusMs(clock.now(), SECOND_MS),
  });
  const found = similar.find(({ kind }) => kind === "transaction" || scopes.has("fetchSendMoneyRequests"));
  return found && { kind: found.kind, id: found.id };
}
/** No request has this ID. */
const NONE = "00000000-0000-0000-0000-000000000000";
