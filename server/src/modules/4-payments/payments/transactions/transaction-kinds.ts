/** Kinds of transactions in this API family (wire contract §5.2); most of them do not occur here. */
export const transactionKinds = [
  "externalTransfer",
  "internalTransfer",
  "outgoingPayment",
  "creditCardCredit",
  "creditCardTransaction",
  "debitCardCredit",
  "debitCardTransaction",
  "cardInternationalTransactionFee",
  "cardInternationalTransactionFeeRebate",
  "cardInternationalTransactionFeeReversal",
  "cardInternationalTransactionFeeRebateReversal",
  "incomingDomesticWire",
  "checkDeposit",
  "incomingInternationalWire",
  "treasuryTransfer",
  "currencyCloudReturn",
  "wireFee",
  "personalBankingSubscriptionFee",
  "billingEngineSubscriptionFee",
  "expenseReimbursement",
  "exogenousWireDrawdown",
  "interestPayment",
  "other",
] as const;
export type TransactionKind = (typeof transactionKinds)[number];

/** Kinds of money from outside. */
export const incomingKinds = [
  "externalTransfer",
  "incomingDomesticWire",
  "incomingInternationalWire",
  "checkDeposit",
] as const satisfies readonly TransactionKind[];
export type IncomingKind = (typeof incomingKinds)[number];

export const isIncomingKind = (kind: string): kind is IncomingKind =>
  incomingKinds.some((incoming) => incoming === kind);

/** Types of merchants (wire contract §5.3). */
export const mercuryCategories = [
  "Other",
  "Advertising",
  "Airlines",
  "AlcoholAndBars",
  "BooksAndNewspaper",
  "CarRental",
  "Charity",
  "Clothing",
  "Conferences",
  "Education",
  "Electronics",
  "Entertainment",
  "FacilitiesExpenses",
  "Fees",
  "FoodDelivery",
  "FuelAndGas",
  "Gambling",
  "GovernmentServices",
  "Grocery",
  "GroundTransportation",
  "Insurance",
  "InternetAndTelephone",
  "Legal",
  "Lodging",
  "Medical",
  "Memberships",
  "OfficeSupplies",
  "OtherTravel",
  "Parking",
  "Political",
  "ProfessionalServices",
  "Restaurants",
  "Retail",
  "RideshareAndTaxis",
  "Shipping",
  "Software",
  "Taxes",
  "Utilities",
  "VehicleExpenses",
] as const;
