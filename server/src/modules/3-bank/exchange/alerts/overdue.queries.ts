import { plusMs } from "#kernel/clock/clock.ts";
import type { Queryable, Tx } from "#kernel/sql/database.ts";
import { sql } from "#kernel/sql/sql.ts";
import { firstIdAt, type OrganizationId } from "#kernel/values/ids.ts";
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

/** Runs at each pass: only files that are old enough, by the time in their IDs, are looked at. */
export const organizationsOverdue = (db: Queryable, { writtenBefore, now }: { writtenBefore: Date; now: Date }) =>
  db.many<{ organization_id: OrganizationId }>(sql`
  select o.organization_id from organization_ids o
   where coalesce(
           (select true from bank_files f
             where f.organization_id = o.organization_id and f.state = 'sent' and f.answer_due_at <= ${now}
               and f.alerted_at is null limit 1),
           (select true from bank_files f
             where f.organization_id = o.organization_id and f.state in ('written', 'sending') and f.alerted_at is null
               and f.file_id < ${firstIdAt(plusMs(writtenBefore, 1))}::uuid
               and coalesce(f.closes_at, f.created_at) <= ${writtenBefore} limit 1),
           false)`);
