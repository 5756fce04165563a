/**
 * Change codes of notifications of change (Nacha Operating Rules, Appendix Four 5.2 and 5.3). The receiver's bank sends
 * one within two banking days of settlement; the originator applies it within six banking days of receipt or before the
 * next entry, whichever is later (Article Two 2.12). C10–C12 (company name and identification) are withdrawn.
 */
export interface NachaChangeCode {
  readonly code: string;
  readonly title: string;
  /** One sentence for the originator, without the period. */
  readonly meaning: string;
  readonly action: string;
  /** Which fields the corrected data replaces. */
  readonly corrects: readonly CorrectedField[];
}

export type CorrectedField =
  | "dfiAccountNumber"
  | "routingNumber"
  | "receiverName"
  | "transactionCode"
  | "identificationNumber"
  | "foreignBankIdentification";

const apply = "Store the correction before the next entry to this receiver, and within six banking days.";
const confirm = "Confirm the new bank details with the receiver, and store them within six banking days.";
const resend = "Correct the notification of change, and send it again within five banking days.";

const change = (
  code: string,
  title: string,
  meaning: string,
  corrects: readonly CorrectedField[],
  action = corrects.includes("dfiAccountNumber") || corrects.includes("routingNumber") ? confirm : apply,
): NachaChangeCode => Object.freeze({ code, title, meaning, corrects, action });

export const nachaChangeCodes: readonly NachaChangeCode[] = [
  change("C01", "Incorrect account number", "the account number is wrong or formatted incorrectly", [
    "dfiAccountNumber",
  ]),
  change("C02", "Incorrect routing number", "a routing number that was valid has changed", ["routingNumber"]),
  change("C03", "Incorrect routing and account number", "both numbers have changed, for example after a merger", [
    "routingNumber",
    "dfiAccountNumber",
  ]),
  change("C04", "Incorrect receiver name", "the receiver has another name, or it was misspelled", ["receiverName"]),
  change("C05", "Incorrect transaction code", "the account is of another type, such as savings", ["transactionCode"]),
  change("C06", "Incorrect account number and transaction code", "the account number and account type are wrong", [
    "dfiAccountNumber",
    "transactionCode",
  ]),
  change("C07", "Incorrect routing number, account number, and transaction code", "all three have changed", [
    "routingNumber",
    "dfiAccountNumber",
    "transactionCode",
  ]),
  change(
    "C08",
    "Incorrect foreign bank identification",
    "the foreign bank of an IAT entry has another identification",
    ["foreignBankIdentification"],
  ),
  change("C09", "Incorrect identification number", "the receiver has another identification number", [
    "identificationNumber",
  ]),
  change(
    "C13",
    "Addenda format error",
    "the entry was processed, but its addenda record was not readable",
    [],
    "Correct the format of the addenda records of later entries.",
  ),
  change(
    "C14",
    "Incorrect entry class for an international payment",
    "the payment is international and must be an IAT entry",
    [],
    "Send later payments to this receiver as IAT entries.",
  ),
];

/** Codes with which the originator's bank refuses a notification of change (Appendix Four 5.5), within 15 days. */
export const refusedChangeCodes: readonly NachaChangeCode[] = [
  change("C61", "Misrouted notification of change", "it was sent to the wrong bank", [], resend),
  change("C62", "Incorrect trace number", "it names a trace number that no entry had", [], resend),
  change("C63", "Incorrect company identification", "it names another company", [], resend),
  change("C64", "Incorrect identification number", "it names another identification number", [], resend),
  change("C65", "Incorrectly formatted corrected data", "its corrected data cannot be read", [], resend),
  change("C66", "Incorrect discretionary data", "it does not repeat the discretionary data", [], resend),
  change("C67", "Routing number not from the original entry", "it does not repeat the routing number", [], resend),
  change("C68", "Account number not from the original entry", "it does not repeat the account number", [], resend),
  change("C69", "Incorrect transaction code", "it does not repeat the transaction code", [], resend),
];

const byCode: ReadonlyMap<string, NachaChangeCode> = new Map(
  [...nachaChangeCodes, ...refusedChangeCodes].map((each) => [each.code, each]),
);
const refusedCodes: ReadonlySet<string> = new Set(refusedChangeCodes.map(({ code }) => code));

/** The change code or refused change code; undefined if the rules do not have it. */
export const changeCodeOf = (code: string): NachaChangeCode | undefined => byCode.get(code);

export const isRefusedChangeCode = (code: string): boolean => refusedCodes.has(code);
