import type { Queryable, Tx } from "#kernel/sql/database.ts";
import { sql } from "#kernel/sql/sql.ts";
import type { OrganizationId, UserId } from "#kernel/values/ids.ts";

/** A row of payment_file_drafts without its content. */
export interface FileDraftRow {
  readonly name: string;
  readonly payments: number;
  readonly requested: number;
  readonly version: number;
  readonly saved_at: Date;
}

export const findDraft = (db: Queryable, organizationId: OrganizationId, userId: UserId) =>
  db.maybe<FileDraftRow>(sql`
  select name, payments, requested, version, saved_at from payment_file_drafts
   where organization_id = ${organizationId} and user_id = ${userId}`);

export const findDraftWithContent = (db: Queryable, organizationId: OrganizationId, userId: UserId) =>
  db.maybe<FileDraftRow & { readonly content: Buffer }>(sql`
  select name, payments, requested, version, saved_at, content from payment_file_drafts
   where organization_id = ${organizationId} and user_id = ${userId}`);

interface NewDraft extends FileDraftRow {
  readonly content: Buffer;
}

/** Returns 0 if the user has a draft already. */
export const insertDraft = (tx: Tx, organizationId: OrganizationId, userId: UserId, row: NewDraft) =>
  tx.run(sql`
  insert into payment_file_drafts (organization_id, user_id, name, payments, requested, version, saved_at, content)
  values (${organizationId}, ${userId}, ${row.name}, ${row.payments}, ${row.requested}, ${row.version}, ${row.saved_at}, ${row.content})
  on conflict do nothing`);

/** Returns 0 if the stored version is not the one before. */
export const updateDraft = (tx: Tx, organizationId: OrganizationId, userId: UserId, row: NewDraft) =>
  tx.run(sql`
  update payment_file_drafts
     set name = ${row.name}, payments = ${row.payments}, requested = ${row.requested}, version = ${row.version},
         saved_at = ${row.saved_at}, content = ${row.content}
   where organization_id = ${organizationId} and user_id = ${userId} and version = ${row.version - 1}`);

export const deleteDraftRow = (tx: Tx, organizationId: OrganizationId, userId: UserId) =>
  tx.run(sql`delete from payment_file_drafts where organization_id = ${organizationId} and user_id = ${userId}`);
