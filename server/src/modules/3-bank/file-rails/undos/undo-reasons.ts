/** Banks reverse an ACH entry, or recall a payment that travels in ISO 20022 messages. */
export const undoKinds = ["reversal", "recall"] as const;
export type UndoKind = (typeof undoKinds)[number];

interface UndoReasonRow {
  /** Whether Nacha's rules allow a reversal for it (Operating Rules, Article Two 2.9). */
  readonly reverses: boolean;
  /** Of a recall: ExternalCancellationReason1Code of ISO 20022. */
  readonly isoCode: string | undefined;
  /** As the end of a sentence. */
  readonly text: string;
}

const table = {
  duplicate: { reverses: true, isoCode: "DUPL", text: "it was paid twice" },
  wrongAmount: { reverses: true, isoCode: "AM09", text: "the amount is wrong" },
  wrongRecipient: { reverses: true, isoCode: "AC03", text: "it went to the wrong recipient or account" },
  wrongDate: { reverses: true, isoCode: undefined, text: "it was paid on the wrong date" },
  requested: { reverses: false, isoCode: "CUST", text: "the payer requests it" },
  fraud: { reverses: false, isoCode: "FRAD", text: "it is fraudulent" },
  technicalError: { reverses: false, isoCode: "TECH", text: "it is the result of a technical error" },
} as const satisfies Readonly<Record<string, UndoReasonRow>>;

export type UndoReason = keyof typeof table;
// Object.keys widens to string; the table has the same keys.
export const undoReasons = Object.keys(table) as readonly UndoReason[];

/** The reasons for which a payment may be undone. */
export const reasonsFor = (kind: UndoKind): readonly UndoReason[] =>
  undoReasons.filter((reason) => (kind === "reversal" ? table[reason].reverses : isoCodeOf(reason) !== undefined));

export const isoCodeOf = (reason: UndoReason): string | undefined => table[reason].isoCode;

export const undoReasonText = (reason: UndoReason): string => table[reason].text;
