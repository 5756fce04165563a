/** How banks of a country are identified in addition to the BIC, where account numbers do not include it. */
interface NationalBankCode {
  /** ExternalClearingSystemIdentification1Code of ISO 20022. */
  readonly clearingSystem: string;
  readonly pattern: RegExp;
  /** For messages to people. */
  readonly rule: string;
}

/** By ISO 3166-1 alpha-2 country. */
const nationalBankCodes: Readonly<Record<string, NationalBankCode>> = {
  AU: { clearingSystem: "AUBSB", pattern: /^\d{6}$/, rule: "must be the bank's BSB number: six digits" },
  CA: {
    clearingSystem: "CACPA",
    pattern: /^0\d{8}$/,
    rule: "must be the institution number (three digits) and the transit number (five digits)",
  },
  IN: {
    clearingSystem: "INFSC",
    pattern: /^[A-Z]{4}0[A-Z0-9]{6}$/,
    rule: "must be the branch's IFSC: four letters, a zero, and six letters or digits",
  },
  ZA: { clearingSystem: "ZANCC", pattern: /^\d{6}$/, rule: "must be the branch code: six digits" },
};

const codeOf = (country: string): NationalBankCode | undefined =>
  Object.hasOwn(nationalBankCodes, country) ? nationalBankCodes[country] : undefined;

/** The clearing system in which banks of the country have codes; undefined where the BIC is enough. */
export const nationalClearingSystem = (country: string): string | undefined => codeOf(country)?.clearingSystem;

/** The code as messages have it: capital letters, no separators, in Canada with its leading zero. */
export function nationalBankCode(country: string, entered: string): string {
  const code = entered.replaceAll(/[\s-]/g, "").toUpperCase();
  return country === "CA" && code.length === 8 ? `0${code}` : code;
}

/** What is wrong with the code of a bank of the country; undefined if it is valid, or if there are no such codes. */
export function nationalBankCodeProblem(country: string, code: string): string | undefined {
  const system = codeOf(country);
  return system === undefined || system.pattern.test(code) ? undefined : system.rule;
}
