import {
  type AccountEntry,
  type AccountReport,
  type AccountReportFile,
  type AccountTransaction,
  accountReportProblems,
  feeWithin,
  Iso20022Error,
  isoTolerances,
  type MessageProblem,
  readAccountReports,
} from "bursar-bank-formats/iso20022";
import { type FileItem, toleratedAmong } from "#bank/exchange";
import { isReturnCode } from "./movement-codes.ts";
import {
  type ForeignAccount,
  MOVEMENTS_MAX,
  type PeriodParts,
  REFERENCES_MAX,
  type ReadingOptions,
  type ReportedAccount,
  type ReportedMovement,
  type ReportPage,
  referenceIn,
  type StatementFile,
  shortened,
  unusable,
} from "./reported-account.ts";
import { dayIn, periodOf, periodPartsOf } from "./statement-period.ts";

/** What was read of one report before the rest of it is known. */
interface Collected {
  readonly entries: AccountEntry[];
  readonly items: FileItem[];
}

/**
 * Reads camt.052, camt.053, and camt.054 of all versions to their end. Entries that are wrong on their own are open items.
 * Throws UnusableStatement if the file is malformed, contradicts itself, or has more movements than memory is meant for.
 */
export async function readCamt(
  chunks: AsyncIterable<Uint8Array>,
  format: string,
  options: ReadingOptions,
): Promise<StatementFile> {
  const collected = new Map<number, Collected>();
  const collectedOf = (index: number): Collected => {
    const collectedSoFar = collected.get(index) ?? { entries: [], items: [] };
    collected.set(index, collectedSoFar);
    return collectedSoFar;
  };
  const budget = { movements: MOVEMENTS_MAX, references: REFERENCES_MAX };
  try {
    for await (const part of readAccountReports(chunks, {
      tolerant: toleratedAmong(isoTolerances, options.tolerates),
    })) {
      if (part.kind === "end") return fileOf(part.file, collectedOf, options);
      const { entries, items } = collectedOf(part.reportIndex);
      if (part.kind === "problemEntry") items.push(itemOf(part));
      else if (part.entry.status === "BOOK" && part.entry.amount.amountMinor !== 0n) {
        spend(budget, part.entry);
        entries.push(part.entry);
      }
    }
  } catch (error) {
    if (error instanceof Iso20022Error) return unusable(`It is not a valid ${format}. ${error.message}`);
    throw error;
  }
  return unusable("It ends before its statement does.");
}

interface Budget {
  movements: number;
  references: number;
}

function spend(budget: Budget, { transactions }: AccountEntry): void {
  budget.movements -= 1;
  budget.references -= transactions.length;
  if (budget.movements < 0 || budget.references < 0)
    unusable(`It has more than ${MOVEMENTS_MAX} movements or ${REFERENCES_MAX} details. Ask the bank to split it.`);
}

/** An entry that cannot be read on its own: it is no movement until a person has asked the bank. */
function itemOf({
  line,
  problems,
  facts,
}: {
  readonly line: number;
  readonly problems: readonly MessageProblem[];
  readonly facts: {
    readonly amount?: { readonly amountMinor: bigint; readonly Ccy: string };
    readonly bankReference?: string;
    readonly bookedOn?: string;
  };
}): FileItem {
  const { amount, bankReference, bookedOn } = facts;
  const [problem] = problems;
  return {
    kind: "unreadable",
    place: `Line ${line}`,
    position: line,
    reason: `The entry cannot be read: ${problem === undefined ? "it is incomplete" : `${problem.path} ${problem.rule}`}.`,
    identity: ["entry", bankReference ?? "", bookedOn ?? "", String(amount?.amountMinor ?? ""), String(line)],
    reference: bankReference,
    amountMinor: amount?.amountMinor,
    currency: amount?.Ccy,
  };
}

function fileOf(
  file: AccountReportFile,
  collectedOf: (index: number) => Collected,
  { isAccepted = false }: ReadingOptions,
): StatementFile {
  const accounts: ReportedAccount[] = [];
  const foreign: ForeignAccount[] = [];
  const items: FileItem[] = [];
  for (const [index, report] of file.reports.entries()) {
    const { entries, items: unread } = collectedOf(index);
    items.push(...unread);
    const { number: accountNumber, currency: stated } = report.account;
    const currency = entries.find(({ amount }) => amount.Ccy !== "USD")?.amount.Ccy ?? stated ?? "USD";
    if (currency !== "USD") {
      foreign.push({ accountNumber, currency, movements: entries.length, statementReference: report.id ?? "" });
      continue;
    }
    // Version 02 numbers only the messages, and so do some banks with version 08.
    const place = placeOf(report.page ?? file.page);
    const [problem] = place === undefined ? accountReportProblems(report, report.totals) : [];
    if (problem !== undefined && !isAccepted)
      return unusable(`Its totals do not match its entries: ${problem.path} ${problem.rule}.`);
    // Entries that cannot be read may be bookings, so the balances prove nothing.
    const isWhole = problem === undefined && unread.length === 0 && report.problems.length === 0;
    const parts = file.kind === "statement" && isWhole ? periodPartsOf(report) : undefined;
    accounts.push(reportOf(report, { entries, parts, place }));
  }
  const paged = accounts.find(({ page }) => page !== undefined);
  return {
    messageId: paged?.page === undefined ? file.messageId : `${file.messageId}/${paged.page.number}`,
    accounts,
    foreign,
    items,
    tolerated: file.tolerated,
  };
}

type Place = Pick<ReportPage, "number" | "isLast">;

/** Undefined if the report is whole. */
function placeOf(page: Place | undefined): Place | undefined {
  if (page === undefined || (page.number === 1 && page.isLast)) return undefined;
  return page.number > 0 ? page : unusable("Its pages are not numbered from 1.");
}

interface StatementParts {
  readonly entries: readonly AccountEntry[];
  readonly parts: PeriodParts | undefined;
  readonly place: Place | undefined;
}

function reportOf(report: AccountReport, { entries, parts, place }: StatementParts): ReportedAccount {
  const { account, id = "", createdAt } = report;
  const createdOn = createdAt === undefined ? undefined : dayIn(createdAt);
  const movements = entries.map((entry) => {
    const bookedOn = entry.bookedOn ?? entry.valueOn ?? createdOn;
    return bookedOn === undefined ? unusable("It has a booked entry without a date.") : movementOf(entry, bookedOn);
  });
  return {
    account: { accountNumber: account.number, routingNumber: account.routingNumber },
    statementReference: id,
    period: place === undefined && parts !== undefined ? periodOf(parts, movements) : undefined,
    action: "add",
    on: createdOn,
    page: place && { ...place, parts },
    movements,
  };
}

const NAME_LENGTH_MAX = 140;
const TEXT_LENGTH_MAX = 500;

function movementOf(entry: AccountEntry, bookedOn: string): ReportedMovement {
  const isCredit = entry.direction === "credit";
  const { transactionCode: code, transactions, amount } = entry;
  // Of a batch, no single name is the counterparty.
  const [only] = transactions.length === 1 ? transactions : [];
  return {
    bookedOn,
    amountMinor: isCredit ? amount.amountMinor : -amount.amountMinor,
    // If the bank's figures prove none, a person compares the booking with the payment.
    feeMinor: feeWithin(entry) ?? 0n,
    isReturn:
      entry.isReversal ||
      isReturnCode(code) ||
      (transactions.length > 0 && transactions.every(({ returnReason }) => returnReason !== undefined)),
    bankReference: referenceIn(entry.bankReference),
    code,
    counterparty: shortened(isCredit ? only?.debtorName : only?.creditorName, NAME_LENGTH_MAX),
    remittance: shortened(only?.remittance.join(" "), NAME_LENGTH_MAX),
    description: shortened(entry.additionalInformation, TEXT_LENGTH_MAX),
    details: transactions.map(referencesOf).filter((references) => references.length > 0),
  };
}

/** All references under which a payment may be known: our own first, then the network's. */
function referencesOf(transaction: AccountTransaction): readonly string[] {
  const { endToEndId, instructionId, uetr, transactionId, checkNumber, imad, networkReference } = transaction;
  const found = [endToEndId, instructionId, uetr, transactionId, checkNumber, imad, networkReference].map(referenceIn);
  return [...new Set(found.filter((reference) => reference !== undefined))];
}
