import type { Queryable, Tx } from "#kernel/sql/database.ts";
import { sql } from "#kernel/sql/sql.ts";
import type { OrganizationId, TransactionId } from "#kernel/values/ids.ts";
import type { ReturnOutcome } from "./return-rules.ts";

/** A row of transaction_returns: a transaction, and the one that returned it. */
export interface ReturnLink {
  readonly transaction_id: TransactionId;
  readonly return_id: TransactionId;
  readonly outcome: ReturnOutcome;
  readonly reason: string;
  readonly returned_at: Date;
}

export const insertReturn = (tx: Tx, organizationId: OrganizationId, link: ReturnLink) =>
  tx.run(sql`
  insert into transaction_returns (organization_id, transaction_id, return_id, outcome, reason, returned_at)
  values (${organizationId}, ${link.transaction_id}, ${link.return_id}, ${link.outcome}, ${link.reason}, ${link.returned_at})`);

/** The links of transactions that were returned, or that are returns. */
export const findReturnLinks = (db: Queryable, organizationId: OrganizationId, ids: readonly TransactionId[]) =>
  db.many<ReturnLink>(sql`
  select transaction_id, return_id, outcome, reason, returned_at from transaction_returns
   where organization_id = ${organizationId} and transaction_id = any (${[...ids]}::uuid[])
  union
  select transaction_id, return_id, outcome, reason, returned_at from transaction_returns
   where organization_id = ${organizationId} and return_id = any (${[...ids]}::uuid[])`);
