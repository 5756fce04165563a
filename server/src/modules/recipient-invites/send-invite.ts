import { newYorkDate } from "../../kernel/calendar/new-york.ts";
import { HOUR_MS } from "../../kernel/clock.ts";
import type { OrganizationId } from "../../kernel/ids.ts";
import type { Service } from "../../kernel/service.ts";
import type { Tx } from "../../kernel/sql/database.ts";
import { findOrganization } from "../identity/index.ts";
import { enqueueMail, type Letter, mailsOfLastHour } from "../mail/index.ts";
import { refuseInvite } from "./invite-refusals.ts";
import { type InviteRow, onboardingUrlOf } from "./recipient-invite.ts";

/** Nobody's mailbox is filled by asking again and again. */
const MAILS_PER_HOUR_MAX = 5;

/** Mails the payee the link. Refuses with `tooManyInviteMails`. */
export async function sendInvite(
  service: Service,
  tx: Tx,
  { organizationId, row, secret }: { organizationId: OrganizationId; row: InviteRow; secret: string },
): Promise<void> {
  const kind = "recipientInvite";
  const recipient = row.contact_email;
  const sent = (await mailsOfLastHour(service, tx, { organizationId, kind })).get(recipient) ?? 0;
  if (sent >= MAILS_PER_HOUR_MAX)
    throw refuseInvite("tooManyInviteMails", {
      details: { limit: MAILS_PER_HOUR_MAX },
      headers: { "retry-after": String(HOUR_MS / 1000) },
    });
  const legalName = (await findOrganization(tx, organizationId))?.legalBusinessName ?? "An organisation";
  const letter = inviteLetter({ row, legalName, link: onboardingUrlOf(service.config, secret) });
  await enqueueMail(service, tx, { organizationId, kind, recipient, letter });
}

const dayText = (at: Date): string =>
  newYorkDate(at).toLocaleString("en-US", { weekday: "long", month: "long", day: "numeric", year: "numeric" });

function inviteLetter({ row, legalName, link }: { row: InviteRow; legalName: string; link: string }): Letter {
  const known = row.organization_name ?? legalName;
  const named = known === legalName ? legalName : `${known} (${legalName})`;
  return {
    subject: `${known} would like to pay you`,
    paragraphs: [
      `Hello ${row.name},`,
      `${named} would like to know where to send your payments. Enter your bank details on a page of its payments service: they are checked as you send them and stored encrypted.`,
      ...(row.require_tax_document
        ? [`${known} needs a tax form (W-9 or W-8) from you as well: please send it to your contact there.`]
        : []),
      ...(row.notes === null ? [] : [`${known} adds:`, ...row.notes.split(/[\r\n]+/).filter(Boolean)]),
    ],
    link: { label: "Enter your bank details", url: link },
    footer: `The link works once, until ${dayText(row.expires_at)}. If you do not know ${known}, or did not expect this, do nothing, and ask your contact there before you enter anything.`,
  };
}
