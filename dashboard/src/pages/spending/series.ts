import type { GetSpendingResponse } from "../../api/generated/types.gen.ts";

export type Spending = GetSpendingResponse;
export type CategorySum = Spending["categories"][number];

/** One color of the chart: a category, several small ones, or what has none. */
export interface Series {
  readonly key: string;
  readonly label: string;
  /** A color of the theme. */
  readonly color: string;
  readonly categories: readonly CategorySum[];
}

/** Greens of the product and their neighbors. Those next to each other differ in lightness, in both color schemes. */
const colors = ["evergreen.7", "evergreen.3", "cyan.8", "cyan.4", "lime.8", "lime.4", "yellow.5"] as const;
const REST_COLOR = "gray.6";
const NONE_COLOR = "gray.4";

export const nameOf = ({ name, deleted }: CategorySum): string =>
  name === null ? "No category" : deleted ? `${name} (deleted)` : name;

/** The largest categories by themselves, the others together. */
export function seriesOf({ categories }: Spending): readonly Series[] {
  const named = categories.filter(({ categoryId }) => categoryId !== null);
  const isCrowded = named.length > colors.length;
  const shown = isCrowded ? named.slice(0, colors.length - 1) : named;
  const rest = named.slice(shown.length);
  const none = categories.filter(({ categoryId }) => categoryId === null);
  return [
    ...shown.map((category, index) => ({
      key: category.categoryId ?? "",
      label: nameOf(category),
      color: colors[index] ?? REST_COLOR,
      categories: [category],
    })),
    ...(rest.length === 0
      ? []
      : [{ key: "rest", label: `${rest.length} others`, color: REST_COLOR, categories: rest }]),
    ...none.map((category) => ({ key: "none", label: nameOf(category), color: NONE_COLOR, categories: [category] })),
  ];
}

export const colorOf = (series: readonly Series[], category: CategorySum): string =>
  series.find(({ categories }) => categories.includes(category))?.color ?? REST_COLOR;

const percent = new Intl.NumberFormat("en-US", { style: "percent", maximumFractionDigits: 1 });

/** With more than three times as much, the period before had hardly begun, and a percentage says nothing. */
const COMPARABLE_TIMES = 3;

/** "4.2% less", of two positive sums; undefined if they do not compare. */
export function changeText(now: number, before: number): string | undefined {
  if (now === before) return "no more and no less";
  if (now > COMPARABLE_TIMES * before) return undefined;
  return `${percent.format(Math.abs(now - before) / before)} ${now > before ? "more" : "less"}`;
}

/** The transactions behind a sum. */
export const linkOf = (
  category: CategorySum | undefined,
  { direction, from, to, account }: { direction: string; from: string; to: string; account: string | undefined },
) => ({
  flow: direction,
  from,
  to,
  ...(account === undefined ? {} : { account }),
  ...(category === undefined ? {} : { category: category.categoryId ?? "none" }),
});
