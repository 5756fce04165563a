/** Why a bank, a network or our own screening did not let a payment through, or sent it back. */
export interface ReasonCode {
  /** As the bank writes it: `R01`, `AC04`. */
  readonly code: string;
  /** A few words. */
  readonly title: string;
  /** One sentence for the payer, without the final full stop. */
  readonly meaning: string;
}
