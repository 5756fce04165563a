import type { Tx } from "../../../kernel/sql/database.ts";
import { sql } from "../../../kernel/sql/sql.ts";
import type { OrganizationId, TransactionId } from "../../../kernel/values/ids.ts";

/** Keeps who pays the banks' fees of a wire, in the commit that creates it. */
export const insertWireTerms = (
  tx: Tx,
  organizationId: OrganizationId,
  { transactionId, chargeBearer }: { transactionId: TransactionId; chargeBearer: "DEBT" | "SHAR" },
) =>
  tx.run(sql`
  insert into wire_terms (organization_id, transaction_id, charge_bearer)
  values (${organizationId}, ${transactionId}, ${chargeBearer})`);
