import type { Service } from "#kernel/process/service.ts";
import type { Tx } from "#kernel/sql/database.ts";
import type { OrganizationId } from "#kernel/values/ids.ts";
import type { Actor } from "#records/audit";
import { findOrganization } from "#records/identity";
import { enqueueMail } from "#records/mail";
import { findUsersWithPermission, listPeople } from "#records/people";

/**
 * Emails every user who manages the organization about a changed connection, in the transaction of the change. The
 * operator decides alone (ADR 0050), and a user sets one up alone (ADR 0120), so this makes sure that others know.
 */
export async function tellAdministrators(
  service: Service,
  tx: Tx,
  {
    organizationId,
    actor,
    sentence,
    facts,
  }: {
    readonly organizationId: OrganizationId;
    readonly actor: Actor;
    /** What happened: a subject, and the first sentence. */
    readonly sentence: string;
    readonly facts: readonly (readonly [name: string, value: string])[];
  },
): Promise<void> {
  const managers = new Set(await findUsersWithPermission(tx, organizationId, "manageOrganization"));
  const organization = await findOrganization(tx, organizationId);
  const people = await listPeople(tx, organizationId);
  const user = people.find((person) => actor.type === "user" && person.user_id === actor.id);
  const where =
    user === undefined
      ? "on the command line of the service"
      : `in the dashboard, by ${user.first_name} ${user.last_name} (${user.email})`;
  const whomToAsk = user === undefined ? "your server administrator" : "that user and the other administrators";
  for (const person of people) {
    if (!managers.has(person.user_id)) continue;
    await enqueueMail(service, tx, {
      organizationId,
      kind: "securityNotice",
      recipient: person.email,
      letter: {
        subject: sentence,
        paragraphs: [
          `Hello ${person.first_name},`,
          `${sentence}. It was done ${where}, at ${service.clock.now().toISOString()}.`,
        ],
        facts,
        footer: `You receive this because you manage ${organization?.legalBusinessName ?? "the organization"}. If you do not expect this change, ask ${whomToAsk} now: payments leave through this connection.`,
      },
    });
  }
}
