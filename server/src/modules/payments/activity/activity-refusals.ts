import { type RefusalTable, refuser } from "../../../kernel/refusal.ts";

/** The most transactions that are read to sort them by a column without an index. */
export const MOST_SORTED = 10_000;

/** Why a list of activity is refused. */
export const activityRefusals = {
  tooManyToSort: {
    status: 400,
    title: "More transactions match than can be sorted by the column",
    message: `More than ${MOST_SORTED.toLocaleString("en-US")} transactions match. Filter the list, for example by date, to sort it by {sort}.`,
  },
} as const satisfies RefusalTable;

export const refuseActivity = refuser(activityRefusals);
