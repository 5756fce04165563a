import { type RefusalTable, refuser } from "../../kernel/refusal.ts";

export const treasuryRefusals = {
  sweepChanged: {
    status: 409,
    title: "The sweep settings were changed since they were read",
    message: "Someone changed the sweep settings since you opened them. Read them again, then repeat your change.",
  },
} as const satisfies RefusalTable;

export const refuseTreasury = refuser(treasuryRefusals);
