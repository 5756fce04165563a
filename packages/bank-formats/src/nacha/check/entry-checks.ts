import { isReversalDescription } from "../codes/descriptions.ts";
import { meaningOfTransactionCode } from "../codes/transaction-codes.ts";
import type { Finding, Report } from "../errors.ts";
import { checkDigitOf } from "../identifiers/routing-number.ts";
import type { BatchKind } from "../records/entry-layouts.ts";
import type { EntryCategory, NachaEntry } from "../records/model.ts";
import type { NachaRule } from "../rules.ts";

/** An entry with its place in the file. */
export interface PlacedEntry {
  readonly entry: NachaEntry;
  readonly category: EntryCategory;
  readonly line: number;
}

type Problem = (rule: NachaRule, key: keyof NachaEntry, expected?: string) => void;

/** Reports what is wrong with the fields of an entry, apart from its addenda records. */
export function checkEntryFields(batch: BatchKind, placed: PlacedEntry, report: Report): void {
  const { entry, line } = placed;
  const problem: Problem = (rule, key, expected) => {
    const field = batch.layout.fields[key];
    const value = entry[key];
    const finding: Finding = { rule, line, record: batch.layout.record, field, expected };
    report(value === undefined ? finding : { ...finding, value: String(value) });
  };
  const checkDigit = checkDigitOf(entry.receivingDfiIdentification);
  if (entry.checkDigit !== checkDigit) problem("entryCheckDigit", "checkDigit", checkDigit);
  checkTransactionCode(batch, placed, problem);
  checkDirection(batch, entry, problem);
  checkAmount(batch, placed, problem);
  checkName(batch, placed, problem);
  if (!entry.traceNumber.startsWith(batch.header.odfiIdentification))
    problem("entryTraceOdfi", "traceNumber", `${batch.header.odfiIdentification}…`);
}

function checkTransactionCode({ entryClass, header }: BatchKind, placed: PlacedEntry, problem: Problem): void {
  const { entry, category } = placed;
  const { use, direction, account } = meaningOfTransactionCode(entry.transactionCode);
  if (category !== "forward") {
    if (use !== "return") problem("returnTransactionCode", "transactionCode");
    return;
  }
  const isReversal = isReversalDescription(header.companyEntryDescription);
  const allowed =
    use !== "return" &&
    (use !== "zeroDollar" || entryClass.allowsZeroDollar) &&
    (use !== "live" || !entryClass.isNonMonetary) &&
    // ORF 3.2.2: debits of loan accounts only reverse credits.
    (isReversal || (entryClass.directions.includes(direction) && !(account === "loan" && direction === "debit")));
  if (!allowed) problem("entryTransactionCode", "transactionCode");
}

function checkDirection({ header }: BatchKind, entry: NachaEntry, problem: Problem): void {
  const { direction } = meaningOfTransactionCode(entry.transactionCode);
  const excluded = direction === "credit" ? "225" : "220";
  if (header.serviceClassCode === excluded) problem("batchDirection", "transactionCode");
}

function checkAmount({ entryClass }: BatchKind, { entry, category }: PlacedEntry, problem: Problem): void {
  if (category === "change" || category === "refusedChange") {
    if (entry.amountMinor !== 0n) problem("entryAmountNotZero", "amountMinor");
    return;
  }
  // A returned prenote has amount zero, and its transaction code does not show that it was one.
  if (category !== "forward") return;
  const { use } = meaningOfTransactionCode(entry.transactionCode);
  if (use === "live" && !entryClass.isNonMonetary) {
    if (entry.amountMinor === 0n) problem("entryAmountZero", "amountMinor");
    const { amountMaxMinor } = entryClass;
    if (amountMaxMinor !== undefined && entry.amountMinor > amountMaxMinor)
      problem("entryAmountLimit", "amountMinor", `at most ${amountMaxMinor}`);
  } else if (entry.amountMinor !== 0n) problem("entryAmountNotZero", "amountMinor");
}

function checkName({ entryClass, isIat }: BatchKind, { entry, category }: PlacedEntry, problem: Problem): void {
  if (!entryClass.needsName || isIat || category !== "forward") return;
  if (/^[ 0]*$/.test(entry.receiverName ?? "")) problem("entryName", "receiverName");
}
