/** Why a bank, a network, or our own screening rejected or returned a payment. */
export interface ReasonCode {
  /** As the bank writes it: `R01`, `AC04`. */
  readonly code: string;
  /** A few words. */
  readonly title: string;
  /** One sentence for the payer, without the period. */
  readonly meaning: string;
}
