import type { Recipient } from "../../api/generated/types.gen.ts";

export type PaymentMethod = Recipient["defaultPaymentMethod"];

export const methodNames: Readonly<Record<PaymentMethod, string>> = {
  ach: "ACH",
  realTimePayment: "Real-time payment",
  domesticWire: "Domestic wire",
  check: "Check",
  internationalWire: "International wire",
};

const listed = new Intl.ListFormat("en-US", { type: "disjunction" });

/** "ACH, domestic wire, or check", for a sentence. */
export const methodsInWords = (methods: readonly PaymentMethod[]): string =>
  listed.format(methods.map((method) => (method === "ach" ? methodNames[method] : methodNames[method].toLowerCase())));

export const methodName = (method: string | null): string =>
  Object.entries(methodNames).find(([name]) => name === method)?.[1] ?? "Transfer";

/** The recipient's member that holds a method's details. */
export const detailsMember = {
  ach: "electronicRoutingInfo",
  realTimePayment: "realTimePaymentRoutingInfo",
  domesticWire: "domesticWireRoutingInfo",
  check: "checkInfo",
  internationalWire: "internationalWireRoutingInfo",
} as const satisfies Readonly<Record<PaymentMethod, keyof Recipient>>;

/** In display order. */
export const allMethods: readonly PaymentMethod[] = [
  "ach",
  "realTimePayment",
  "domesticWire",
  "check",
  "internationalWire",
];

export const accountTypeNames = {
  businessChecking: "Business checking",
  businessSavings: "Business savings",
  personalChecking: "Personal checking",
  personalSavings: "Personal savings",
  businessGeneralLedger: "Business general ledger",
  personalGeneralLedger: "Personal general ledger",
  businessLoan: "Business loan",
  personalLoan: "Personal loan",
} as const;

export const accountTypeName = (type: string): string =>
  Object.entries(accountTypeNames).find(([name]) => name === type)?.[1] ?? type;
