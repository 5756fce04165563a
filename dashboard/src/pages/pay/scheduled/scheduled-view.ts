/** What the page of scheduled payments shows; absent: the list. */
const views = ["list", "calendar", "recurring"] as const;
export type ScheduledView = (typeof views)[number];

export const isScheduledView = (value: unknown): value is ScheduledView => views.some((view) => view === value);

/** The page's state, in the URL. */
export interface ScheduledSearch {
  readonly view?: ScheduledView | undefined;
  /** The month of the calendar, YYYY-MM. */
  readonly month?: string | undefined;
}

export const scheduledSearchOf = ({ view, month }: Record<string, unknown>): ScheduledSearch => ({
  view: isScheduledView(view) ? view : undefined,
  month: typeof month === "string" && /^\d{4}-(0[1-9]|1[0-2])$/.test(month) ? month : undefined,
});
