/**
 * Account numbers whose payments the simulated bank makes, and whose reversal or recall then goes as it says. They have the
 * form of magic-numbers.ts with the outcome 09. To all other accounts, reversals settle, and recalls are refused.
 */
export interface MagicUndo {
  readonly accountNumber: string;
  /** ACH: `settles`; `late`: two banking days after its date; or returned that many banking days after it settled. */
  readonly reversal: "settles" | "late" | { readonly code: string; readonly afterBankingDays: number };
  /** Wires and real-time payments: at once, or after the bank has said that it is pending. */
  readonly recall: { readonly outcome: "paidBack" | "refused"; readonly isPendingFirst: boolean };
}

export const magicUndos: readonly MagicUndo[] = [
  {
    accountNumber: "9909000001",
    reversal: { code: "R01", afterBankingDays: 1 },
    recall: { outcome: "refused", isPendingFirst: false },
  },
  { accountNumber: "9909000002", reversal: "settles", recall: { outcome: "paidBack", isPendingFirst: false } },
  { accountNumber: "9909000003", reversal: "late", recall: { outcome: "paidBack", isPendingFirst: true } },
  {
    accountNumber: "9909000010",
    reversal: { code: "R10", afterBankingDays: 10 },
    recall: { outcome: "refused", isPendingFirst: true },
  },
];

const byAccount: ReadonlyMap<string, MagicUndo> = new Map(magicUndos.map((undo) => [undo.accountNumber, undo]));

/** What happens to the reversal or recall of a payment to the account. */
export const undoOf = (accountNumber: string | undefined): Omit<MagicUndo, "accountNumber"> =>
  byAccount.get(accountNumber?.trim() ?? "") ?? {
    reversal: "settles",
    recall: { outcome: "refused", isPendingFirst: false },
  };
