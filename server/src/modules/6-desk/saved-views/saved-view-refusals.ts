import { type RefusalTable, refuser } from "#kernel/refusal.ts";

/** The most views of one person. */
export const VIEWS_MAX = 100;

export const savedViewRefusals = {
  savedViewPageClosed: {
    status: 403,
    title: "The signed-in user may not open the list of the saved view",
    message: "You may not open this list, so you cannot save views. Ask an administrator for access.",
  },
  savedViewOfAnother: {
    status: 403,
    title: "The saved view was created by another user",
    message: "Only its creator or an administrator can change or delete this view. Save it under another name.",
  },
  tooManySavedViews: {
    status: 400,
    title: "The user has as many saved views as a user may have",
    message: "You have {limit} saved views, which is the limit. Delete one first.",
  },
} as const satisfies RefusalTable;

export const refuseView = refuser(savedViewRefusals);
