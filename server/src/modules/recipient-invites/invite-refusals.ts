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
    title: "Several invites were sent to the address within an hour",
    message: "{limit} invites were sent to this address within the last hour: pass the link on yourself, or wait",
  },
} as const satisfies RefusalTable;

export const refuseInvite = refuser(inviteRefusals);
