import type { AchDirection } from "./transaction-codes.ts";

/** How the entry detail record of a class is laid out. */
export type EntryShape = "individual" | "company" | "corporate" | "item" | "nameFirst" | "card" | "iat";

export interface EntryClass {
  readonly code: string;
  readonly title: string;
  readonly shape: EntryShape;
  /** The directions of forward entries; reversals go the other way. */
  readonly directions: readonly AchDirection[];
  /** Addenda records of forward entries: their type and how many each entry has. */
  readonly addenda: { readonly type: "02" | "05" | "iat"; readonly min: number; readonly max: number } | undefined;
  /** Whether zero-dollar transaction codes (24, 29 …) may carry remittance data. */
  readonly allowsZeroDollar: boolean;
  /** Whether the amount is always zero: acknowledgments, enrollments, death notices, notifications of change. */
  readonly isNonMonetary: boolean;
  /** Whether the receiver's name must be given. */
  readonly needsName: boolean;
  /** The highest amount of an entry. */
  readonly amountMaxMinor?: bigint;
  /** The Company Entry Description that the class prescribes. */
  readonly description?: string;
}

const ADDENDA_MAX = 9999;
const both = ["credit", "debit"] as const;
const none = undefined;
const upToOne = { type: "05", min: 0, max: 1 } as const;
const many = { type: "05", min: 0, max: ADDENDA_MAX } as const;
const terminal = { type: "02", min: 1, max: 1 } as const;

const usual: Omit<EntryClass, "code" | "title"> = {
  shape: "individual",
  directions: both,
  addenda: none,
  allowsZeroDollar: false,
  isNonMonetary: false,
  needsName: true,
};

/** A class that the rules may have in the future. */
export const unknownEntryClass = (code: string): EntryClass => ({ ...usual, code, title: "Unknown" });

/** A consumer's check that became a debit; the individual's name is optional. */
const convertedCheck: typeof usual = {
  ...usual,
  directions: ["debit"],
  needsName: false,
  // Article Two 2.5.1, 2.5.2, 2.5.10: eligible checks are up to $25,000.00.
  amountMaxMinor: 2_500_000n,
};
/** A check that is not converted but replaced; up to $2,500.00 if it is re-presented or was destroyed. */
const replacedCheck: typeof usual = { ...usual, directions: ["debit"] };
const CHECK_MAX_MINOR = 250_000n;

/**
 * The standard entry classes (Nacha Operating Rules, Article Two; formats in ORF 3.2.1). ADV, the accounting advices of
 * an operator to its banks, is missing: companies neither send nor receive them.
 */
const classes: readonly EntryClass[] = [
  {
    ...usual,
    code: "ACK",
    title: "Acknowledgment of a CCD credit",
    shape: "company",
    directions: ["credit"],
    addenda: upToOne,
    allowsZeroDollar: true,
    isNonMonetary: true,
    needsName: false,
  },
  { ...convertedCheck, code: "ARC", title: "Accounts receivable entry" },
  {
    ...usual,
    code: "ATX",
    title: "Acknowledgment of a CTX credit",
    shape: "corporate",
    directions: ["credit"],
    addenda: many,
    allowsZeroDollar: true,
    isNonMonetary: true,
    needsName: false,
  },
  { ...convertedCheck, code: "BOC", title: "Back office conversion entry" },
  {
    ...usual,
    code: "CCD",
    title: "Corporate credit or debit",
    shape: "company",
    addenda: upToOne,
    allowsZeroDollar: true,
  },
  {
    ...usual,
    code: "CIE",
    title: "Customer-initiated entry",
    shape: "nameFirst",
    directions: ["credit"],
    addenda: upToOne,
  },
  { ...usual, code: "COR", title: "Notification of change", isNonMonetary: true, needsName: false },
  {
    ...usual,
    code: "CTX",
    title: "Corporate trade exchange",
    shape: "corporate",
    addenda: many,
    allowsZeroDollar: true,
  },
  {
    ...usual,
    code: "DNE",
    title: "Death notification entry",
    directions: ["credit"],
    addenda: { ...upToOne, min: 1 },
    isNonMonetary: true,
  },
  {
    ...usual,
    code: "ENR",
    title: "Automated enrollment entry",
    directions: ["credit"],
    addenda: { ...many, min: 1 },
    isNonMonetary: true,
    description: "AUTOENROLL",
  },
  {
    ...usual,
    code: "IAT",
    title: "International ACH transaction",
    shape: "iat",
    addenda: { type: "iat", min: 7, max: 12 },
    allowsZeroDollar: true,
    needsName: false,
  },
  { ...usual, code: "MTE", title: "Machine transfer entry", shape: "nameFirst", addenda: terminal },
  { ...convertedCheck, code: "POP", title: "Point-of-purchase entry" },
  { ...usual, code: "POS", title: "Point-of-sale entry", addenda: terminal },
  { ...usual, code: "PPD", title: "Prearranged payment or deposit", addenda: upToOne },
  {
    ...replacedCheck,
    code: "RCK",
    title: "Re-presented check entry",
    description: "REDEPCHECK",
    amountMaxMinor: CHECK_MAX_MINOR,
  },
  { ...usual, code: "SHR", title: "Shared network entry", shape: "card", addenda: terminal },
  { ...usual, code: "TEL", title: "Telephone-initiated entry", directions: ["debit"] },
  { ...replacedCheck, code: "TRC", title: "Truncated check entry", shape: "item" },
  {
    ...usual,
    code: "TRX",
    title: "Truncated checks exchange",
    shape: "corporate",
    directions: ["debit"],
    addenda: many,
    needsName: false,
  },
  { ...usual, code: "WEB", title: "Internet-initiated or mobile entry", addenda: upToOne },
  { ...replacedCheck, code: "XCK", title: "Destroyed check entry", shape: "item", amountMaxMinor: CHECK_MAX_MINOR },
];

const byCode: ReadonlyMap<string, EntryClass> = new Map(classes.map((each) => [each.code, Object.freeze(each)]));

/** The class of a Standard Entry Class Code; undefined if it is unknown or not supported. */
export const entryClassOf = (code: string): EntryClass | undefined => byCode.get(code);

/** Every supported class, by code. */
export const entryClasses: readonly EntryClass[] = [...byCode.values()];
