import { present } from "../../../kernel/assert.ts";
import type { Tx } from "../../../kernel/sql/database.ts";
import type { OrganizationId, UserId } from "../../../kernel/values/ids.ts";
import { findOrganization } from "../../identity/index.ts";
import { enqueueMail, mailsOfLastHour } from "../../mail/index.ts";
import type { PeopleService } from "../people-service.ts";
import { findUser } from "../users.queries.ts";
import { type Notice, noticeLetter } from "./notice-letter.ts";

/** Sign-ins on new devices that an address hears of in an hour. Every change is told, however many there are. */
const NEW_DEVICES_PER_HOUR = 10;

/**
 * Tells somebody by e-mail what happened to their account, in the transaction in which it happens. Whoever has their password
 * or their session can do these things; only the mailbox says so to its owner.
 */
export async function sendNotice(
  service: PeopleService,
  tx: Tx,
  {
    organizationId,
    userId,
    origin,
    notice,
  }: {
    readonly organizationId: OrganizationId;
    readonly userId: UserId;
    /** Where it was done; undefined for the operator's command line. */
    readonly origin:
      | { readonly address?: string | null | undefined; readonly userAgent?: string | undefined }
      | undefined;
    readonly notice: Notice;
  },
): Promise<void> {
  const user = present(await findUser(tx, organizationId, userId), "the account belongs to a user");
  const kind = "securityNotice";
  if (notice.kind === "newDevice") {
    const sent = (await mailsOfLastHour(service, tx, { organizationId, kind })).get(user.email) ?? 0;
    if (sent >= NEW_DEVICES_PER_HOUR) return;
  }
  const organization = await findOrganization(tx, organizationId);
  await enqueueMail(service, tx, {
    organizationId,
    kind,
    recipient: user.email,
    letter: noticeLetter({
      firstName: user.firstName,
      organization: organization?.legalBusinessName ?? "your organization",
      notice,
      at: service.machineClock.now(),
      address: origin?.address ?? undefined,
      userAgent: origin?.userAgent,
      profileUrl: `${service.config.publicUrl}/dashboard/profile`,
    }),
  });
}
