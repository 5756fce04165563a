import type { Queryable, Tx } from "#kernel/sql/database.ts";
import { sql } from "#kernel/sql/sql.ts";
import type { OrganizationId } from "#kernel/values/ids.ts";
import type { BankFileId } from "../bank-file.ts";

/** Files without the expected answer, marked as alerted. */
export const takeUnanswered = (tx: Tx, organizationId: OrganizationId, { now, limit }: { now: Date; limit: number }) =>
  tx.many<{ file_id: BankFileId }>(sql`
  update bank_files set alerted_at = ${now}
   where organization_id = ${organizationId}
     and file_id in (select file_id from bank_files
                      where organization_id = ${organizationId} and state = 'sent' and answer_due_at <= ${now}
                        and alerted_at is null
                      order by answer_due_at limit ${limit} for update skip locked)
  returning file_id`);

/** Files that should have been sent by now, marked as alerted. */
export const takeUnsent = (
  tx: Tx,
  organizationId: OrganizationId,
  { writtenBefore, now, limit }: { writtenBefore: Date; now: Date; limit: number },
) =>
  tx.many<{ file_id: BankFileId }>(sql`
  update bank_files set alerted_at = ${now}
   where organization_id = ${organizationId}
     and file_id in (select file_id from bank_files
                      where organization_id = ${organizationId} and state in ('written', 'sending')
                        and alerted_at is null and coalesce(closes_at, created_at) <= ${writtenBefore}
                      order by file_id limit ${limit} for update skip locked)
  returning file_id`);

export const organizationsOverdue = (db: Queryable, { writtenBefore, now }: { writtenBefore: Date; now: Date }) =>
  db.many<{ organization_id: OrganizationId }>(sql`
  select organization_id from bank_files
   where state = 'sent' and answer_due_at <= ${now} and alerted_at is null
  union
  select organization_id from bank_files
   where state in ('written', 'sending') and alerted_at is null
     and coalesce(closes_at, created_at) <= ${writtenBefore}`);
