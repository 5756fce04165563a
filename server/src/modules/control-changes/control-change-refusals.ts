import { type RefusalTable, refuser } from "../../kernel/refusal.ts";

/** Why a change that takes two people is not proposed or decided. */
export const controlChangeRefusals = {
  ownControlChange: {
    status: 403,
    title: "The person who proposed a change cannot confirm or decline it",
    message: "Another person must confirm the change you proposed; you can withdraw it",
  },
  mayNotDecideControlChange: {
    status: 403,
    title: "The person may not decide about this change",
    message: "Only a person who could make this change, and whom it does not restrict, can confirm or decline it",
  },
  notOwnControlChange: {
    status: 403,
    title: "Only the person who proposed a change can withdraw it",
    message: "Only the person who proposed this change can withdraw it; you can decline it",
  },
  controlChangeDecided: {
    status: 409,
    title: "The change was already decided",
    message: "This change is already {status}",
  },
  tooManyControlChanges: {
    status: 409,
    title: "The person has too many changes waiting for confirmation",
    message: "You have {max} changes waiting for confirmation: withdraw some, or have them decided",
  },
} as const satisfies RefusalTable;

export const refuseControlChange = refuser(controlChangeRefusals);
