import type { ConnectionId } from "#bank/exchange";
import type { Service } from "#kernel/process/service.ts";
import type { OrganizationId, TransactionId } from "#kernel/values/ids.ts";
import { makeOrdersDue } from "./orders.queries.ts";

/**
 * Payments that wait for their window over these connections are due now: all of them, or one, which then goes into a
 * file of its own unless others are due at the same instant. Sandbox only. Returns their number.
 */
export const makePaymentsDue = (
  { database, clock }: Pick<Service, "database" | "clock">,
  organizationId: OrganizationId,
  { connectionIds, only }: { connectionIds: readonly ConnectionId[]; only?: readonly TransactionId[] },
): Promise<number> => makeOrdersDue(database, organizationId, { connectionIds, only, now: clock.now() });
