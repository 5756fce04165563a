import { bicProblem } from "bursar-banking/identifiers/bic";
import { ibanProblem, usesIbans } from "bursar-banking/identifiers/iban";
import { shownDigitsOf } from "bursar-banking/identifiers/mask";
import {
  nationalBankCode,
  nationalBankCodeProblem,
  nationalClearingSystem,
} from "bursar-banking/identifiers/national-bank-code";
import { holdsHidden } from "bursar-banking/text/hidden-characters";
import { type FieldProblem, invalidRequest } from "#kernel/http/http-refusals.ts";
import type { Address, RoutingDetails } from "../recipient.ts";
import type { AddressInput } from "../recipient-schemas.ts";
import { enteredAddressProblems } from "./address-problems.ts";

/** An international account as entered by a recipient or a user. Spaces and lower case do not matter. */
export interface InternationalInput {
  /** Where the country of the bank does not use IBANs, the account number. */
  readonly iban: string;
  /** The bank's BIC (ISO 9362). */
  readonly swiftCode: string;
  readonly bankName: string;
  /** The recipient's. Networks do not require it; some banks do. */
  readonly address?: AddressInput | null;
  /** Required where the country of the bank has such codes (national-bank-code.ts). */
  readonly nationalBankCode?: string | null;
  readonly correspondentInfo?: { readonly swiftCode: string } | null;
}

/** An international account, checked, in electronic form. */
export interface InternationalDetails {
  readonly iban: string;
  readonly swiftCode: string;
  readonly bankName: string;
  /** ISO 3166-1 alpha-2. */
  readonly bankCountry: string;
  readonly address?: Address | undefined;
  readonly nationalBankCode?: string | undefined;
  readonly correspondentSwiftCode?: string | undefined;
}

const compact = (text: string): string => text.replaceAll(/[\s-]/g, "").toUpperCase();

/** ISO 9362: the fifth and sixth character. */
const countryOf = (bic: string): string => bic.slice(4, 6);

/** What is wrong with the entered details; never repeats the account number. */
export function internationalProblems(input: InternationalInput): readonly FieldProblem[] {
  const { bankName, correspondentInfo, address } = input;
  const swiftCode = compact(input.swiftCode);
  const country = countryOf(swiftCode);
  const isLine = bankName.trim() !== "" && !holdsHidden(bankName);
  const problems = [
    { path: "iban", message: accountProblem(compact(input.iban), swiftCode) },
    { path: "swiftCode", message: bankProblem(swiftCode) },
    { path: "bankName", message: isLine ? undefined : "must be one line of text" },
    {
      path: "nationalBankCode",
      message: nationalBankCodeProblem(country, nationalBankCode(country, input.nationalBankCode ?? "")),
    },
    {
      path: "correspondentInfo.swiftCode",
      message: correspondentInfo ? bicProblem(compact(correspondentInfo.swiftCode)) : undefined,
    },
  ];
  return [
    ...problems.flatMap(({ path, message }) => (message === undefined ? [] : [{ path, message }])),
    ...(address ? enteredAddressProblems("address", address) : []),
  ];
}

const bankProblem = (swiftCode: string): string | undefined =>
  bicProblem(swiftCode) ??
  (countryOf(swiftCode) === "US"
    ? "must be of a bank outside the US; accounts in the US are paid by domestic wire"
    : undefined);

/** `Othr/Id` of ISO 20022 has at most 34 characters. */
const ACCOUNT_NUMBER = /^[0-9A-Z]{4,34}$/;

function accountProblem(account: string, swiftCode: string): string | undefined {
  const needsIban = bicProblem(swiftCode) !== undefined || usesIbans(countryOf(swiftCode));
  const problem = ibanProblem(account);
  if (needsIban || problem === undefined) return problem;
  return ACCOUNT_NUMBER.test(account) ? undefined : "must be an account number of 4 to 34 letters and digits";
}

/** Details in electronic form, from valid input. */
export function readInternationalDetails(input: InternationalInput): InternationalDetails {
  const { address, correspondentInfo } = input;
  const swiftCode = compact(input.swiftCode);
  const bankCountry = countryOf(swiftCode);
  return {
    iban: compact(input.iban),
    swiftCode,
    bankName: input.bankName.trim(),
    bankCountry,
    ...(nationalClearingSystem(bankCountry) === undefined
      ? {}
      : { nationalBankCode: nationalBankCode(bankCountry, input.nationalBankCode ?? "") }),
    ...(address ? { address: { ...address, address2: address.address2 ?? null } } : {}),
    ...(correspondentInfo ? { correspondentSwiftCode: compact(correspondentInfo.swiftCode) } : {}),
  };
}

/** Refuses with `invalidRequest`, never repeating the account number. */
export function checkInternationalDetails(input: InternationalInput): InternationalDetails {
  const problems = internationalProblems(input);
  if (problems.length > 0) throw invalidRequest(problems);
  return readInternationalDetails(input);
}

/** As a version of bank details. */
export const internationalRouting = (details: InternationalDetails): RoutingDetails => {
  const { iban, address, nationalBankCode: code, correspondentSwiftCode, ...bank } = details;
  return {
    method: "internationalWire",
    accountNumber: iban,
    accountNumberLast4: shownDigitsOf(iban),
    ...bank,
    // Members without a value are absent: the seal covers the stored content.
    ...(code === undefined ? {} : { nationalBankCode: code }),
    ...(correspondentSwiftCode === undefined ? {} : { correspondentSwiftCode }),
    ...(address === undefined ? {} : { address }),
  };
};
