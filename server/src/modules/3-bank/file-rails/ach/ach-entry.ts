import {
  type AchAccountType,
  type EntryInput,
  hasCheckDigit,
  hasDescription,
  prescribedDescriptions,
  transactionCodeFor,
} from "bursar-bank-formats/nacha";
import { assert, present } from "#kernel/assert.ts";
import type { TransactionId } from "#kernel/values/ids.ts";
import { type RoutingDetails, spelledName } from "#money/recipients";
import type { OrderContent } from "../orders/order.ts";

/** Ten digits of cents. */
export const ENTRY_MAX_MINOR = 9_999_999_999n;

/** PPD for people, CCD for companies. */
export const achClasses = ["CCD", "PPD"] as const;
export type AchClass = (typeof achClasses)[number];

interface AccountKind {
  readonly entryClass: AchClass;
  readonly account: AchAccountType;
}

const kinds: Readonly<Record<NonNullable<RoutingDetails["electronicAccountType"]>, AccountKind>> = {
  businessChecking: { entryClass: "CCD", account: "checking" },
  businessSavings: { entryClass: "CCD", account: "savings" },
  businessGeneralLedger: { entryClass: "CCD", account: "generalLedger" },
  businessLoan: { entryClass: "CCD", account: "loan" },
  personalChecking: { entryClass: "PPD", account: "checking" },
  personalSavings: { entryClass: "PPD", account: "savings" },
  personalGeneralLedger: { entryClass: "PPD", account: "generalLedger" },
  personalLoan: { entryClass: "PPD", account: "loan" },
};

/** What the header of the batch says because a payment or its recipient does. */
export interface BatchTexts {
  readonly companyEntryDescription?: string | undefined;
  readonly companyDiscretionaryData?: string | undefined;
}

/** A payment as an entry, without its trace number. */
export interface AchEntry {
  readonly entryClass: AchClass;
  readonly texts: BatchTexts;
  readonly entry: EntryInput;
}

/** Why no entry can carry a payment: a code of bank-file-reasons.ts. */
export interface UnfitPayment {
  readonly code: "BF-AMOUNT" | "BF-NAME" | "BF-DETAILS" | "BF-ABROAD";
}

/** The end of the transaction's ID, by which support of both banks can name the payment. */
export const entryIdentification = (transactionId: TransactionId): string =>
  transactionId.replaceAll("-", "").slice(-15);

/** By what an entry names its payment, as it was filed (`bank_orders.identification`), to compare with what banks repeat. */
export const sentIdentification = (transactionId: TransactionId, filed: string | null | undefined): string =>
  filed?.trim().toLowerCase() ?? entryIdentification(transactionId);

/** The identification that a payment, or else its recipient, says; undefined: neither. */
export const identificationOf = ({ achFields, routing }: OrderContent): string | undefined =>
  achFields?.individualIdentificationNumber ?? routing.achFields?.individualIdentificationNumber;

/** Equal for payments that may share a batch; undefined if the batch has the connection's texts. */
export const textsKey = ({ companyEntryDescription, companyDiscretionaryData }: BatchTexts): string | undefined =>
  companyEntryDescription === undefined && companyDiscretionaryData === undefined
    ? undefined
    : JSON.stringify([companyEntryDescription ?? null, companyDiscretionaryData ?? null]);

/**
 * The credit entry of a payment. Everything the writer would refuse about a single entry is found here.
 * `identification`: the connection's, for payments without their own.
 */
export function achEntryOf(
  transactionId: TransactionId,
  content: OrderContent,
  { identification = entryIdentification(transactionId) }: { readonly identification?: string | undefined } = {},
): AchEntry | UnfitPayment {
  const { routingNumber = "", accountNumber = "", electronicAccountType, address, bankCountry } = content.routing;
  assert(content.amountMinor > 0n, "an entry credits a positive amount");
  if (content.amountMinor > ENTRY_MAX_MINOR) return { code: "BF-AMOUNT" };
  // Nacha Operating Rules 8.65 ("International ACH Transaction"): part of the payment is outside the United States.
  if ((address?.country ?? "US") !== "US" || (bankCountry ?? "US") !== "US") return { code: "BF-ABROAD" };
  if (electronicAccountType === undefined || !hasCheckDigit(routingNumber) || !/^[ -~]{1,17}$/.test(accountNumber))
    return { code: "BF-DETAILS" };
  const receiverName = spelledName("ach", content.recipientName);
  if (receiverName === undefined) return { code: "BF-NAME" };
  const { entryClass, account } = kinds[electronicAccountType];
  const transactionCode = transactionCodeFor({ account, direction: "credit", use: "live" });
  const memo = content.externalMemo?.trimEnd() ?? "";
  return {
    entryClass,
    texts: batchTextsOf(content, entryClass),
    entry: {
      transactionCode: present(transactionCode, "every kind of account can be credited"),
      receivingDfiIdentification: routingNumber.slice(0, 8),
      checkDigit: routingNumber.slice(8),
      dfiAccountNumber: accountNumber,
      amountMinor: content.amountMinor,
      identificationNumber: identificationOf(content) ?? identification,
      receiverName,
      ...(memo === "" ? {} : { addenda: [{ kind: "paymentRelated", paymentRelatedInformation: memo }] }),
    },
  };
}

/** Categories of purposes (wire contract §2.5) that are compensation of a person's work. */
const isPaidFor = (category: string, purpose: string | null): boolean =>
  purpose === category || purpose?.startsWith(`${category}:`) === true;

/**
 * What a payment says, else its recipient. PPD credits for wages, salaries, and similar compensation must say PAYROLL
 * (Nacha Operating Rules, Appendix Three 3.2.2, since March 20, 2026); those to contractors do unless told otherwise.
 */
function batchTextsOf({ achFields, routing, purpose }: OrderContent, entryClass: AchClass): BatchTexts {
  const own = [achFields?.companyEntryDescription, routing.achFields?.companyEntryDescription];
  const chosen = own.find((description) => description !== undefined);
  const { payroll } = prescribedDescriptions;
  const isWages = entryClass === "PPD" && isPaidFor("employee", purpose);
  const isContract = entryClass === "PPD" && isPaidFor("contractor", purpose);
  const saysPayroll = own.find((description) => description !== undefined && hasDescription("payroll", description));
  return {
    companyEntryDescription: isWages ? (saysPayroll ?? payroll) : (chosen ?? (isContract ? payroll : undefined)),
    companyDiscretionaryData: achFields?.companyDiscretionaryData ?? routing.achFields?.companyDiscretionaryData,
  };
}
