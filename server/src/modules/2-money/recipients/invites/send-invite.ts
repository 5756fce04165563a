import { newYorkDate } from "bursar-banking/calendar/new-york";
import { HOUR_MS } from "#kernel/clock/clock.ts";
import type { Service } from "#kernel/process/service.ts";
import type { Tx } from "#kernel/sql/database.ts";
import type { TokenId, UserId } from "#kernel/values/ids.ts";
import { type Caller, findOrganization, findTokenCreator } from "#records/identity";
import { enqueueMail, type Letter, type MailToSend, mailsOfLastHour } from "#records/mail";
import { refuseInvite } from "./invite-refusals.ts";
import { type InviteRow, onboardingUrlOf } from "./recipient-invite.ts";

/** Invites emailed within an hour: to one address, by one user (including tokens), and by one organization. */
const PER_ADDRESS_MAX = 5;
const PER_SENDER_MAX = 100;
const PER_ORGANIZATION_MAX = 300;
const kind = "recipientInvite";

/** Emails the recipient the link. Refuses with `tooManyInviteMails`. */
export async function sendInvite(
  service: Service,
  tx: Tx,
  { caller, row, secret }: { caller: Caller; row: InviteRow; secret: string },
): Promise<void> {
  const { organizationId } = caller;
  const recipient = row.contact_email;
  const senderId = await senderOf(tx, caller);
  await refuseTooMany(service, tx, { organizationId, recipient, senderId });
  const legalName = (await findOrganization(tx, organizationId))?.legalBusinessName ?? "An organization";
  const letter = inviteLetter({ row, legalName, link: onboardingUrlOf(service.config, secret) });
  await enqueueMail(service, tx, { organizationId, kind, recipient, letter, senderId });
}

/** The requester; the token itself if it has no creator. */
const senderOf = async (tx: Tx, { organizationId, userId, tokenId }: Caller): Promise<UserId | TokenId | null> =>
  userId ?? (tokenId && ((await findTokenCreator(tx, organizationId, tokenId)) ?? tokenId));

async function refuseTooMany(
  service: Service,
  tx: Tx,
  { organizationId, recipient, senderId }: Pick<MailToSend, "organizationId" | "recipient" | "senderId">,
): Promise<void> {
  const byAddress = await mailsOfLastHour(service, tx, { organizationId, kind });
  const total = [...byAddress.values()].reduce((sum, count) => sum + count, 0);
  const bySender = senderId ? await mailsOfLastHour(service, tx, { organizationId, kind, senderId }) : new Map();
  const sent = [...bySender.values()].reduce((sum, count) => sum + count, 0);
  const reached = [
    { count: byAddress.get(recipient.toLowerCase()) ?? 0, limit: PER_ADDRESS_MAX, whose: "to this address" },
    { count: sent, limit: PER_SENDER_MAX, whose: "by you" },
    { count: total, limit: PER_ORGANIZATION_MAX, whose: "by your organization" },
  ].find(({ count, limit }) => count >= limit);
  if (reached !== undefined)
    throw refuseInvite("tooManyInviteMails", {
      details: { limit: reached.limit, whose: reached.whose },
      headers: { "retry-after": String(HOUR_MS / 1000) },
    });
}

const dayText = (at: Date): string =>
  newYorkDate(at).toLocaleString("en-US", { weekday: "long", month: "long", day: "numeric", year: "numeric" });

/**
 * The subject and the request use the service's own words: the sender's text appears only in the body, attributed to
 * them.
 */
function inviteLetter({ row, legalName, link }: { row: InviteRow; legalName: string; link: string }): Letter {
  const isKnownOtherwise = row.organization_name !== null && row.organization_name !== legalName;
  return {
    subject: `${legalName} would like to pay you`,
    paragraphs: [
      `Hello ${row.name},`,
      `${legalName} needs your bank details to pay you. Enter them on its payments page. They are checked when you submit them, and stored encrypted.`,
      ...(isKnownOtherwise ? [`The sender says that you know them as "${row.organization_name}".`] : []),
      ...(row.require_tax_document
        ? [`${legalName} also needs a tax form (W-9 or W-8) from you. You can upload it on the same page.`]
        : []),
      ...(row.notes === null
        ? []
        : [`Note from the sender at ${legalName}:`, ...row.notes.split(/[\r\n]+/).filter(Boolean)]),
    ],
    link: { label: "Enter your bank details", url: link },
    footer: `The link works once, until ${dayText(row.expires_at)}. If you do not know ${legalName}, or did not expect this, ignore this email, and check with your contact there before you enter anything.`,
  };
}
