import { setTimeout as sleep } from "node:timers/promises";
import { MINUTE_MS, plusMs } from "#kernel/clock/clock.ts";
import { findOrganization } from "#records/identity";
import { enqueueMail } from "#records/mail";
import { forgottenLetter } from "../notices/people-letters.ts";
import type { PeopleService } from "../people-service.ts";
import type { Origin } from "../sign-in/session.ts";
import { throttled } from "../sign-in/throttled.ts";
import type { User } from "../user.ts";
import { lockUserRow, usersByEmail } from "../users.queries.ts";
import { hasRequestedSince } from "./invitations.queries.ts";
import { makeResetLink } from "./one-time-links.ts";

/** Every reply takes this long, whether or not a user has the address. Far longer than the work takes. */
const ANSWER_MS = 400;
/** A repeated request within this time sends no second link. */
const ASKED_AGAIN_MS = 10 * MINUTE_MS;
const ORGANIZATIONS_MAX = 10;

/**
 * Emails a link to choose a new password to every unlocked user with the address. Neither the reply nor its timing
 * reveals whether one exists. Each request counts as a failed attempt. Refuses with `tooManySignIns`.
 */
export async function forgotPassword(
  service: PeopleService,
  { email, origin }: { email: string; origin: Origin },
): Promise<void> {
  const address = email.trim().toLowerCase();
  await throttled(service, { account: `forgotten/${address}`, address: origin.address }, async () => undefined);
  const answerIsDue = sleep(ANSWER_MS);
  try {
    for (const user of await usersByEmail(service.database, address, ORGANIZATIONS_MAX))
      await mailLink(service, user, origin);
  } catch (error) {
    // An error reply would reveal that the user exists.
    service.log.error({ err: error, requestId: origin.httpRequestId }, "a password reset link was not sent");
  }
  await answerIsDue;
}

async function mailLink(service: PeopleService, { organizationId, userId }: User, origin: Origin): Promise<void> {
  await service.database.transaction(async (tx) => {
    const user = await lockUserRow(tx, organizationId, userId);
    if (user === undefined || user.lockedAt !== undefined) return;
    const now = service.machineClock.now();
    const since = plusMs(now, -ASKED_AGAIN_MS);
    if ((await hasRequestedSince(tx, organizationId, { userId, since, now })).found) return;
    const { link, expiresAt } = await makeResetLink(service, tx, {
      user,
      // The requester is unknown: the request names only an email address.
      actor: { type: "service", address: origin.address, httpRequestId: origin.httpRequestId },
      askedFor: true,
    });
    const organization = await findOrganization(tx, organizationId);
    await enqueueMail(service, tx, {
      organizationId,
      kind: "passwordReset",
      recipient: user.email,
      expiresAt,
      letter: forgottenLetter({
        firstName: user.firstName,
        organization: organization?.legalBusinessName ?? "your organization",
        link,
      }),
    });
  });
}
