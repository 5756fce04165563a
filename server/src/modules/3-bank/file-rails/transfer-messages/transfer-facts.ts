import { type CustomerTransfer, networkProfiles } from "bursar-bank-formats/iso20022";
import { plainName } from "bursar-bank-formats/text";
import { isRoutingNumber } from "bursar-banking/identifiers/aba-routing-number";
import { bicProblem } from "bursar-banking/identifiers/bic";
import { ibanProblem, usesIbans } from "bursar-banking/identifiers/iban";
import { nationalClearingSystem } from "bursar-banking/identifiers/national-bank-code";
import type { PaymentMethod } from "bursar-banking/identifiers/payment-method";
import { present } from "#kernel/assert.ts";
import type { TransactionId } from "#kernel/values/ids.ts";
import { type RoutingDetails, spelledName } from "#money/recipients";
import type { OrderContent } from "../orders/order.ts";
import type { UnfitOrder } from "../rail-part.ts";
import { messagePurpose } from "./payment-purpose.ts";
import { structuredAddress } from "./postal-address.ts";
import type { TransferRail } from "./transfer-connection.ts";
import { paymentIdentifications } from "./transfer-identifications.ts";

/** `Nm` has at most 140 characters. */
const NAME_MAX = 140;
const methodOf: Readonly<Record<TransferRail, PaymentMethod>> = {
  wire: "domesticWire",
  internationalWire: "internationalWire",
  realTime: "realTimePayment",
};
/** `Othr/Id` has at most 34 characters. */
const ACCOUNT = /^[0-9A-Za-z/-]{1,34}$/;

/** The most that one payment may carry, in cents (network-profiles.ts). */
const amountMaxMinor: Readonly<Record<TransferRail, bigint>> = {
  wire: present(networkProfiles.fedwire.amountMinorMax, "Fedwire has a largest amount"),
  // SWIFT has none of its own; banks settle in dollars over Fedwire or CHIPS.
  internationalWire: present(networkProfiles.fedwire.amountMinorMax, "Fedwire has a largest amount"),
  realTime: present(networkProfiles.rtp.amountMinorMax, "RTP has a largest amount"),
};

/** One payment as its message carries it, whichever message that is. */
export interface TransferFacts extends Omit<CustomerTransfer, "chargeBearer" | "uetr"> {
  readonly uetr: string;
  /** As the payment says; undefined: as the connection says. */
  readonly chargeBearer: "DEBT" | "SHAR" | undefined;
}

/** The payment for the message, or why no message can carry it: a code of bank-file-reasons.ts. */
export function transferFactsOf(
  rail: TransferRail,
  { transactionId, content }: { readonly transactionId: TransactionId; readonly content: OrderContent },
): TransferFacts | UnfitOrder {
  if (content.amountMinor > amountMaxMinor[rail]) return { code: "BF-AMOUNT" };
  const bank = rail === "internationalWire" ? internationalAccount(content.routing) : domesticAccount(content.routing);
  if (bank === undefined) return { code: "BF-DETAILS" };
  const name = spelledName(methodOf[rail], content.recipientName);
  if (name === undefined) return { code: "BF-NAME" };
  const entered = content.routing.address;
  const address = entered && structuredAddress(entered);
  if (entered !== undefined && address === undefined) return { code: "BF-ADDRESS" };
  const memo = content.externalMemo?.trim() ?? "";
  const purpose = rail === "realTime" ? undefined : messagePurpose(content.purpose);
  return {
    ...paymentIdentifications(transactionId),
    ...bank,
    amount: { Ccy: "USD", amountMinor: content.amountMinor },
    creditor: { name, ...(address === undefined ? {} : { address }) },
    chargeBearer: content.chargeBearer ?? undefined,
    ...(purpose === undefined ? {} : "code" in purpose ? { purpose: purpose.code } : { purposeText: purpose.text }),
    ...(memo === "" ? {} : { remittance: memo }),
  };
}

type CreditorBank = Pick<TransferFacts, "creditorAccount" | "creditorAgent" | "intermediaryAgent">;

function domesticAccount(details: RoutingDetails): CreditorBank | undefined {
  const { routingNumber = "", accountNumber = "", electronicAccountType, bankName } = details;
  if (!isRoutingNumber(routingNumber) || !ACCOUNT.test(accountNumber)) return undefined;
  const type = electronicAccountType && (electronicAccountType.endsWith("Savings") ? "SVGS" : "CACC");
  const name = bankName === undefined ? undefined : plainName(bankName, NAME_MAX);
  return {
    creditorAccount: { number: { other: accountNumber }, ...(type === undefined ? {} : { type }) },
    creditorAgent: { routingNumber, ...(name === undefined ? {} : { name }) },
  };
}

function internationalAccount(details: RoutingDetails): CreditorBank | undefined {
  const { accountNumber = "", swiftCode = "", bankName, correspondentSwiftCode } = details;
  if (bicProblem(swiftCode) !== undefined) return undefined;
  const isIban = ibanProblem(accountNumber) === undefined;
  if (!isIban && (usesIbans(swiftCode.slice(4, 6)) || !ACCOUNT.test(accountNumber))) return undefined;
  const name = bankName === undefined ? undefined : plainName(bankName, NAME_MAX);
  const member = nationalMember(details);
  return {
    creditorAccount: { number: isIban ? { iban: accountNumber } : { other: accountNumber } },
    creditorAgent: {
      bic: swiftCode,
      ...(member === undefined ? {} : { member }),
      ...(name === undefined ? {} : { name }),
    },
    ...(correspondentSwiftCode === undefined ? {} : { intermediaryAgent: { bic: correspondentSwiftCode } }),
  };
}

function nationalMember({ bankCountry = "", nationalBankCode: id }: RoutingDetails) {
  const clearingSystem = nationalClearingSystem(bankCountry);
  return id === undefined || clearingSystem === undefined ? undefined : { clearingSystem, id };
}
