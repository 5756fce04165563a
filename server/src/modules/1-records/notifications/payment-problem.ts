import type { Tx } from "#kernel/sql/database.ts";
import type { UserId } from "#kernel/values/ids.ts";
import type { Letter } from "#records/mail";
import type { NotifiableUser } from "#records/people";
import type { NewNotification } from "./notification.ts";
import { type Notifier, type Notifying, openNotifier } from "./notify.ts";

/** A payment that did not arrive, or was not made. */
interface PaymentProblem extends Pick<NewNotification, "subject" | "sourceId" | "facts"> {
  /** The user who requested it, or who created the token that did. */
  readonly requesters: readonly UserId[];
  readonly letter: Letter;
}

/** Can correct bank details or repeat the payment. */
const maySolve = ({ rights: { scopes, permissions } }: NotifiableUser): boolean =>
  permissions.has("manageOrganization") || scopes.has("editRecipients");

/**
 * Notifies those who requested the payment, and others who can do something about it or want to know. Payments are made
 * and settled without waiting for this: it is called by background work.
 */
export async function tellPaymentProblem(
  notifier: Notifier,
  { requesters, ...problem }: PaymentProblem,
): Promise<void> {
  await notifier.notify({ ...problem, kind: "ownPaymentProblem", recipients: requesters, actorId: null });
  const delivery = await notifier.deliveryTo("otherPayments");
  const others = notifier.users.filter((user) => maySolve(user) || delivery(user) !== "off");
  await notifier.notify({
    ...problem,
    kind: "otherPaymentProblem",
    recipients: others.map(({ userId }) => userId).filter((userId) => !requesters.includes(userId)),
    actorId: null,
  });
}

/** The same for one payment. */
export const notifyPaymentProblem = async (
  service: Notifying,
  tx: Tx,
  { organizationId, ...problem }: PaymentProblem & Pick<NewNotification, "organizationId">,
): Promise<void> => tellPaymentProblem(await openNotifier(service, tx, organizationId), problem);
