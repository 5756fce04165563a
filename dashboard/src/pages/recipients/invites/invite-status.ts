import type { RecipientInvite } from "#api/generated/types.gen.ts";

export type InviteStatus = RecipientInvite["status"];

/** In the order of the invite's life cycle. */
export const inviteStatusNames: Readonly<Record<InviteStatus, string>> = {
  created: "Pending",
  completed: "Completed",
  expired: "Expired",
};

export const isInviteStatus = (value: unknown): value is InviteStatus =>
  typeof value === "string" && Object.hasOwn(inviteStatusNames, value);
