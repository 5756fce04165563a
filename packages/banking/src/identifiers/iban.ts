import { countrySpecs, isValidIBAN } from "ibantools";

/**
 * What is wrong with an IBAN in its electronic form (ISO 13616): country, length, characters, or check digits;
 * undefined if it is valid.
 */
export const ibanProblem = (iban: string): string | undefined =>
  isValidIBAN(iban)
    ? undefined
    : "must be a valid IBAN: a two-letter country code, two check digits, and the account number; check for a wrong or missing character";

/** Whether accounts in the country have an IBAN: it is in SWIFT's registry. ISO 3166-1 alpha-2. */
export const usesIbans = (country: string): boolean => countrySpecs[country]?.IBANRegistry === true;
