import { newYorkDay } from "bursar-banking/calendar/new-york";
import type { PaymentMethod } from "bursar-banking/identifiers/payment-method";
import type { Service } from "#kernel/process/service.ts";
import type { AccountId, TransactionId } from "#kernel/values/ids.ts";
import { createPayments } from "#payments/payments/send/create-payments.queries.ts";
import { type PaymentInput, withoutCaller } from "#payments/payments/send/payment.ts";
import { preparePayment } from "#payments/payments/send/prepare-payment.ts";
import type { TestOrganization } from "../service/full-app.ts";

/** A payment that only its account or recipient can stop: without idempotency key, duplicate guard, and limits. */
export const plainPayment = ({ organizationId, accountId, recipientId }: TestOrganization): PaymentInput => ({
  organizationId,
  accountId,
  recipientId,
  amountMinor: 100n,
  method: "ach",
  externalMemo: null,
  ...withoutCaller,
});

export interface Paid {
  readonly amountMinor?: bigint;
  readonly method?: PaymentMethod;
  readonly count?: number;
  /** The accounts that pay in turn; the organization's first one by default. */
  readonly accountIds?: readonly AccountId[];
}

/** Accepted payments of one call to the hot path's function. */
export async function pay(
  service: Service,
  organization: TestOrganization,
  { amountMinor = 100n, method = "ach", count = 1, accountIds = [organization.accountId] }: Paid = {},
): Promise<TransactionId[]> {
  const payments = Array.from({ length: count }, (_, index) =>
    preparePayment(service, {
      ...plainPayment(organization),
      accountId: accountIds[index % accountIds.length] ?? organization.accountId,
      amountMinor,
      method,
    }),
  );
  const decisions = await createPayments(service, service.database, payments, newYorkDay(service.clock.now()));
  for (const decision of decisions)
    if (decision.outcome !== "accepted") throw new Error(`The payment was not accepted: ${decision.outcome}`);
  return payments.map((payment) => payment.transactionId);
}

export async function payOne(
  service: Service,
  organization: TestOrganization,
  paid: Paid = {},
): Promise<TransactionId> {
  const [transactionId] = await pay(service, organization, paid);
  if (!transactionId) throw new Error("One payment has one ID");
  return transactionId;
}
