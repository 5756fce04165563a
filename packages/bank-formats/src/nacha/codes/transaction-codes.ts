/**
 * Transaction codes (ORF 3.2.2, "Transaction Code"): the first digit is the kind of account, the second the direction
 * and use. 57 to 59 do not exist; 55, the debit of a loan account, is for reversals only. ADV codes (81–88) are not
 * supported.
 */
// biome-ignore format: a row for each kind of account
export const transactionCodes = [
  "21", "22", "23", "24", "26", "27", "28", "29",
  "31", "32", "33", "34", "36", "37", "38", "39",
  "41", "42", "43", "44", "46", "47", "48", "49",
  "51", "52", "53", "54", "55", "56",
] as const;
export type TransactionCode = (typeof transactionCodes)[number];

export type AchAccountType = "checking" | "savings" | "generalLedger" | "loan";
export type AchDirection = "credit" | "debit";
/** `return` also covers notifications of change; `zeroDollar` entries carry only remittance data. */
export type TransactionUse = "live" | "prenote" | "zeroDollar" | "return";

export interface TransactionCodeMeaning {
  readonly account: AchAccountType;
  /** Of the entry that is returned or corrected, in a return or notification of change. */
  readonly direction: AchDirection;
  readonly use: TransactionUse;
}

const accounts: Readonly<Record<string, AchAccountType>> = {
  2: "checking",
  3: "savings",
  4: "generalLedger",
  5: "loan",
};
const uses: Readonly<Record<string, readonly [AchDirection, TransactionUse]>> = {
  1: ["credit", "return"],
  2: ["credit", "live"],
  3: ["credit", "prenote"],
  4: ["credit", "zeroDollar"],
  5: ["debit", "live"],
  6: ["debit", "return"],
  7: ["debit", "live"],
  8: ["debit", "prenote"],
  9: ["debit", "zeroDollar"],
};

const meanings: ReadonlyMap<string, TransactionCodeMeaning> = new Map(
  transactionCodes.map((code) => {
    const account = accounts[code.charAt(0)] ?? "checking";
    const [direction, use] = uses[code.charAt(1)] ?? ["credit", "live"];
    return [code, Object.freeze({ account, direction, use })];
  }),
);

/** What the code means. */
export function meaningOfTransactionCode(code: TransactionCode): TransactionCodeMeaning {
  const meaning = meanings.get(code);
  if (meaning === undefined) throw new RangeError("Not a transaction code");
  return meaning;
}

/** The code for an account, direction, and use; undefined if there is none (prenotes and remittances of loan debits). */
export const transactionCodeFor = ({ account, direction, use }: TransactionCodeMeaning): TransactionCode | undefined =>
  transactionCodes.find((code) => {
    const meaning = meanings.get(code);
    return meaning?.account === account && meaning.direction === direction && meaning.use === use;
  });
