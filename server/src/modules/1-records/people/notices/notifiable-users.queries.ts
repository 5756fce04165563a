import type { Queryable } from "#kernel/sql/database.ts";
import { sql } from "#kernel/sql/sql.ts";
import type { OrganizationId } from "#kernel/values/ids.ts";
import type { Person } from "../people.queries.ts";
import { users } from "../tables.ts";

interface NotifiableRow extends Omit<Person, "locked_at"> {
  readonly statement_mails: boolean | null;
  readonly payment_mails: boolean | null;
}

/** Users who are not locked and whose addresses are proven, in order of creation. */
export const listNotifiableRows = (db: Queryable, organizationId: OrganizationId) =>
  db.many<NotifiableRow>(sql`
  select user_id, email, first_name, last_name, role, custom_permissions, statement_mails, payment_mails,
         ${users.proofOrSkip("u")}
    from users u where organization_id = ${organizationId} and locked_at is null order by user_id`);
