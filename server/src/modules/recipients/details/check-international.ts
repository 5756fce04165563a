import { bicProblem } from "../../../banking/identifiers/bic.ts";
import { ibanProblem } from "../../../banking/identifiers/iban.ts";
import { shownDigitsOf } from "../../../banking/identifiers/mask.ts";
import { type FieldProblem, invalidRequest } from "../../../kernel/http/http-refusals.ts";
import { holdsHidden } from "../../../kernel/values/hidden-characters.ts";
import type { RoutingDetails } from "../recipient.ts";

/** An international account as entered by a recipient or a user. */
export interface InternationalDetails {
  readonly iban: string;
  /** The bank's BIC (ISO 9362). */
  readonly swiftCode: string;
  readonly bankName: string;
  /** The bank's country: ISO 3166-1 alpha-2. */
  readonly bankCountry: string;
}

/** As entered: spaces and lower case do not matter. */
export type InternationalInput = Omit<InternationalDetails, "bankCountry">;

const compact = (text: string): string => text.replaceAll(/[\s-]/g, "").toUpperCase();

/** What is wrong with the entered details; never repeats the IBAN. */
export function internationalProblems({ iban, swiftCode, bankName }: InternationalInput): readonly FieldProblem[] {
  const isLine = bankName.trim() !== "" && !holdsHidden(bankName);
  const problems = [
    { path: "iban", message: ibanProblem(compact(iban)) },
    { path: "swiftCode", message: bicProblem(compact(swiftCode)) },
    { path: "bankName", message: isLine ? undefined : "must be one line of text" },
  ];
  return problems.flatMap(({ path, message }) => (message === undefined ? [] : [{ path, message }]));
}

/** Details in electronic form, from valid input. */
export function readInternationalDetails(input: InternationalInput): InternationalDetails {
  const swiftCode = compact(input.swiftCode);
  return { iban: compact(input.iban), swiftCode, bankName: input.bankName.trim(), bankCountry: swiftCode.slice(4, 6) };
}

/** Refuses with `invalidRequest`, never repeating the IBAN. */
export function checkInternationalDetails(input: InternationalInput): InternationalDetails {
  const problems = internationalProblems(input);
  if (problems.length > 0) throw invalidRequest(problems);
  return readInternationalDetails(input);
}

/** As a version of bank details. */
export const internationalRouting = ({
  iban,
  swiftCode,
  bankName,
  bankCountry,
}: InternationalDetails): RoutingDetails => ({
  method: "internationalWire",
  accountNumber: iban,
  accountNumberLast4: shownDigitsOf(iban),
  swiftCode,
  bankName,
  bankCountry,
});
