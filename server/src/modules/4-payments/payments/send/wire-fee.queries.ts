import type { Tx } from "#kernel/sql/database.ts";
import { sql } from "#kernel/sql/sql.ts";
import type { OrganizationId, TransactionId } from "#kernel/values/ids.ts";
import { wireTerms } from "../tables.ts";

/** Links a payment and its fee in both directions, in the commit that creates both. */
export const linkFee = (
  tx: Tx,
  organizationId: OrganizationId,
  { paymentId, feeId }: { paymentId: TransactionId; feeId: TransactionId },
) =>
  tx.run(sql`
  update transactions
     set fee_id = case when transaction_id = ${paymentId} then ${feeId}::uuid end,
         fee_for_id = case when transaction_id = ${feeId} then ${paymentId}::uuid end
   where organization_id = ${organizationId} and transaction_id in (${paymentId}, ${feeId})`);

/** Keeps who pays the banks' fees of a wire, in the commit that creates it. */
export const insertWireTerms = (
  tx: Tx,
  organizationId: OrganizationId,
  { transactionId, chargeBearer }: { transactionId: TransactionId; chargeBearer: "DEBT" | "SHAR" },
) =>
  tx.run(sql`
  insert into wire_terms (organization_id, transaction_id, charge_bearer)
  values (${organizationId}, ${transactionId}, ${chargeBearer})
  returning ${wireTerms.inserted()}`);
