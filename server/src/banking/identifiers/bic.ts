import { isValidBIC } from "ibantools";

/** Why a text is no BIC (ISO 9362): 8 or 11 characters, the fifth and sixth a country; undefined when it is one. */
export const bicProblem = (bic: string): string | undefined =>
  isValidBIC(bic) ? undefined : "must be a BIC (SWIFT code) of 8 or 11 characters, such as DEUTDEFF";
