import type { Queryable, Tx } from "../../../kernel/sql/database.ts";
import { sql } from "../../../kernel/sql/sql.ts";
import type { OrganizationId, UserId } from "../../../kernel/values/ids.ts";
import type { UserRole } from "../user.ts";

/** What a user chose; null = as is usual for the role. */
export interface MailChoicesRow {
  readonly user_id: UserId;
  readonly email: string;
  readonly first_name: string;
  readonly role: UserRole;
  readonly statement_mails: boolean | null;
  readonly payment_mails: boolean | null;
}

const columns = sql`user_id, email, first_name, role, statement_mails, payment_mails`;

/** Of users who are not locked, in order of creation. */
export const mailChoicesOfAll = (db: Queryable, organizationId: OrganizationId) =>
  db.many<MailChoicesRow>(sql`
  select ${columns} from users where organization_id = ${organizationId} and locked_at is null order by user_id`);

export const mailChoicesOf = (db: Queryable, organizationId: OrganizationId, userId: UserId) =>
  db.one<MailChoicesRow>(sql`
  select ${columns} from users where organization_id = ${organizationId} and user_id = ${userId}`);

export const setChoices = (
  tx: Tx,
  organizationId: OrganizationId,
  { userId, statementReady, paymentFailed }: { userId: UserId; statementReady: boolean; paymentFailed: boolean },
) =>
  tx.run(sql`
  update users set statement_mails = ${statementReady}, payment_mails = ${paymentFailed}
   where organization_id = ${organizationId} and user_id = ${userId}`);
