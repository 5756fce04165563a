import { relayNewTransactions } from "../modules/category-rules/index.ts";
import { relayMemos } from "../modules/payments/index.ts";
import type { EventRelay } from "../modules/webhooks/index.ts";

/** What else happens with events, in the transaction that takes them from the outbox. */
export const relayEvents: EventRelay = async (tx, organizationId, eventIds) => {
  await relayNewTransactions(tx, organizationId, eventIds);
  await relayMemos(tx, organizationId, eventIds);
};
