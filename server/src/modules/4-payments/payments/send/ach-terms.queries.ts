import type { PaymentAchFields } from "#bank/rails";
import type { Queryable, Tx } from "#kernel/sql/database.ts";
import { sql, uuidArray } from "#kernel/sql/sql.ts";
import type { OrganizationId, TransactionId } from "#kernel/values/ids.ts";
import { achTerms } from "../tables.ts";

export interface AchTerms {
  readonly transactionId: TransactionId;
  readonly fields: PaymentAchFields;
}

/** Keeps what ACH files say about payments, in the commit that creates them. */
export const insertAchTerms = (tx: Tx, organizationId: OrganizationId, terms: readonly AchTerms[]) =>
  tx.many<{ transaction_id: TransactionId }>(sql`
  insert into ach_terms (organization_id, transaction_id, fields)
  select ${organizationId}::uuid, given.id, given.fields::jsonb
    from unnest(${uuidArray(terms.map(({ transactionId }) => transactionId))}::uuid[], ${terms.map(({ fields }) => JSON.stringify(fields))}::text[]) as given(id, fields)
   order by given.id
  returning transaction_id, ${achTerms.inserted()}`);

/** What ACH files say about a payment of its own; null: nothing. */
export const findAchTerms = async (
  db: Queryable,
  organizationId: OrganizationId,
  transactionId: TransactionId,
): Promise<PaymentAchFields | null> =>
  (
    await db.maybe<{ fields: PaymentAchFields }>(sql`
    select a.fields, ${achTerms.proof("a")} from ach_terms a
     where a.organization_id = ${organizationId} and a.transaction_id = ${transactionId}`)
  )?.fields ?? null;
