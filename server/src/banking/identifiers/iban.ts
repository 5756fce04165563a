import { isValidIBAN } from "ibantools";

/** Why a text is no IBAN in its electronic form (ISO 13616): country, length, characters, check digits; undefined when it is one. */
export const ibanProblem = (iban: string): string | undefined =>
  isValidIBAN(iban)
    ? undefined
    : "must be a valid IBAN: two letters of the country, two check digits and the account; check it for a wrong or missing character";
