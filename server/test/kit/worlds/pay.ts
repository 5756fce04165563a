import { estimatedDeliveryAt, handOverAt } from "../../../src/banking/calendar/cut-offs.ts";
import { newYorkDay } from "../../../src/banking/calendar/new-york.ts";
import type { PaymentMethod } from "../../../src/banking/identifiers/payment-method.ts";
import type { Service } from "../../../src/kernel/process/service.ts";
import type { AccountId, AuditId, EventId, TransactionId } from "../../../src/kernel/values/ids.ts";
import { createPayments, type PreparedPayment } from "../../../src/modules/payments/index.ts";
import type { TestOrganization } from "../service/full-app.ts";

export interface Paid {
  readonly amountMinor?: bigint;
  readonly method?: PaymentMethod;
  readonly count?: number;
  /** The accounts that take turns to pay; the organization's first one unless given. */
  readonly accountIds?: readonly AccountId[];
}

/** Accepted payments of one call of the hot path's own function. */
export async function pay(
  service: Service,
  organization: TestOrganization,
  { amountMinor = 100n, method = "ach", count = 1, accountIds = [organization.accountId] }: Paid = {},
): Promise<TransactionId[]> {
  const createdAt = service.clock.now();
  const payments = Array.from(
    { length: count },
    (_, index): PreparedPayment => ({
      organizationId: organization.organizationId,
      transactionId: service.newId<TransactionId>(),
      eventId: service.newId<EventId>(),
      auditId: service.newId<AuditId>(),
      accountId: accountIds[index % accountIds.length] ?? organization.accountId,
      recipientId: organization.recipientId,
      amountMinor,
      method,
      createdAt,
      estimatedDeliveryAt: estimatedDeliveryAt(method, createdAt),
      handOverAt: handOverAt(method, createdAt),
      externalMemo: null,
      note: null,
      purpose: null,
      keyDigest: null,
      guardContent: null,
      guardHours: 24,
      coolingOffHours: 0,
      tokenId: null,
      userId: null,
      requestId: null,
      limitPerDayMinor: null,
      address: null,
      httpRequestId: null,
    }),
  );
  const decisions = await createPayments(service, service.database, payments, newYorkDay(createdAt));
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
  if (!transactionId) throw new Error("One payment has one id");
  return transactionId;
}
