import type { BankFileId } from "#bank/exchange";
import type { Queryable, Tx } from "#kernel/sql/database.ts";
import { sql, uuidArray } from "#kernel/sql/sql.ts";
import type { Id, OrganizationId, RecipientId, TransactionId } from "#kernel/values/ids.ts";

export type AchChangeId = Id<"achChange">;

/** What happened to a notification of change. */
export const changeOutcomes = ["applied", "proposed", "unchanged", "outdated", "manual"] as const;
export type ChangeOutcome = (typeof changeOutcomes)[number];

export interface NewAchChange {
  readonly changeId: AchChangeId;
  readonly transactionId: TransactionId;
  readonly recipientId: RecipientId;
  readonly sourceFileId: BankFileId;
  readonly code: string;
  readonly correctedData: Buffer;
  readonly receivedAt: Date;
  readonly applyBy: string;
  readonly outcome: ChangeOutcome;
}

export const insertAchChange = (tx: Tx, organizationId: OrganizationId, change: NewAchChange) =>
  tx.run(sql`
  insert into ach_changes (organization_id, change_id, transaction_id, recipient_id, source_file_id, code, corrected_data, received_at, apply_by, outcome)
  values (${organizationId}, ${change.changeId}, ${change.transactionId}, ${change.recipientId}, ${change.sourceFileId}, ${change.code},
          ${change.correctedData}, ${change.receivedAt}, ${change.applyBy}, ${change.outcome})
  on conflict do nothing`);

/** Which of these notifications were received before. */
export const knownAchChanges = (db: Queryable, organizationId: OrganizationId, ids: readonly AchChangeId[]) =>
  db.many<{ change_id: AchChangeId }>(sql`
  select change_id from ach_changes where organization_id = ${organizationId} and change_id = any (${uuidArray(ids)}::uuid[])`);
