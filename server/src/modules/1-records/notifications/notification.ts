import type { Id, OrganizationId, UserId } from "#kernel/values/ids.ts";
import type { NotificationKind, NotificationSubjectType } from "./kinds.ts";

export type NotificationId = Id<"notification">;

/** What a notification is about: an id of the type. */
export interface NotificationSubject {
  readonly type: NotificationSubjectType;
  readonly id: string;
}

/**
 * Names, amounts, and texts as they were, for the sentence. No bank details: facts are shown in emails.
 */
export interface NotificationFacts {
  /** Whom or what it is about: a recipient, a batch, a file, the host of a webhook. */
  readonly name?: string | undefined;
  readonly amountMinor?: bigint | undefined;
  /** Who did it, if it was no user: "The bank". */
  readonly actor?: string | undefined;
  /** A transfer goes to another account of the organization. */
  readonly isTransfer?: boolean | undefined;
  /** Payments of a batch. */
  readonly count?: number | undefined;
  /** Where a kind has several outcomes: which one (sentences.ts). */
  readonly outcome?: string | undefined;
  /** A comment, a question, or a reason; cut to 300 characters. */
  readonly text?: string | undefined;
}

/** A row of notifications. `kind` and `subject_type` may be of a newer version during an upgrade. */
export interface NotificationRow {
  readonly notification_id: NotificationId;
  readonly user_id: UserId;
  readonly kind: string;
  readonly subject_type: string;
  readonly subject_id: string;
  readonly actor_id: UserId | null;
  readonly facts: StoredFacts;
  readonly created_at: Date;
  readonly read_at: Date | null;
  readonly done_at: Date | null;
}

/** Facts as JSON: cents are digits. */
export type StoredFacts = Omit<NotificationFacts, "amountMinor"> & { readonly amountMinor?: string | undefined };

const TEXT_LENGTH_MAX = 300;

export const storedFacts = ({ amountMinor, text, ...rest }: NotificationFacts): StoredFacts => ({
  ...rest,
  ...(amountMinor === undefined ? {} : { amountMinor: amountMinor.toString() }),
  ...(text === undefined ? {} : { text: shortened(text) }),
});

export const readFacts = ({ amountMinor, ...rest }: StoredFacts): NotificationFacts => ({
  ...rest,
  ...(amountMinor === undefined ? {} : { amountMinor: BigInt(amountMinor) }),
});

/** By characters as people count them, so that no emoji is cut in half. */
function shortened(text: string): string {
  const characters = Array.from(text);
  return characters.length <= TEXT_LENGTH_MAX ? text : `${characters.slice(0, TEXT_LENGTH_MAX - 1).join("")}…`;
}

/** What other modules say happened. */
export interface NewNotification {
  readonly organizationId: OrganizationId;
  readonly kind: NotificationKind;
  readonly subject: NotificationSubject;
  /** What caused it, such as the comment: repeating the call with the same id notifies nobody twice. */
  readonly sourceId: string;
  /** Whom it concerns. The actor, locked users, and users who may not open the subject are left out. */
  readonly recipients: readonly UserId[];
  /** The user who did it; null if it was a token, a bank, or the service. */
  readonly actorId: UserId | null;
  readonly facts: NotificationFacts;
}
