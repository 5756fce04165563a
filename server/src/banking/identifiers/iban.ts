import { isValidIBAN } from "ibantools";

/**
 * What is wrong with an IBAN in its electronic form (ISO 13616): country, length, characters, or check digits;
 * undefined if it is valid.
 */
export const ibanProblem = (iban: string): string | undefined =>
  isValidIBAN(iban)
    ? undefined
    : "must be a valid IBAN: a two-letter country code, two check digits, and the account number; check for a wrong or missing character";
