import { type PaymentMethod, shownMethods } from "../../ui/money/payment-methods.ts";

/** Bank details as typed, for any method; the method decides which fields count. */
export interface TypedDetails {
  readonly accountNumber: string;
  /** The number again, or the last digits of a pasted one. */
  readonly accountNumberAgain: string;
  readonly accountNumberEntry: "typed" | "pasted";
  readonly routingNumber: string;
  readonly electronicAccountType: string;
  readonly bankName: string;
  readonly iban: string;
  readonly swiftCode: string;
  /** BIC of the bank through which an international wire goes. */
  readonly correspondentSwiftCode: string;
  /** BSB number, IFSC, and the like, by the bank's country. */
  readonly nationalBankCode: string;
  readonly address1: string;
  readonly address2: string;
  readonly city: string;
  readonly region: string;
  readonly postalCode: string;
  readonly country: string;
  readonly companyEntryDescription: string;
  readonly companyDiscretionaryData: string;
  readonly individualIdentificationNumber: string;
}

export const noDetails: TypedDetails = {
  accountNumber: "",
  accountNumberAgain: "",
  accountNumberEntry: "typed",
  routingNumber: "",
  electronicAccountType: "businessChecking",
  bankName: "",
  iban: "",
  swiftCode: "",
  correspondentSwiftCode: "",
  nationalBankCode: "",
  address1: "",
  address2: "",
  city: "",
  region: "",
  postalCode: "",
  country: "US",
  companyEntryDescription: "",
  companyDiscretionaryData: "",
  individualIdentificationNumber: "",
};

/** Details before anything is typed: an address abroad has no country yet. */
export const detailsFor = (method: PaymentMethod): TypedDetails =>
  shownMethods[method].details === "foreignAccount" ? { ...noDetails, country: "" } : noDetails;

/** The properties of a field: value, error, and what happens on change. `path` is the API's name, if it differs. */
export type DetailsField = (
  name: keyof TypedDetails,
  path?: string,
) => {
  readonly value: string;
  readonly error: string | undefined;
  readonly autoComplete: string;
  readonly onChange: (event: { readonly currentTarget: { readonly value: string } }) => void;
};
