import { timesOf } from "bursar-banking/calendar/account-cut-offs";
import { assert } from "#kernel/assert.ts";
import type { Service } from "#kernel/process/service.ts";
import { type AuditId, type EventId, instantOf, type TransactionId } from "#kernel/values/ids.ts";
import { provenEventId } from "#records/events";
import { guardContent } from "./guard-digest.ts";
import type { PaymentInput, PreparedPayment } from "./payment.ts";

/** The only place where a payment gets its ids, times, and guard value (ADR 0030). Reads nothing. */
export function preparePayment(service: Pick<Service, "newId" | "vault">, input: PaymentInput): PreparedPayment {
  const { organizationId, accountId, recipientId, amountMinor, method, guardHours } = input;
  assert(amountMinor > 0n, "a payment has a positive amount");
  assert(guardHours >= 0 && input.coolingOffHours >= 0, "a payment looks back, not ahead");
  const transactionId = service.newId<TransactionId>();
  // The instant in the id: the list order, the guard period, and the cut-off all follow from it.
  const createdAt = instantOf(transactionId);
  return {
    ...input,
    transactionId,
    eventId: provenEventId(service.vault, organizationId, {
      eventId: service.newId<EventId>(),
      resourceType: "transaction",
      resourceId: transactionId,
      version: 1n,
      operation: "create",
      occurredAt: createdAt,
      changedPaths: null,
      mergePatch: null,
      previousValues: null,
    }),
    auditId: service.newId<AuditId>(),
    createdAt,
    ...timesOf({ method, amountMinor, acceptedAt: createdAt, settlement: input.achFields?.settlement }, input.cutOffs),
    guardContent: guardHours === 0 ? null : guardContent([organizationId, accountId, recipientId, amountMinor, method]),
  };
}
