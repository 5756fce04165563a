/** The state of a list as in its address: filters, order, and where the user is. Each page has its own parameters. */
export type UrlState = object;

/** Where the user is in the list, and which view is open: not part of a view. */
const places: ReadonlySet<string> = new Set(["view", "open", "start_after", "end_before"]);

/** What a view keeps of a list's state, always in the same order. */
export function queryOf(state: UrlState): string {
  const kept = Object.entries(state)
    .filter(([name, value]) => !places.has(name) && value !== undefined && value !== "")
    .map(([name, value]): [string, string] => [name, String(value)])
    .sort(([name], [other]) => (name < other ? -1 : 1));
  return new URLSearchParams(kept).toString();
}

/**
 * The state that a view opens. `validate` is that of the page's route: it keeps the parameters that the page knows and
 * drops all others, and values that make no sense, so a view leads nowhere but to its list.
 */
export function stateOfView<State extends UrlState>(
  query: string,
  validate: (url: Record<string, unknown>) => State,
): State {
  const given = [...new URLSearchParams(query)]
    .filter(([name]) => !places.has(name))
    .map(([name, value]): [string, unknown] => [name, value === "true" ? true : value]);
  return validate(Object.fromEntries(given));
}

/** Whether the list is as its address without parameters. */
export const isPlain = (state: UrlState): boolean => Object.values(state).every((value) => value === undefined);
