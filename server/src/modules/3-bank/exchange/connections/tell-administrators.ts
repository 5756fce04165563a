import type { Service } from "#kernel/process/service.ts";
import type { Tx } from "#kernel/sql/database.ts";
import type { OrganizationId } from "#kernel/values/ids.ts";
import { findOrganization } from "#records/identity";
import { enqueueMail } from "#records/mail";
import { findUsersWithPermission, listPeople } from "#records/people";

/**
 * Emails every user who manages the organization about a changed connection, in the transaction of the change. The
 * operator decides alone (ADR 0050), so this makes sure that others know.
 */
export async function tellAdministrators(
  service: Service,
  tx: Tx,
  {
    organizationId,
    sentence,
    facts,
  }: {
    readonly organizationId: OrganizationId;
    /** What happened: a subject, and the first sentence. */
    readonly sentence: string;
    readonly facts: readonly (readonly [name: string, value: string])[];
  },
): Promise<void> {
  const managers = new Set(await findUsersWithPermission(tx, organizationId, "manageOrganization"));
  const organization = await findOrganization(tx, organizationId);
  for (const person of await listPeople(tx, organizationId)) {
    if (!managers.has(person.user_id)) continue;
    await enqueueMail(service, tx, {
      organizationId,
      kind: "securityNotice",
      recipient: person.email,
      letter: {
        subject: sentence,
        paragraphs: [
          `Hello ${person.first_name},`,
          `${sentence}. It was done on the command line of the service, at ${service.clock.now().toISOString()}.`,
        ],
        facts,
        footer: `You receive this because you manage ${organization?.legalBusinessName ?? "the organization"}. If you do not expect this change, ask your server administrator now: payments leave through this connection.`,
      },
    });
  }
}
