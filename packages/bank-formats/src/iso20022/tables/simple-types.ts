import { binary, date, dateTime, decimal, indicator, pattern, text, time, yearMonth } from "../schema/simple-types.ts";

/** Texts, numbers, and dates of the ISO 20022 data type catalog. External codes are open lists that ISO publishes quarterly,
 * so only their length is checked here. */

export const ActiveCurrencyCode = pattern("ActiveCurrencyCode", /^[A-Z]{3}$/);
export const ActiveOrHistoricCurrencyCode = pattern("ActiveOrHistoricCurrencyCode", /^[A-Z]{3}$/);
export const AnyBICDec2014Identifier = pattern(
  "AnyBICDec2014Identifier",
  /^[A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}([A-Z0-9]{3})?$/,
);
export const AnyBICIdentifier = pattern("AnyBICIdentifier", /^[A-Z]{6}[A-Z2-9][A-NP-Z0-9]([A-Z0-9]{3})?$/);
export const BICFIDec2014Identifier = pattern(
  "BICFIDec2014Identifier",
  /^[A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}([A-Z0-9]{3})?$/,
);
export const BICIdentifier = pattern("BICIdentifier", /^[A-Z]{6}[A-Z2-9][A-NP-Z0-9]([A-Z0-9]{3})?$/);
export const BaseOneRate = decimal("BaseOneRate", { digits: 11, fraction: 10 });
export const BatchBookingIndicator = indicator("BatchBookingIndicator");
export const BusinessMessagePriorityCode = text("BusinessMessagePriorityCode", {});
export const ChargeIncludedIndicator = indicator("ChargeIncludedIndicator");
export const CountryCode = pattern("CountryCode", /^[A-Z]{2}$/);
export const DecimalNumber = decimal("DecimalNumber", { digits: 18, fraction: 17 });
export const Exact1NumericText = pattern("Exact1NumericText", /^\d$/);
export const Exact2NumericText = pattern("Exact2NumericText", /^\d{2}$/);
export const Exact3NumericText = pattern("Exact3NumericText", /^\d{3}$/);
export const Exact4AlphaNumericText = pattern("Exact4AlphaNumericText", /^[a-zA-Z0-9]{4}$/);
export const ExternalAccountIdentification1Code = text("ExternalAccountIdentification1Code", { min: 1, max: 4 });
export const ExternalBalanceSubType1Code = text("ExternalBalanceSubType1Code", { min: 1, max: 4 });
export const ExternalBalanceType1Code = text("ExternalBalanceType1Code", { min: 1, max: 4 });
export const ExternalBankTransactionDomain1Code = text("ExternalBankTransactionDomain1Code", { min: 1, max: 4 });
export const ExternalBankTransactionFamily1Code = text("ExternalBankTransactionFamily1Code", { min: 1, max: 4 });
export const ExternalBankTransactionSubFamily1Code = text("ExternalBankTransactionSubFamily1Code", { min: 1, max: 4 });
export const ExternalCancellationReason1Code = text("ExternalCancellationReason1Code", { min: 1, max: 4 });
export const ExternalCardTransactionCategory1Code = text("ExternalCardTransactionCategory1Code", { min: 1, max: 4 });
export const ExternalCashAccountType1Code = text("ExternalCashAccountType1Code", { min: 1, max: 4 });
export const ExternalCashClearingSystem1Code = text("ExternalCashClearingSystem1Code", { min: 1, max: 3 });
export const ExternalCategoryPurpose1Code = text("ExternalCategoryPurpose1Code", { min: 1, max: 4 });
export const ExternalChargeType1Code = text("ExternalChargeType1Code", { min: 1, max: 4 });
export const ExternalClaimNonReceiptRejection1Code = text("ExternalClaimNonReceiptRejection1Code", { min: 1, max: 4 });
export const ExternalClearingSystemIdentification1Code = text("ExternalClearingSystemIdentification1Code", {
  min: 1,
  max: 5,
});
export const ExternalCreditLineType1Code = text("ExternalCreditLineType1Code", { min: 1, max: 4 });
export const ExternalCreditorAgentInstruction1Code = text("ExternalCreditorAgentInstruction1Code", { min: 1, max: 4 });
export const ExternalDiscountAmountType1Code = text("ExternalDiscountAmountType1Code", { min: 1, max: 4 });
export const ExternalDocumentLineType1Code = text("ExternalDocumentLineType1Code", { min: 1, max: 4 });
export const ExternalEntryStatus1Code = text("ExternalEntryStatus1Code", { min: 1, max: 4 });
export const ExternalFinancialInstitutionIdentification1Code = text("ExternalFinancialInstitutionIdentification1Code", {
  min: 1,
  max: 4,
});
export const ExternalFinancialInstrumentIdentificationType1Code = text(
  "ExternalFinancialInstrumentIdentificationType1Code",
  { min: 1, max: 4 },
);
export const ExternalGarnishmentType1Code = text("ExternalGarnishmentType1Code", { min: 1, max: 4 });
export const ExternalInvestigationExecutionConfirmation1Code = text("ExternalInvestigationExecutionConfirmation1Code", {
  min: 1,
  max: 4,
});
export const ExternalLocalInstrument1Code = text("ExternalLocalInstrument1Code", { min: 1, max: 35 });
export const ExternalMandateSetupReason1Code = text("ExternalMandateSetupReason1Code", { min: 1, max: 4 });
export const ExternalOrganisationIdentification1Code = text("ExternalOrganisationIdentification1Code", {
  min: 1,
  max: 4,
});
export const ExternalPaymentCancellationRejection1Code = text("ExternalPaymentCancellationRejection1Code", {
  min: 1,
  max: 4,
});
export const ExternalPaymentCompensationReason1Code = text("ExternalPaymentCompensationReason1Code", {
  min: 1,
  max: 4,
});
export const ExternalPaymentGroupStatus1Code = text("ExternalPaymentGroupStatus1Code", { min: 1, max: 4 });
export const ExternalPaymentModificationRejection1Code = text("ExternalPaymentModificationRejection1Code", {
  min: 1,
  max: 4,
});
export const ExternalPaymentTransactionStatus1Code = text("ExternalPaymentTransactionStatus1Code", { min: 1, max: 4 });
export const ExternalPersonIdentification1Code = text("ExternalPersonIdentification1Code", { min: 1, max: 4 });
export const ExternalProxyAccountType1Code = text("ExternalProxyAccountType1Code", { min: 1, max: 4 });
export const ExternalPurpose1Code = text("ExternalPurpose1Code", { min: 1, max: 4 });
export const ExternalRePresentmentReason1Code = text("ExternalRePresentmentReason1Code", { min: 1, max: 4 });
export const ExternalReportingSource1Code = text("ExternalReportingSource1Code", { min: 1, max: 4 });
export const ExternalReturnReason1Code = text("ExternalReturnReason1Code", { min: 1, max: 4 });
export const ExternalServiceLevel1Code = text("ExternalServiceLevel1Code", { min: 1, max: 4 });
export const ExternalStatusReason1Code = text("ExternalStatusReason1Code", { min: 1, max: 4 });
export const ExternalTaxAmountType1Code = text("ExternalTaxAmountType1Code", { min: 1, max: 4 });
export const ExternalTechnicalInputChannel1Code = text("ExternalTechnicalInputChannel1Code", { min: 1, max: 4 });
export const GroupCancellationIndicator = indicator("GroupCancellationIndicator");
export const IBAN2007Identifier = pattern("IBAN2007Identifier", /^[A-Z]{2}\d{2}[a-zA-Z0-9]{1,30}$/, {
  isSensitive: true,
});
export const ISINIdentifier = pattern("ISINIdentifier", /^[A-Z0-9]{12}$/);
export const ISINOct2015Identifier = pattern("ISINOct2015Identifier", /^[A-Z]{2}[A-Z0-9]{9}\d$/);
export const ISO2ALanguageCode = pattern("ISO2ALanguageCode", /^[a-z]{2}$/);
export const ISODate = date("ISODate");
export const ISODateTime = dateTime("ISODateTime");
export const ISOTime = time("ISOTime");
export const ISOYearMonth = yearMonth("ISOYearMonth");
export const ImpliedCurrencyAndAmount = decimal("ImpliedCurrencyAndAmount", {
  digits: 18,
  fraction: 5,
  isNegativeAllowed: false,
});
export const LEIIdentifier = pattern("LEIIdentifier", /^[A-Z0-9]{18}\d{2}$/);
export const Max1025Text = text("Max1025Text", { min: 1, max: 1025 });
export const Max105Text = text("Max105Text", { min: 1, max: 105 });
export const Max10KBinary = binary("Max10KBinary", 10240);
export const Max10Text = text("Max10Text", { min: 1, max: 10 });
export const Max128Text = text("Max128Text", { min: 1, max: 128 });
export const Max140Text = text("Max140Text", { min: 1, max: 140 });
export const Max15NumericText = pattern("Max15NumericText", /^\d{1,15}$/);
export const Max15PlusSignedNumericText = pattern("Max15PlusSignedNumericText", /^\+?\d{1,15}$/);
export const Max16Text = text("Max16Text", { min: 1, max: 16 });
export const Max2048Text = text("Max2048Text", { min: 1, max: 2048 });
export const Max350Text = text("Max350Text", { min: 1, max: 350 });
export const Max35Text = text("Max35Text", { min: 1, max: 35 });
export const Max3NumericText = pattern("Max3NumericText", /^\d{1,3}$/);
export const Max4Text = text("Max4Text", { min: 1, max: 4 });
export const Max500Text = text("Max500Text", { min: 1, max: 500 });
export const Max5NumericText = pattern("Max5NumericText", /^\d{1,5}$/);
export const Max70Text = text("Max70Text", { min: 1, max: 70 });
export const Min2Max3NumericText = pattern("Min2Max3NumericText", /^\d{2,3}$/);
export const Min3Max4NumericText = pattern("Min3Max4NumericText", /^\d{3,4}$/);
export const Min8Max28NumericText = pattern("Min8Max28NumericText", /^\d{8,28}$/);
export const NonNegativeDecimalNumber = decimal("NonNegativeDecimalNumber", {
  digits: 18,
  fraction: 17,
  isNegativeAllowed: false,
});
export const NumberText = decimal("Number", { digits: 18, fraction: 0 });
export const PercentageRate = decimal("PercentageRate", { digits: 11, fraction: 10 });
export const PhoneNumber = pattern("PhoneNumber", /^\+\d{1,3}-[0-9()+-]{1,30}$/);
export const TrueFalseIndicator = indicator("TrueFalseIndicator");
export const UUIDv4Identifier = pattern(
  "UUIDv4Identifier",
  /^[a-f0-9]{8}-[a-f0-9]{4}-4[a-f0-9]{3}-[89ab][a-f0-9]{3}-[a-f0-9]{12}$/,
);
export const UnicodeChartsCode = text("UnicodeChartsCode", {});
export const YesNoIndicator = indicator("YesNoIndicator");
/** Max34Text in GenericAccountIdentification1: an account number. */
export const AccountNumberText = text("Max34Text", { min: 1, max: 34, isSensitive: true });
/** Max2048Text in ProxyAccountIdentification1: an alias of an account, such as a phone number. */
export const ProxyText = text("Max2048Text", { min: 1, max: 2048, isSensitive: true });
