import { relayNewTransactions } from "#money/categories/rules";
import { relayMemos } from "#payments/payments";
import type { EventRelay } from "#reports/webhooks";

/** What else happens with events, in the transaction that takes them from the outbox. */
export const relayEvents: EventRelay = async (tx, organizationId, eventIds) => {
  await relayNewTransactions(tx, organizationId, eventIds);
  await relayMemos(tx, organizationId, eventIds);
};
