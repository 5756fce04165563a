import { type Resealed, resealColumn } from "#kernel/crypto/reseal.ts";
import type { Service } from "#kernel/process/service.ts";
import type { OrganizationId, TransactionId } from "#kernel/values/ids.ts";
import { orderSealContext } from "./order.ts";
import { lockSealedContents, replaceSealedContent } from "./orders.queries.ts";

/** Re-encrypts instructions of older key versions under the newest one, while the service runs. */
export const resealOrders = (service: Service, organizationId: OrganizationId): Promise<Resealed> =>
  resealColumn<TransactionId>(service, organizationId, {
    name: "bank_order_contents.content",
    contextOf: orderSealContext,
    lock: (tx, range) => lockSealedContents(tx, organizationId, range),
    replace: (tx, id, sealed) => replaceSealedContent(tx, organizationId, id, sealed),
  });
