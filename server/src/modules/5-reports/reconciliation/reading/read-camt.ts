import {
  type AccountEntry,
  type AccountTransaction,
  accountEntry,
  type EntryTotals,
  Iso20022Error,
  noEntries,
  type ReceivedMessage,
  readStatementParts,
  type StatementEntry,
  type StatementName,
  statementProblems,
  withEntry,
} from "bursar-bank-formats/iso20022";
import { present } from "#kernel/assert.ts";
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

type Content = ReceivedMessage<StatementName>["message"]["content"];
type FinalStatement = Extract<Content, { Stmt: unknown }>["Stmt"][number];
type Statement =
  | FinalStatement
  | Extract<Content, { Rpt: unknown }>["Rpt"][number]
  | Extract<Content, { Ntfctn: unknown }>["Ntfctn"][number];

const statementsOf = (content: Content): readonly Statement[] => {
  if ("Stmt" in content) return content.Stmt;
  return "Rpt" in content ? content.Rpt : content.Ntfctn;
};

/** Movements are collected while the file is read, before the rest of their statement is known. */
interface Collected {
  totals: EntryTotals;
  readonly entries: AccountEntry[];
}

/**
 * Reads camt.052, camt.053, and camt.054 to their end. Throws UnusableStatement if one is invalid, contradicts itself, or
 * has more movements than memory is meant for.
 */
export async function readCamt(
  chunks: AsyncIterable<Uint8Array>,
  format: string,
  options: ReadingOptions,
): Promise<StatementFile> {
  const collected = new Map<number, Collected>();
  const budget = { movements: MOVEMENTS_MAX, references: REFERENCES_MAX };
  try {
    for await (const part of readStatementParts(chunks)) {
      if (part.kind === "entry") collect(collected, part, budget);
      else return fileOf(part.received.message.content, collected, options);
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

function collect(
  collected: Map<number, Collected>,
  { entry, statementIndex }: { readonly entry: StatementEntry; readonly statementIndex: number },
  budget: Budget,
): void {
  const statement = collected.get(statementIndex) ?? { totals: noEntries, entries: [] };
  collected.set(statementIndex, statement);
  statement.totals = withEntry(statement.totals, entry);
  const read = accountEntry(entry);
  if (read.status !== "BOOK" || read.amount.amountMinor === 0n) return;
  budget.movements -= 1;
  budget.references -= read.transactions.length;
  if (budget.movements < 0 || budget.references < 0)
    unusable(`It has more than ${MOVEMENTS_MAX} movements or ${REFERENCES_MAX} details. Ask the bank to split it.`);
  statement.entries.push(read);
}

function fileOf(
  content: Content,
  collected: ReadonlyMap<number, Collected>,
  { isAccepted = false }: ReadingOptions,
): StatementFile {
  const { MsgId: messageId, MsgPgntn: pages } = content.GrpHdr;
  const accounts: ReportedAccount[] = [];
  const foreign: ForeignAccount[] = [];
  for (const [index, statement] of statementsOf(content).entries()) {
    const { totals, entries } = collected.get(index) ?? { totals: noEntries, entries: [] };
    const currency = entries.find(({ amount }) => amount.Ccy !== "USD")?.amount.Ccy ?? statement.Acct.Ccy ?? "USD";
    if (currency !== "USD") {
      foreign.push({ accountNumber: numberOf(statement), currency, movements: entries.length });
      continue;
    }
    // Version 02 numbers only the messages, and so do some banks with version 08.
    const place = placeOf(pageOf(statement) ?? pages);
    const [problem] = place === undefined ? statementProblems(statement, totals) : [];
    if (problem !== undefined && !isAccepted)
      return unusable(`Its totals do not match its entries: ${problem.path} ${problem.rule}.`);
    const parts = "Stmt" in content ? periodPartsOf(present(content.Stmt[index], "it is the same list")) : undefined;
    accounts.push(reportOf(statement, { entries, parts: problem === undefined ? parts : undefined, place }));
  }
  const paged = accounts.find(({ page }) => page !== undefined);
  return {
    messageId: paged?.page === undefined ? messageId : `${messageId}/${paged.page.number}`,
    accounts,
    foreign,
  };
}

const numberOf = ({ Acct: { Id: id } }: Statement): string => id.IBAN ?? id.Othr?.Id ?? "";

type PageElement = NonNullable<Content["GrpHdr"]["MsgPgntn"]>;
type Place = Pick<ReportPage, "number" | "isLast">;

/** Undefined if the report is whole. */
function placeOf(page: PageElement | undefined): Place | undefined {
  if (page === undefined) return undefined;
  const place = { number: Number(page.PgNb), isLast: page.LastPgInd };
  if (place.number === 1 && place.isLast) return undefined;
  return place.number > 0 ? place : unusable("Its pages are not numbered from 1.");
}

function pageOf(statement: Statement): PageElement | undefined {
  if ("StmtPgntn" in statement) return statement.StmtPgntn;
  if ("RptPgntn" in statement) return statement.RptPgntn;
  return "NtfctnPgntn" in statement ? statement.NtfctnPgntn : undefined;
}

interface StatementParts {
  readonly entries: readonly AccountEntry[];
  readonly parts: PeriodParts | undefined;
  readonly place: Place | undefined;
}

function reportOf(statement: Statement, { entries, parts, place }: StatementParts): ReportedAccount {
  const { Acct: account } = statement;
  const createdOn = statement.CreDtTm && dayIn(statement.CreDtTm);
  const movements = entries.map((entry) => movementOf(entry, createdOn));
  return {
    account: { accountNumber: numberOf(statement), routingNumber: routingNumberOf(account.Svcr) },
    statementReference: statement.Id,
    period: place === undefined && parts !== undefined ? periodOf(parts, movements) : undefined,
    action: "add",
    on: createdOn,
    page: place && { ...place, parts },
    movements,
  };
}

type Servicer = NonNullable<Statement["Acct"]["Svcr"]>;

/** `USABA`: a routing number of the American Bankers Association. */
function routingNumberOf(servicer: Servicer | undefined): string | undefined {
  const member = servicer?.FinInstnId.ClrSysMmbId;
  return member?.ClrSysId?.Cd === "USABA" || /^[0-9]{9}$/.test(member?.MmbId ?? "") ? member?.MmbId : undefined;
}

const NAME_LENGTH_MAX = 140;
const TEXT_LENGTH_MAX = 500;

function movementOf(entry: AccountEntry, createdOn: string | undefined): ReportedMovement {
  const bookedOn = entry.bookedOn ?? entry.valueOn ?? createdOn;
  if (bookedOn === undefined) return unusable("It has a booked entry without a date.");
  const isCredit = entry.direction === "credit";
  const { transactionCode: code, transactions, amount } = entry;
  // Of a batch, no single name is the counterparty.
  const [only] = transactions.length === 1 ? transactions : [];
  return {
    bookedOn,
    amountMinor: isCredit ? amount.amountMinor : -amount.amountMinor,
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
