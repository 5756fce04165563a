/**
 * When payments are handed to the bank, settle, and arrive. Times are New York wall clock, `HH:MM`.
 *
 * These are the bank's cut-offs for its customers, not the networks'. FedACH accepts next-day items until 02:15 on the
 * settlement day, but bank files close earlier; Fedwire accepts third-party transfers until 18:45, but banks accept
 * them from customers until about 16:30. Edit the table for another bank.
 */
export type MethodSchedule =
  | {
      /** Sent at once, at any hour of any day. */
      readonly handOver: "always";
      readonly settlesAfterBankingDays: 0;
    }
  | {
      /** Collected and sent together at each of these times on a banking day. */
      readonly handOver: "batches";
      readonly batchesAt: readonly string[];
      /** A payment that reaches the bank later, because the service ran late, counts toward the next banking day. */
      readonly processedUntil: string;
      /** From the day the bank processes the payment. */
      readonly settlesAfterBankingDays: number;
      /** From the settlement day. */
      readonly deliveredAfterBankingDays: number;
      readonly deliveredBy: string;
    }
  | {
      /** Sent at once between these times on a banking day, and otherwise at the next opening. */
      readonly handOver: "window";
      readonly opensAt: string;
      readonly closesAt: string;
      readonly processedUntil: string;
      readonly settlesAfterBankingDays: number;
      readonly deliveredAfterBankingDays: number;
      readonly deliveredBy: string;
    };

/**
 * What a method can carry to the recipient. A memo that does not fit is rejected when the payment is created (decision
 * S8): a bank that truncated it or replaced letters would show the recipient a text that the payer did not write.
 */
export interface MemoLimit {
  /** Where the recipient finds it. */
  readonly carriedIn: string;
  /** In characters (Unicode code points). */
  readonly lengthMax: number;
  /** The allowed characters, for the error message. */
  readonly characters: string;
  /** Matches one forbidden character. */
  readonly forbidden: RegExp;
  /** What the memo may not begin with, if anything. */
  readonly mayNotBeginWith?: RegExp;
}

/** A payment method, as far as data can describe it. */
interface MethodDescription {
  /** How its payments travel. Code that differs between methods in substance switches on it. */
  readonly kind: "ach" | "check" | "wire" | "instant";
  /** Which of a bank's connections carries it (modules/3-bank/exchange). */
  readonly rail: string;
  /** On its own: in a table, a document, a letter. */
  readonly name: string;
  /** In a sentence, without an article; */
  readonly inSentence: string;
  /** with one. */
  readonly withArticle: string;
  /**
   * How descriptions on the payer's statement begin; the recipient's name follows. The recipient sees it if the payer
   * wrote no memo. create_payments has the same texts.
   */
  readonly descriptionPrefix: string;
  /** The number by which both banks find a payment. */
  readonly referenceName: string;
  /** What is offered and chosen by default: the lowest that reaches the recipient, because it is the cheapest. */
  readonly preference: number;
  readonly details: {
    /** International details come only from recipients and from users in the dashboard (decision R1). */
    readonly holds: "usAccount" | "foreignAccount" | "mailingAddress";
    /** The member of the API's recipient that has them. */
    readonly member: string;
    /** The column of `recipients` with their current version. */
    readonly column: string;
    /** The method whose details are used if the recipient has none for this one (decision S2); create_payments, too. */
    readonly fallsBackTo: string | null;
  };
  readonly schedule: MethodSchedule;
  /** The width of the field with the recipient's name, in characters. */
  readonly nameLengthMax: number;
  readonly memo: MemoLimit;
  /** Family and subfamily of ISO 20022's external code set for bank transactions: what a statement calls a payment. */
  readonly transactionCode: readonly [family: string, subfamily: string];
}

/**
 * The payment methods (specification §2), named as in the API. docs/develop/recipes.md says what else a method needs
 * ("Add a payment method").
 */
export const methodTable = {
  ach: {
    kind: "ach",
    rail: "ach",
    name: "ACH",
    inSentence: "ACH",
    withArticle: "an ACH payment",
    descriptionPrefix: "ACH payment to ",
    referenceName: "ACH trace number",
    preference: 1,
    details: { holds: "usAccount", member: "electronicRoutingInfo", column: "ach_routing_id", fallsBackTo: null },
    // Next-day ACH. A credit settles at 08:30 on the banking day after its file. The receiving bank must make the money
    // available by the end of that day (Nacha Operating Rules, section 3.3.1), so 17:00 is a safe estimate.
    schedule: {
      handOver: "batches",
      batchesAt: ["10:00", "13:00", "16:00", "20:00"],
      processedUntil: "22:30",
      settlesAfterBankingDays: 1,
      deliveredAfterBankingDays: 0,
      deliveredBy: "17:00",
    },
    // Individual Name and Receiving Company Name (Nacha Operating Rules, Appendix Three 3.2.1).
    nameLengthMax: 22,
    // Nacha Operating Rules, Appendix Three: the alphanumeric field is printable ASCII. `*`, `~`, and `\` are delimiters
    // of the X12 segments that remittance readers look for in this field, so a memo may not contain them.
    memo: {
      carriedIn: "payment-related information of one addenda record (type 05) of the PPD or CCD entry",
      lengthMax: 80,
      characters: "letters A–Z and a–z, digits, space and ASCII punctuation except * ~ \\",
      forbidden: /[^ -)+-[\]-}]/u,
    },
    transactionCode: ["ICDT", "DMCT"],
  },
  check: {
    kind: "check",
    rail: "check",
    name: "Check",
    inSentence: "check",
    withArticle: "a check",
    descriptionPrefix: "Check to ",
    referenceName: "Tracking number",
    preference: 4,
    details: { holds: "mailingAddress", member: "checkInfo", column: "check_routing_id", fallsBackTo: null },
    // Printed and mailed once per banking day, when it counts as sent. First-class mail takes one to five days.
    schedule: {
      handOver: "batches",
      batchesAt: ["13:00"],
      processedUntil: "17:00",
      settlesAfterBankingDays: 0,
      deliveredAfterBankingDays: 5,
      deliveredBy: "17:00",
    },
    nameLengthMax: 140,
    // The memo line next to the signature, in the check's Latin-1 font. The no-break space and the soft hyphen are
    // Latin-1 too, but are invisible.
    memo: {
      carriedIn: "memo line of the check",
      lengthMax: 40,
      characters: "ASCII, the letters of Western European languages, and signs that can be written in ASCII",
      forbidden: /[^ -~\u00a3\u00a5\u00a8-\u00ab\u00ae\u00af\u00b2-\u00b4\u00b7-\u00be\u00c0-\u00f6\u00f8-\u00ff]/u,
    },
    transactionCode: ["ICHQ", "CCHQ"],
  },
  domesticWire: {
    kind: "wire",
    rail: "wire",
    name: "Domestic wire",
    inSentence: "domestic wire",
    withArticle: "a domestic wire",
    descriptionPrefix: "Wire to ",
    referenceName: "Wire reference",
    preference: 3,
    details: {
      holds: "usAccount",
      member: "domesticWireRoutingInfo",
      column: "domestic_wire_routing_id",
      fallsBackTo: null,
    },
    // Fedwire opens at 21:00 on the evening before, but banks process customers' wires during business hours.
    schedule: {
      handOver: "window",
      opensAt: "08:00",
      closesAt: "16:30",
      processedUntil: "18:45",
      settlesAfterBankingDays: 0,
      deliveredAfterBankingDays: 0,
      deliveredBy: "18:00",
    },
    nameLengthMax: 140,
    // Formerly Originator to Beneficiary Information, now Remittance Information/Unstructured. Only characters allowed in
    // both formats are accepted, so that a bank that still stores the old format loses nothing; the delimiters * { } of
    // the old format are excluded.
    memo: {
      carriedIn: "originator to beneficiary information: four lines of 35 characters",
      lengthMax: 140,
      characters: "letters A–Z and a–z, digits, space and . , ? ! ; : ' ( ) / - + & @ # $ % = _",
      forbidden: /[^A-Za-z0-9 .,?!;:'()/\-+&@#$%=_]/u,
    },
    transactionCode: ["ICDT", "DMCT"],
  },
  internationalWire: {
    kind: "wire",
    rail: "internationalWire",
    name: "International wire",
    inSentence: "international wire",
    withArticle: "an international wire",
    descriptionPrefix: "International wire to ",
    referenceName: "Wire reference",
    preference: 5,
    details: {
      holds: "foreignAccount",
      member: "internationalWireRoutingInfo",
      column: "international_wire_routing_id",
      fallsBackTo: null,
    },
    // The value date is two banking days later, as correspondent banks quote it. Holidays in the recipient's country are
    // not known here.
    schedule: {
      handOver: "window",
      opensAt: "08:00",
      closesAt: "15:00",
      processedUntil: "18:45",
      settlesAfterBankingDays: 2,
      deliveredAfterBankingDays: 0,
      deliveredBy: "17:00",
    },
    nameLengthMax: 140,
    // SWIFT character set X, which every correspondent bank can carry. A line may not begin with a hyphen or a colon:
    // they end MT messages and name their fields.
    memo: {
      carriedIn: "remittance information: four lines of 35 characters",
      lengthMax: 140,
      characters: "letters A–Z and a–z, digits, space and / - ? : ( ) . , ' +",
      forbidden: /[^A-Za-z0-9 /\-?:().,'+]/u,
      mayNotBeginWith: /^[-:]/u,
    },
    transactionCode: ["ICDT", "XBCT"],
  },
  realTimePayment: {
    kind: "instant",
    rail: "realTime",
    name: "Real-time payment",
    inSentence: "real-time payment",
    withArticle: "a real-time payment",
    descriptionPrefix: "Real-time payment to ",
    referenceName: "Payment reference",
    preference: 2,
    details: {
      holds: "usAccount",
      member: "realTimePaymentRoutingInfo",
      column: "real_time_payment_routing_id",
      fallsBackTo: "ach",
    },
    // RTP runs every hour of every day and settles each payment within seconds.
    schedule: { handOver: "always", settlesAfterBankingDays: 0 },
    // RTP message specifications: Remittance Information/Unstructured, Max140Text, one occurrence, in printable ASCII.
    memo: {
      carriedIn: "remittance information of the RTP credit transfer",
      lengthMax: 140,
      characters: "printable ASCII: letters A–Z and a–z, digits, space and punctuation",
      forbidden: /[^ -~]/u,
    },
    nameLengthMax: 140,
    transactionCode: ["IRCT", "DMCT"],
  },
} as const satisfies Readonly<Record<string, MethodDescription>>;

type MethodTable = typeof methodTable;
export type PaymentMethod = keyof MethodTable;

/** The methods whose entries have these values. */
export type MethodWith<Values> = {
  [Method in PaymentMethod]: MethodTable[Method] extends Values ? Method : never;
}[PaymentMethod];

// The table has no other keys.
export const paymentMethods = Object.keys(methodTable) as readonly PaymentMethod[];

/** A value for each method. */
export const forEachMethod = <Value>(make: (method: PaymentMethod) => Value): Readonly<Record<PaymentMethod, Value>> =>
  // The keys are those of the table.
  Object.fromEntries(paymentMethods.map((method) => [method, make(method)])) as Record<PaymentMethod, Value>;

/** The cheapest first. */
export const methodsByPreference: readonly PaymentMethod[] = paymentMethods.toSorted(
  (method, other) => methodTable[method].preference - methodTable[other].preference,
);
