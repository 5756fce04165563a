import { type RefusalTable, refuser } from "#kernel/refusal.ts";

/** Why a screener or a case cannot be changed. */
export const screeningRefusals = {
  screenerUrlNotAccepted: {
    status: 400,
    title: "The URL of a screener must be a public https URL",
    message: "{problem}",
  },
  screenerNotAvailable: {
    status: 409,
    title: "The screener needs something that is not set up on the server",
    message: "{problem}",
  },
  screeningCaseDecided: {
    status: 409,
    title: "The case was already decided this way",
    message: "This case is already {state}. Reload it to see who decided.",
  },
  screeningNeedsTwo: {
    status: 409,
    title: "A case of screening is decided by two people, and there is only one",
    message:
      "Two administrators decide whether a recipient is on a list. Invite another one: nobody can decide it alone.",
  },
} as const satisfies RefusalTable;

export const refuseScreening = refuser(screeningRefusals);
