import type { StatusReason } from "bursar-bank-formats/iso20022";
import { isIatHeader, type NachaFile, type NachaFileBatch } from "bursar-bank-formats/nacha";
import { newYorkDate } from "bursar-banking/calendar/new-york";
import { type AchAgreement, agreedCents } from "../agreement/bank-agreement.ts";
import { reasonOf } from "./bank-decision.ts";

/** Creation dates this many days from today are accepted: files may wait over a long weekend, and clocks differ. */
const CREATED_DAYS_AGO_MAX = 5;

interface Place {
  readonly batch: NachaFileBatch;
  readonly file: NachaFile;
  readonly ach: AchAgreement;
  readonly today: Temporal.PlainDate;
}

const daysBetween = (from: string, to: Temporal.PlainDate): number => Temporal.PlainDate.from(from).until(to).days;

/** What the originator's bank rejects in a file that is well formed: everything that differs from the agreement. */
export function nachaFileProblems(file: NachaFile, ach: AchAgreement, receivedAt: Date): readonly StatusReason[] {
  const today = newYorkDate(receivedAt);
  const problems: StatusReason[] = [];
  const { header, control, batches } = file;
  if (header.immediateDestination !== ach.immediateDestination)
    problems.push(reasonOf("RC03", "Immediate Destination is not this bank"));
  const age = daysBetween(header.fileCreationDate, today);
  if (age < -1 || age > CREATED_DAYS_AGO_MAX)
    problems.push(reasonOf("DT01", `File Creation Date ${header.fileCreationDate} is not current`));
  const isBalanced = control.totalDebitMinor === control.totalCreditMinor;
  const hasMoney = control.totalDebitMinor + control.totalCreditMinor > 0n;
  if (ach.balance === "required" && !isBalanced)
    problems.push(reasonOf("AM10", "Debits and credits of the file must be equal"));
  if (ach.balance === "forbidden" && isBalanced && hasMoney)
    problems.push(reasonOf("AM10", "The file must not contain offset entries"));
  const limit = agreedCents(ach.fileLimit);
  if (control.totalDebitMinor > limit || control.totalCreditMinor > limit)
    problems.push(reasonOf("AM02", "The file's total is above the agreed limit"));
  if (batches.length === 0) problems.push(reasonOf("FF01", "The file contains no batch"));
  return [...problems, ...batches.flatMap((batch) => batchProblems({ batch, file, ach, today }))];
}

function batchProblems({ batch, file, ach, today }: Place): readonly StatusReason[] {
  const { header, category } = batch;
  const at = `Batch ${header.batchNumber}:`;
  const problems: StatusReason[] = [];
  const company = isIatHeader(header) ? header.originatorIdentification : header.companyIdentification;
  if (company.trim() !== ach.companyIdentification.trim())
    problems.push(reasonOf("BE05", `${at} Company Identification is not set up`));
  if (!isIatHeader(header) && header.companyName.trim().toUpperCase() !== ach.companyName.trim().toUpperCase())
    problems.push(reasonOf("BE05", `${at} Company Name is not the one set up`));
  if (header.odfiIdentification !== ach.immediateDestination.slice(0, 8))
    problems.push(reasonOf("RC03", `${at} Originating DFI Identification is not this bank`));
  if (!ach.classes.includes(header.standardEntryClassCode))
    problems.push(reasonOf("AG03", `${at} class ${header.standardEntryClassCode} was not agreed`));
  if (header.serviceClassCode === "200" && !ach.acceptsMixedBatches)
    problems.push(reasonOf("AG03", `${at} mixed batches (200) were not agreed`));
  if (category !== "forward") problems.push(reasonOf("AG03", `${at} only new entries are accepted, not ${category}`));
  const effective = header.effectiveEntryDate;
  if (effective === undefined) return problems;
  if (effective < file.header.fileCreationDate)
    problems.push(reasonOf("DT01", `${at} Effective Entry Date ${effective} is in the past`));
  if (effective > today.add({ days: ach.effectiveDaysMax }).toString())
    problems.push(reasonOf("DT01", `${at} Effective Entry Date ${effective} is too far ahead`));
  return problems;
}
