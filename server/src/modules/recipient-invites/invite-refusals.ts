import { type RefusalTable, refuser } from "../../kernel/refusal.ts";

export const inviteRefusals = {
  inviteUnusable: {
    status: 404,
    title: "The link of a recipient invite is unknown, used, expired or withdrawn: which of them is not told",
    message:
      "This link cannot be used: it was used before, has expired or was withdrawn. Ask whoever sent it for another",
  },
  inviteNotOpen: {
    status: 409,
    title: "The invite was completed or has expired",
    message: "This invite is {status}: make a new one",
  },
  tooManyInviteMails: {
    status: 429,
    title: "Too many invites were e-mailed within an hour: to one address, by one sender, or by the organization",
    message:
      "{limit} invites were e-mailed {whose} within the last hour, which is the limit. Wait before you send more, or pass the link on yourself",
  },
} as const satisfies RefusalTable;

export const refuseInvite = refuser(inviteRefusals);
