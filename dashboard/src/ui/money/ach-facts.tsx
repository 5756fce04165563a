import type { Fact } from "../page/facts.tsx";

/** A value as text; undefined if there is none. */
export interface LabeledText {
  readonly label: string;
  readonly text: string | undefined;
}

const textOf = (value: unknown): string | undefined => (typeof value === "string" ? value : undefined);

/** What ACH files say in payments, of a recipient or of a payment. */
export function achTexts(fields: unknown): readonly LabeledText[] {
  if (typeof fields !== "object" || fields === null) return [];
  // An object of the API, whose members are checked one by one.
  const { companyEntryDescription, companyDiscretionaryData, individualIdentificationNumber } = fields as Readonly<
    Record<string, unknown>
  >;
  return [
    { label: "Entry description", text: textOf(companyEntryDescription) },
    { label: "Discretionary data", text: textOf(companyDiscretionaryData) },
    { label: "Identification number", text: textOf(individualIdentificationNumber) },
  ];
}

/** Characters. Longer texts take the width of both columns. */
const HALF_OF_A_LINE = 30;

/** With digits below each other. */
export const factsOfTexts = (texts: readonly LabeledText[]): readonly Fact[] =>
  texts.map(({ label, text }) => ({
    label,
    value: text === undefined ? undefined : <span className="figures">{text}</span>,
    isWide: text !== undefined && text.length > HALF_OF_A_LINE,
  }));

export const achFacts = (fields: unknown): readonly Fact[] => factsOfTexts(achTexts(fields));
