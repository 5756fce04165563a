/** The ids that paths need. */
export interface Ids {
  readonly account: string;
  readonly emptyAccount: string;
  readonly treasury: string;
  readonly user: string;
  readonly endpoint: string;
  readonly customer: string;
  readonly rareCustomer: string;
  readonly recipient: string;
  readonly category: string;
  readonly request: string;
  /** A batch with four hundred requests that wait. */
  readonly batch: string;
  readonly transaction: string;
  readonly mail: string;
  /** A bank's file, with half of the open items. */
  readonly file: string;
  /** Days of the loaded year: its first, one in the middle, and the one after. */
  readonly firstDay: string;
  readonly day: string;
  readonly nextDay: string;
}

/** A list of the API: where its pages are, and the filters that are measured, each as the query of a first page. */
export interface MeasuredList {
  readonly operation: string;
  readonly path: (ids: Ids) => string;
  /** The table and column of its cursors, and which rows the unfiltered list shows. */
  readonly cursors?: { readonly table: string; readonly column: string; readonly where?: string };
  readonly filters: (ids: Ids) => readonly string[];
}

/** The name that twenty-five of the rows have, and the word that half of them have. */
export const RARE_NAME = "Quixotic Zeppelin Works";
export const COMMON_WORD = "services";

export const searches = [
  "search=zeppelin",
  "search=quixotic%20zep",
  `search=${COMMON_WORD}`,
  "search=company%20424242",
  "search=4242",
  "search=s",
  "search=nobodyhasthis",
];
