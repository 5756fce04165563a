import { type RefusalTable, refuser } from "#kernel/refusal.ts";

export const treasuryRefusals = {
  sweepChanged: {
    status: 409,
    title: "The sweep settings were changed since they were read",
    message: "Someone changed the sweep settings since you opened them. Read them again, then repeat your change.",
  },
  importChanged: {
    status: 409,
    title: "The file would change the balance by another amount than when it was proposed",
    message:
      "The account has changed: the file would now change the balance by {change} USD, and no longer by {proposed} USD. Decline it, then import the file again.",
  },
} as const satisfies RefusalTable;

export const refuseTreasury = refuser(treasuryRefusals);
