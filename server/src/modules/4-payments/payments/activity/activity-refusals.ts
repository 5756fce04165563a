import { type RefusalTable, refuser } from "#kernel/refusal.ts";

/** The most rows that are read to sort them by a column without an index. */
export const MOST_SORTED = 10_000;

/** Why a list is not sorted. */
export const activityRefusals = {
  tooManyToSort: {
    status: 400,
    title: "More rows match than can be sorted by the column",
    message: `More than ${MOST_SORTED.toLocaleString("en-US")} rows match. Filter the list to sort it by {sort}.`,
  },
} as const satisfies RefusalTable;

export const refuseActivity = refuser(activityRefusals);
