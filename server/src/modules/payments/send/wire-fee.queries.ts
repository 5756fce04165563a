import type { Tx } from "../../../kernel/sql/database.ts";
import { sql } from "../../../kernel/sql/sql.ts";
import type { OrganizationId, TransactionId } from "../../../kernel/values/ids.ts";

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
