import { plusMs, SECOND_MS } from "../../kernel/clock/clock.ts";
import type { Service } from "../../kernel/process/service.ts";
import type { Queryable } from "../../kernel/sql/database.ts";
import { firstIdAt, type OrganizationId, type TransactionId } from "../../kernel/values/ids.ts";
import { chainKeyOf, rowFits } from "./row-code.ts";
import { findPaymentRows, findSealedRows } from "./seals/seals.queries.ts";

/** A payment's audit row gets its ID right after the payment, whose ID contains its time. */
const ROW_WITHIN_MS = 10 * SECOND_MS;

export interface PaymentToProve {
  readonly transactionId: TransactionId;
  readonly createdAt: Date;
}

/**
 * The payments that are as the service created them: the codes of their audit rows, which cover account, recipient,
 * bank details, name, amount, method, and memo, still match. Database access without the key is not enough to forge a
 * code.
 */
export async function provenPayments(
  { vault }: Pick<Service, "vault">,
  db: Queryable,
  { organizationId, payments }: { organizationId: OrganizationId; payments: readonly PaymentToProve[] },
): Promise<ReadonlySet<string>> {
  const instants = payments.map(({ createdAt }) => createdAt.getTime());
  if (instants.length === 0) return new Set();
  const named = await findPaymentRows(db, organizationId, {
    transactionIds: payments.map(({ transactionId }) => transactionId),
    fromId: firstIdAt(new Date(Math.min(...instants))),
    beforeId: firstIdAt(plusMs(new Date(Math.max(...instants)), ROW_WITHIN_MS)),
  });
  const paymentOf = new Map(named.map((row) => [row.audit_id, row.resource_id]));
  const key = chainKeyOf(vault, organizationId);
  const rows = await findSealedRows(db, organizationId, [...paymentOf.keys()]);
  return new Set(
    rows.filter((row) => rowFits(key, organizationId, row)).map((row) => paymentOf.get(row.audit_id) ?? ""),
  );
}
