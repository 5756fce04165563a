import type { Queryable } from "#kernel/sql/database.ts";
import type { OrganizationId } from "#kernel/values/ids.ts";
import type { PeopleService } from "#records/people";
import { findPayee } from "../payee.queries.ts";
import { inviteStates } from "./invite-states.ts";
import { type InviteRow, statusOf } from "./recipient-invite.ts";

/** Whether the invite can be used now, and the recipient that it names, if any, still exists. */
export async function isOpen(
  service: PeopleService,
  db: Queryable,
  organizationId: OrganizationId,
  row: InviteRow,
): Promise<boolean> {
  if (inviteStates.next(statusOf(row, service.clock.now()), "complete") === undefined) return false;
  if (row.recipient_id === null) return true;
  const payee = await findPayee(db, organizationId, { recipientId: row.recipient_id, method: "ach" });
  return payee?.status === "active";
}
