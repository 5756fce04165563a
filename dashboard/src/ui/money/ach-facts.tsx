import type { Fact } from "../page/facts.tsx";

const figures = (value: unknown) => (typeof value === "string" ? <span className="figures">{value}</span> : undefined);

/** What ACH files say in payments, of a recipient or of a payment. */
export function achFacts(fields: unknown): readonly Fact[] {
  if (typeof fields !== "object" || fields === null) return [];
  // An object of the API, whose members are checked one by one.
  const { companyEntryDescription, companyDiscretionaryData, individualIdentificationNumber } = fields as Readonly<
    Record<string, unknown>
  >;
  return [
    { label: "Entry description", value: figures(companyEntryDescription) },
    { label: "Discretionary data", value: figures(companyDiscretionaryData) },
    { label: "Identification number", value: figures(individualIdentificationNumber) },
  ];
}
