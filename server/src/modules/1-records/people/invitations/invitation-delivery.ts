import type { Queryable } from "#kernel/sql/database.ts";
import type { OrganizationId } from "#kernel/values/ids.ts";
import { type Caller, findOrganization } from "#records/identity";
import { type MailProgress, mailsTo } from "#records/mail";
import type { PeopleService } from "../people-service.ts";
import { mayGive } from "../requested-rights.ts";
import { grantsRights } from "../users/two-people.ts";
import type { InvitationRow } from "./invitations.queries.ts";

export const mailDeliveryStates = ["waiting", "sent", "failed", "link"] as const;

/** How far the email with the link has come. */
export interface Delivery {
  readonly state: (typeof mailDeliveryStates)[number];
  /** Why the latest attempt failed, or why nobody receives it. */
  readonly problem: string | null;
}

/** The deliveries of open invitations; an address has one open invitation at a time. */
export async function mailDeliveriesOf(
  { config, database }: Pick<PeopleService, "config"> & { readonly database: Queryable },
  organizationId: OrganizationId,
  rows: readonly InvitationRow[],
): Promise<(row: InvitationRow) => Delivery> {
  const mails = await mailsSince(database, organizationId, rows);
  // In a sandbox, emails that no server takes can be read in the dashboard.
  const reachesNobody = config.smtpUrl === undefined && config.mode === "production";
  return (row) => {
    const mail = mails.findLast((mail) => mail.recipient === row.email && isAfter(mail.mail_id, row));
    // Its link was handed over instead.
    if (mail === undefined) return { state: "link", problem: null };
    if (reachesNobody)
      return { state: "failed", problem: "No mail server is configured, so the email was written to a file." };
    if (mail.status === "sent") return { state: "sent", problem: null };
    return { state: mail.status === "givenUp" || mail.problem !== null ? "failed" : "waiting", problem: mail.problem };
  };
}

/** The email is written after the invitation, in the same transaction, so its ID is higher. */
const isAfter = (mailId: string, { invitation_id: invitationId }: InvitationRow): boolean => mailId > invitationId;

async function mailsSince(
  db: Queryable,
  organizationId: OrganizationId,
  rows: readonly InvitationRow[],
): Promise<readonly MailProgress[]> {
  const [firstId] = rows.map((row) => row.invitation_id).sort();
  if (firstId === undefined) return [];
  return mailsTo(db, organizationId, { kind: "invitation", recipients: rows.map(({ email }) => email), firstId });
}

/**
 * Whether a user may receive the link to hand it over: only if no mail server took the email, and never the user who
 * chose the invitee. The holder of the link can become the invitee, so a lone administrator could otherwise make the second
 * person who confirms their changes (ADR 0120). An invitation that gives rights must have taken two people.
 */
export function mayReceiveLink(
  row: InvitationRow,
  { delivery, caller }: { readonly delivery: Delivery; readonly caller: Pick<Caller, "userId" | "scopes" | "person"> },
): boolean {
  const { userId, scopes, person } = caller;
  if (delivery.state !== "failed" || person === undefined) return false;
  if (row.invited_by === null || row.invited_by === userId) return false;
  const role = { role: row.role, customPermissions: row.custom_permissions };
  if (grantsRights(undefined, role) && row.confirmed_by === null) return false;
  return mayGive({ scopes, permissions: person.permissions }, role);
}

/** The name of the organization in emails. */
export const organizationName = async (db: Queryable, organizationId: OrganizationId): Promise<string> =>
  (await findOrganization(db, organizationId))?.legalBusinessName ?? "your organization";
