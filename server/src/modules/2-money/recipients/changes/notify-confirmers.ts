import type { Service } from "#kernel/process/service.ts";
import type { Tx } from "#kernel/sql/database.ts";
import type { OrganizationId, RecipientId, UserId } from "#kernel/values/ids.ts";
import type { Actor } from "#records/audit";
import { findTokenCreator } from "#records/identity";
import { notify, openNotifier, settleNotifications } from "#records/notifications";
import { type Authors, authorsOf } from "./last-editors.ts";
import { openChangesOf } from "./recipient-changes.queries.ts";
import type { UsedInvite } from "./record-change.ts";

interface Proposed {
  readonly organizationId: OrganizationId;
  readonly recipientId: RecipientId;
  /** The current name. */
  readonly name: string;
  /** Only the name changes. */
  readonly isRename: boolean;
  readonly actor: Actor;
  readonly invite: UsedInvite | undefined;
}

/** Notifies the users who may confirm changed details: those who edit recipients, except the authors of the change. */
export async function notifyConfirmers(
  service: Service,
  tx: Tx,
  { organizationId, recipientId, name, isRename, actor, invite }: Proposed,
): Promise<void> {
  // Actors of these types carry the ids of users and tokens.
  const userId = actor.type === "user" ? (actor.id as UserId) : null;
  const creator =
    actor.type === "token" && actor.id !== undefined
      ? await findTokenCreator(tx, organizationId, actor.id as Parameters<typeof findTokenCreator>[2])
      : null;
  const authors = authorsOf({
    changed_by_user: userId,
    token_made_by: creator,
    invite_made_by: invite?.madeBy ?? null,
  });
  const notifier = await openNotifier(service, tx, organizationId);
  await notifier.notify({
    kind: "detailsToConfirm",
    subject: { type: "recipient", id: recipientId },
    // Methods that change together are one cause; the same change proposed again is another.
    sourceId: service.newId(),
    recipients: notifier.users
      .filter((user) => user.rights.scopes.has("editRecipients") && !authors.includes(user.userId))
      .map((user) => user.userId),
    actorId: userId,
    facts: { name, outcome: isRename ? "name" : "details", actor: actorNames[actor.type] },
  });
}

/** Actors without a name of their own. */
const actorNames: Readonly<Partial<Record<Actor["type"], string>>> = {
  bank: "The bank",
  service: "The bank",
  operator: "A server administrator",
  payee: "The recipient",
};

/** A change was decided: its authors are notified, and nobody else is asked once none of the recipient's changes waits. */
export async function notifyAuthors(
  service: Service,
  tx: Tx,
  {
    organizationId,
    recipientId,
    change,
    outcome,
    name,
    decidedBy,
  }: {
    readonly organizationId: OrganizationId;
    readonly recipientId: RecipientId;
    readonly change: Authors & { readonly change_id: string };
    readonly outcome: "confirmed" | "declined" | "closed";
    readonly name: string;
    readonly decidedBy: UserId;
  },
): Promise<void> {
  const subject = { type: "recipient", id: recipientId } as const;
  if ((await openChangesOf(tx, organizationId, [recipientId])).length === 0)
    await settleNotifications(service, tx, { organizationId, subject, kinds: ["detailsToConfirm"] });
  await notify(service, tx, {
    organizationId,
    kind: "detailsDecided",
    subject,
    sourceId: change.change_id,
    recipients: authorsOf(change),
    actorId: decidedBy,
    facts: { name, outcome },
  });
}
