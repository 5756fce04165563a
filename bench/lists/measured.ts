import type { MeasuredList } from "./list.ts";
import { moneyLists } from "./money-lists.ts";
import { recordLists } from "./record-lists.ts";

export const measuredLists: readonly MeasuredList[] = [...moneyLists, ...recordLists];
