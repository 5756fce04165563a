/**
 * What a status report says about a payment (ISO 20022 External Code Sets, ExternalPaymentTransactionStatus1Code and
 * ExternalPaymentGroupStatus1Code, August 2026), in terms of what its sender may do.
 */
export interface IsoTransactionStatus {
  readonly code: string;
  readonly title: string;
  /**
   * `pending`: the payment may still succeed or fail. `settled`: the money has moved. `rejected`: it will not move. A
   * `partial` file has both: look at its transactions.
   */
  readonly outcome: "pending" | "settled" | "rejected" | "partial";
}

type StatusRow = readonly [code: string, title: string, outcome: IsoTransactionStatus["outcome"]];

const STATUSES: readonly StatusRow[] = [
  ["RCVD", "Received", "pending"],
  ["ACTC", "Accepted: technically valid", "pending"],
  ["ACCP", "Accepted: customer profile checked", "pending"],
  ["ACSP", "Accepted: settlement in process", "pending"],
  ["ACWC", "Accepted with a change", "pending"],
  ["ACWP", "Accepted without posting: settled between the banks, not yet credited", "settled"],
  ["ACFC", "Accepted: funds checked", "pending"],
  ["PATC", "Partially accepted: more authorizations needed", "pending"],
  ["PDNG", "Pending", "pending"],
  ["PRES", "Presented", "pending"],
  ["ACIS", "Accepted: check issued", "pending"],
  ["CPUC", "Cash picked up by creditor", "settled"],
  ["ACSC", "Settlement completed on the debtor's account", "settled"],
  ["ACCC", "Settlement completed on the creditor's account", "settled"],
  ["RJCT", "Rejected", "rejected"],
  ["CANC", "Cancelled", "rejected"],
  ["BLCK", "Blocked", "pending"],
  ["PART", "Partially accepted", "partial"],
];

const byCode: ReadonlyMap<string, IsoTransactionStatus> = new Map(
  STATUSES.map(([code, title, outcome]) => [code, Object.freeze({ code, title, outcome })]),
);

/** The meaning of a status; undefined for an unknown code, which must be shown to a person and never be guessed. */
export const findTransactionStatus = (code: string): IsoTransactionStatus | undefined => byCode.get(code);

/**
 * The answer to a request for cancellation (ExternalInvestigationExecutionConfirmation1Code). Anything but `cancelled`
 * and `rejected` means that another answer follows.
 */
const CANCELLATION_ANSWERS: ReadonlyMap<string, "cancelled" | "rejected" | "pending"> = new Map([
  ["CNCL", "cancelled"],
  ["RJCR", "rejected"],
  ["PDCR", "pending"],
  ["UWFW", "pending"],
  ["INFO", "pending"],
]);

/** What a confirmation of camt.029 means for the request; undefined for confirmations of other investigations. */
export const findCancellationAnswer = (code: string): "cancelled" | "rejected" | "pending" | undefined =>
  CANCELLATION_ANSWERS.get(code);
