/** What a bank says about one entry of an accepted file. */
export interface EntryStatus {
  readonly traceNumber: string;
  /** `pending`: it settles later than the file says, if at all. `settled`: its money has moved. */
  readonly outcome: "rejected" | "blocked" | "pending" | "settled";
  /** Of a rejection. */
  readonly code: string | undefined;
}
