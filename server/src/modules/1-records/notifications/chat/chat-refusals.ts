import { type RefusalTable, refuser } from "#kernel/refusal.ts";

/** Why a channel cannot be set up. */
export const chatRefusals = {
  channelUrlNotAccepted: {
    status: 400,
    title: "The URL is not one of an incoming webhook that may be reached",
    message: "{problem}",
  },
} as const satisfies RefusalTable;

export const refuseChat = refuser(chatRefusals);
