import type { Recipient } from "../../api/generated/types.gen.ts";

export type PaymentMethod = Recipient["defaultPaymentMethod"];

interface MethodDescription {
  readonly name: string;
  /** Short enough for a column. */
  readonly shortName: string;
  /** How descriptions of its payments begin. Lists of transactions do not name the method itself. */
  readonly descriptionPrefix: string;
  /** What it pays to, as asked of a recipient. */
  readonly hint: string;
  /** Which fields its details have. */
  readonly details: "usAccount" | "usAccountAndAddress" | "mailingAddress" | "foreignAccount";
  /** The recipient's member with these details. */
  readonly member: keyof Recipient;
  /** It moves the money at once, instead of waiting for the bank's next cutoff. */
  readonly isInstant: boolean;
  /** How files with payments may call it, besides its name. */
  readonly otherNames: readonly string[];
}

/** In display order. */
export const shownMethods = {
  ach: {
    name: "ACH",
    shortName: "ACH",
    descriptionPrefix: "ACH payment to ",
    hint: "A US bank account",
    details: "usAccount",
    member: "electronicRoutingInfo",
    isInstant: false,
    otherNames: ["eft", "ach credit", "direct deposit"],
  },
  realTimePayment: {
    name: "Real-time payment",
    shortName: "Real-time",
    descriptionPrefix: "Real-time payment to ",
    hint: "A US bank account, paid within seconds",
    details: "usAccount",
    member: "realTimePaymentRoutingInfo",
    isInstant: true,
    otherNames: ["rtp", "instant"],
  },
  domesticWire: {
    name: "Domestic wire",
    shortName: "Wire",
    descriptionPrefix: "Wire to ",
    hint: "A US bank account, paid by wire",
    details: "usAccountAndAddress",
    member: "domesticWireRoutingInfo",
    isInstant: false,
    otherNames: ["wire", "wire transfer"],
  },
  check: {
    name: "Check",
    shortName: "Check",
    descriptionPrefix: "Check to ",
    hint: "Mailed to a US address",
    details: "mailingAddress",
    member: "checkInfo",
    isInstant: false,
    otherNames: ["cheque", "chèque", "scheck"],
  },
  internationalWire: {
    name: "International wire",
    shortName: "Intl. wire",
    descriptionPrefix: "International wire to ",
    hint: "A bank account outside the US, by BIC and IBAN or account number",
    details: "foreignAccount",
    member: "internationalWireRoutingInfo",
    isInstant: false,
    otherNames: ["foreign wire", "swift"],
  },
} as const satisfies Readonly<Record<PaymentMethod, MethodDescription>>;

// The table has no other keys.
export const allMethods = Object.keys(shownMethods) as readonly PaymentMethod[];

/** For a select. */
export const methodChoices = allMethods.map((method) => ({ value: method, label: shownMethods[method].name }));

/** In a sentence. */
const inSentence = (method: PaymentMethod): string =>
  method === "ach" ? shownMethods[method].name : shownMethods[method].name.toLowerCase();

const listed = new Intl.ListFormat("en-US", { type: "disjunction" });

/** "ACH, domestic wire, or check", for a sentence. */
export const methodsInWords = (methods: readonly PaymentMethod[]): string => listed.format(methods.map(inSentence));

export const methodName = (method: string | null): string =>
  Object.entries(shownMethods).find(([name]) => name === method)?.[1].name ?? "Transfer";

/** Whether a recipient's details for it are an account in the US. */
export const paysUsAccounts = (method: PaymentMethod): boolean => {
  const { details } = shownMethods[method];
  return details === "usAccount" || details === "usAccountAndAddress";
};

/** The account number of a recipient's details for a method, as the user may see it. */
export function accountNumberOf(recipient: Recipient, method: PaymentMethod): string | undefined {
  const details = recipient[shownMethods[method].member];
  if (details === null) return undefined;
  if ("iban" in details) return details.iban;
  return "accountNumber" in details ? details.accountNumber : undefined;
}

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
