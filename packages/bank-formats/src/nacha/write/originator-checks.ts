import { calendarDaysAfter, type IsBankingDay } from "../calendar/dates.ts";
import { requestsSameDay, sameDayProblem } from "../calendar/same-day.ts";
import { headerField } from "../check/batch-checks.ts";
import type { ControlTotals } from "../check/totals.ts";
import { type BatchPurpose, hasDescription, prescribedDescriptions } from "../codes/descriptions.ts";
import type { Report } from "../errors.ts";
import type { BatchKind } from "../records/entry-layouts.ts";
import { fileControlLayout } from "../records/file-records.ts";
import type { NachaEntry } from "../records/model.ts";
import type { NachaRule } from "../rules.ts";

/** What the originator's bank accepts. Banks differ, so nothing here is required by default except the network's rules. */
export interface BankRules {
  /** `required`: debits equal credits; `forbidden`: they must not; `any` by default. */
  readonly balance?: "any" | "required" | "forbidden" | undefined;
  /** Whether batches may mix debits and credits (200); true by default. */
  readonly acceptsMixedBatches?: boolean | undefined;
  /** The network's limit, or the bank's if that is lower. */
  readonly sameDayLimitMinor?: bigint | undefined;
  /** If given, effective entry dates must be banking days. */
  readonly isBankingDay?: IsBankingDay | undefined;
  /** How many calendar days the effective entry date may be after the file's creation date. */
  readonly effectiveDaysMax?: number | undefined;
}

interface Place {
  readonly line: number;
  readonly report: Report;
}

/** Reports what the originator's bank would reject in the header of a batch of forward entries. */
export function checkForwardHeader(
  { header }: BatchKind,
  given: { readonly purpose: BatchPurpose | undefined; readonly fileCreationDate: string; readonly rules: BankRules },
  { line, report }: Place,
): void {
  const { purpose, fileCreationDate, rules } = given;
  const problem = (rule: NachaRule, key: string, value: string, expected?: string): void =>
    report({ rule, line, value, expected, ...headerField(header, key) });
  const description = header.companyEntryDescription;
  if (purpose !== undefined && !hasDescription(purpose, description))
    problem("batchDescription", "companyEntryDescription", description, prescribedDescriptions[purpose]);
  if (header.serviceClassCode === "200" && rules.acceptsMixedBatches === false)
    problem("mixedBatch", "serviceClassCode", header.serviceClassCode, "220 or 225");
  const date = header.effectiveEntryDate;
  if (date === undefined) return;
  const inDate = (rule: NachaRule, expected?: string): void => problem(rule, "effectiveEntryDate", date, expected);
  if (date < fileCreationDate) inDate("effectiveDatePast", `${fileCreationDate} or later`);
  if (rules.isBankingDay?.(date) === false) inDate("effectiveDateBankingDay");
  if (rules.effectiveDaysMax === undefined) return;
  const last = calendarDaysAfter(fileCreationDate, rules.effectiveDaysMax);
  if (date > last) inDate("effectiveDateFar", `${last} or earlier`);
}

/** Reports an entry that requests same-day settlement but is not eligible. */
export function checkSameDay(
  { header, layout }: BatchKind,
  entry: NachaEntry,
  { rules, fileCreationDate, line, report }: Place & { readonly rules: BankRules; readonly fileCreationDate: string },
): void {
  if (!requestsSameDay(header.effectiveEntryDate, fileCreationDate)) return;
  const rule = sameDayProblem(entry, header.standardEntryClassCode, rules.sameDayLimitMinor);
  if (rule === "sameDayAmount")
    report({
      rule,
      line,
      record: layout.record,
      field: layout.fields["amountMinor"],
      value: String(entry.amountMinor),
    });
  else if (rule !== undefined) report({ rule, line, record: layout.record });
}

/** Reports a file that is balanced although the bank forbids it, or the reverse. */
export function checkBalance(
  { totalDebitMinor, totalCreditMinor }: ControlTotals,
  rules: BankRules,
  place: Place,
): void {
  const { line, report } = place;
  const isBalanced = totalDebitMinor === totalCreditMinor;
  const hasMoney = totalDebitMinor + totalCreditMinor > 0n;
  const finding = {
    line,
    record: fileControlLayout.record,
    field: fileControlLayout.fields.totalDebitMinor,
    value: String(totalDebitMinor),
    expected: undefined,
  };
  if (rules.balance === "required" && !isBalanced)
    report({ ...finding, rule: "unbalanced", expected: String(totalCreditMinor) });
  if (rules.balance === "forbidden" && isBalanced && hasMoney) report({ ...finding, rule: "balanced" });
}
