import { type Resealed, resealColumn } from "#kernel/crypto/reseal.ts";
import type { Service } from "#kernel/process/service.ts";
import type { OrganizationId } from "#kernel/values/ids.ts";
import { debits } from "../tables.ts";
import { type DebitId, debitContextOf, lockSealedDebits, replaceSealedDebit } from "./debits.queries.ts";

/** Re-encrypts account numbers of older key versions under the newest one, while the service runs. */
export const resealDebits = (service: Service, organizationId: OrganizationId): Promise<Resealed> =>
  resealColumn<DebitId>(service, organizationId, {
    name: "invoice_debits.account_number",
    contextOf: debitContextOf,
    table: debits,
    lock: (tx, range) => lockSealedDebits(tx, organizationId, range),
    replace: (tx, id, sealed) => replaceSealedDebit(tx, organizationId, id, sealed),
  });
