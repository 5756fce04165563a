import { isValidBIC } from "ibantools";

/**
 * What is wrong with a BIC (ISO 9362: 8 or 11 characters, the fifth and sixth a country code); undefined if it is
 * valid.
 */
export const bicProblem = (bic: string): string | undefined =>
  isValidBIC(bic) ? undefined : "must be a BIC (SWIFT code) of 8 or 11 characters, such as DEUTDEFF";
