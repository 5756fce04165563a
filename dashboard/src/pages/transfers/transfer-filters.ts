import {
  type CommonFilters,
  commonActivityFilter,
  commonFiltersOf,
} from "../../ui/money-table/activity/common-filters.ts";
import { type ListState, listStateOf } from "../../ui/money-table/activity/list-state.ts";
import type { ActivityFilter } from "../../ui/money-table/activity/use-activity.ts";

/** The filters and the order of the list of transfers, as in the URL. */
export type TransfersSearch = CommonFilters & ListState;

export const transfersSearchOf = (url: Record<string, unknown>): TransfersSearch => ({
  ...commonFiltersOf(url),
  ...listStateOf(url),
});

/** Each transfer once: by the account that it left. */
export const transferFilterOf = (search: CommonFilters, today: string): ActivityFilter => ({
  kind: ["internalTransfer", "treasuryTransfer"],
  direction: "out",
  ...commonActivityFilter(search, today),
});
