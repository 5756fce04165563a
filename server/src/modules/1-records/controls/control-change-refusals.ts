import { type RefusalTable, refuser } from "#kernel/refusal.ts";

/** Why a change that needs two people cannot be proposed or decided. */
export const controlChangeRefusals = {
  ownControlChange: {
    status: 403,
    title: "The person who proposed a change cannot confirm or decline it",
    message: "Another user must confirm the change that you proposed. You can withdraw it.",
  },
  mayNotDecideControlChange: {
    status: 403,
    title: "The user may not decide about this change",
    message:
      "Only a user who could make this change, and whom it does not restrict, can confirm or decline it. Ask one of its confirmers.",
  },
  notOwnControlChange: {
    status: 403,
    title: "Only the person who proposed a change can withdraw it",
    message: "Only the user who proposed this change can withdraw it. You can decline it.",
  },
  controlChangeDecided: {
    status: 409,
    title: "The change was already decided",
    message: "This change is already {status}. Reload it to see who decided.",
  },
  tooManyControlChanges: {
    status: 409,
    title: "The user has too many changes waiting for confirmation",
    message: "You have {max} changes waiting for confirmation. Withdraw some, or ask for a decision about them.",
  },
} as const satisfies RefusalTable;

export const refuseControlChange = refuser(controlChangeRefusals);
