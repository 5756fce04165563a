import { type RefusalTable, refuser } from "#kernel/refusal.ts";

export const inviteRefusals = {
  inviteUnusable: {
    status: 404,
    title: "The link of a recipient invite is unknown, used, expired, or withdrawn; the response does not say which",
    message:
      "This link cannot be used: it was already used, has expired, or was withdrawn. Ask the sender for a new one.",
  },
  inviteNotOpen: {
    status: 409,
    title: "The invite was completed or has expired",
    message: "This invite is {status}. Create a new one.",
  },
  tooManyInviteMails: {
    status: 429,
    title: "Too many invites were emailed within an hour: to one address, by one sender, or by the organization",
    message:
      "{limit} invites were emailed {whose} within the last hour, which is the limit. Wait before you send more, or share the link yourself.",
  },
} as const satisfies RefusalTable;

export const refuseInvite = refuser(inviteRefusals);
