import { present } from "#kernel/assert.ts";
import type { Tx } from "#kernel/sql/database.ts";
import type { OrganizationId, UserId } from "#kernel/values/ids.ts";
import { findOrganization } from "#records/identity";
import { enqueueMail, mailsOfLastHour } from "#records/mail";
import type { PeopleService } from "../people-service.ts";
import { findUser } from "../users.queries.ts";
import { type Notice, noticeLetter } from "./notice-letter.ts";

/** The maximum number of new-device notices per address and hour. Every other change is always reported. */
const NEW_DEVICES_PER_HOUR = 10;

/**
 * Emails a user about a change to their account, in the transaction that makes the change. Anyone with their password
 * or session could make it; only the mailbox reaches the owner.
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
