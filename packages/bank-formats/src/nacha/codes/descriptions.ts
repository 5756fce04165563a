/**
 * Company Entry Descriptions that the rules prescribe (ORF 3.2.2, "Company Entry Description"), each left-justified and
 * in capital letters. PAYROLL and PURCHASE since March 20, 2026; ACCTVERIFY since September 16, 2022.
 */
export const prescribedDescriptions = {
  /** PPD credits for wages, salaries, and similar compensation; more text may follow. */
  payroll: "PAYROLL",
  /** WEB debits for goods bought online. */
  onlinePurchase: "PURCHASE",
  /** Reversing entries. */
  reversal: "REVERSAL",
  /** Reclamation entries. */
  reclamation: "RECLAIM",
  /** Entries of a file that could not settle, sent again. */
  nonsettled: "NONSETTLED",
  /** Debits sent again after R01 or R09. */
  retry: "RETRY PYMT",
  /** Fees for returned checks and entries. */
  returnFee: "RETURN FEE",
  /** Micro-entries, which verify an account with amounts below $1.00. */
  microEntries: "ACCTVERIFY",
} as const;

/** Why the entries of a batch are sent, where that decides its description. */
export type BatchPurpose = keyof typeof prescribedDescriptions;

/** The description that the purpose prescribes begins the given one. */
export const hasDescription = (purpose: BatchPurpose, description: string): boolean =>
  purpose === "payroll"
    ? description.startsWith(prescribedDescriptions.payroll)
    : description === prescribedDescriptions[purpose];

/** Whether the description marks reversing entries. */
export const isReversalDescription = (description: string): boolean => description === prescribedDescriptions.reversal;
