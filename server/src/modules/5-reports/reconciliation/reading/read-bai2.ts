import {
  asBanksSend,
  type Bai2Account,
  type Bai2Difference,
  Bai2Error,
  type Bai2FileHeader,
  type Bai2GroupHeader,
  type Bai2ProblemTransaction,
  type Bai2Transaction,
  readBai2,
} from "bursar-bank-formats/bai2";
import { type FileItem, toleratedAmong } from "#bank/exchange";
import { formatUsd } from "#kernel/values/money.ts";
import { isReturnCode } from "./movement-codes.ts";
import {
  type ForeignAccount,
  MOVEMENTS_MAX,
  type ReadingOptions,
  type ReportedAccount,
  type ReportedMovement,
  referenceIn,
  type StatementFile,
  type StatementPeriod,
  shortened,
  unusable,
} from "./reported-account.ts";

/** BAI2 manual, appendix A, status codes. */
const OPENING_LEDGER = "010";
const CLOSING_LEDGER = "015";

interface OpenAccount {
  readonly account: Bai2Account;
  readonly transactions: Bai2Transaction[];
  /** Of its trailer, or what cannot be read: its balances prove nothing. */
  isDoubtful: boolean;
}

/**
 * Reads a BAI2 or BTRS file to its end. Transactions that are wrong on their own are open items. Throws UnusableStatement if
 * the file is invalid or contradicts itself.
 */
export async function readBai2Statement(
  chunks: AsyncIterable<Uint8Array>,
  options: ReadingOptions,
): Promise<StatementFile> {
  const accounts: ReportedAccount[] = [];
  const foreign: ForeignAccount[] = [];
  const items: FileItem[] = [];
  const differences: Bai2Difference[] = [];
  let tolerated: StatementFile["tolerated"] = [];
  let file: Bai2FileHeader | undefined;
  let group: Bai2GroupHeader | undefined;
  let open: OpenAccount | undefined;
  let movements = 0;
  const reading = { ...asBanksSend, tolerant: toleratedAmong(asBanksSend.tolerant, options.tolerates) };
  try {
    for await (const item of readBai2(chunks, reading)) {
      if (item.kind === "file") file = item;
      else if (item.kind === "group") group = item;
      else if (item.kind === "account") open = { account: item, transactions: [], isDoubtful: false };
      else if (item.kind === "transaction") {
        movements += 1;
        if (movements > MOVEMENTS_MAX)
          unusable(`It has more than ${MOVEMENTS_MAX} transactions. Ask the bank to split it.`);
        open?.transactions.push(item);
      } else if (item.kind === "problemTransaction") {
        items.push(itemOf(item));
        if (open !== undefined) open.isDoubtful = true;
      } else if (item.kind === "difference") {
        differences.push(item);
        if (item.level === "account" && open !== undefined) open.isDoubtful = true;
      } else if (item.kind === "end") tolerated = item.tolerated;
      else if (item.kind === "accountTrailer" && group !== undefined && open !== undefined) {
        // Nothing for a test group.
        if (group.groupStatus === "test") continue;
        const { customerAccountNumber: accountNumber, currencyCode: currency } = open.account;
        if (currency === "USD") accounts.push(reportOf(group, open, options));
        else {
          const [movements, statementReference] = [open.transactions.length, referenceOf(group)];
          foreign.push({ accountNumber, currency, movements, statementReference });
        }
      }
    }
  } catch (error) {
    if (error instanceof Bai2Error) return unusable(`It is not a valid BAI2 file. ${error.message}`);
    throw error;
  }
  const [difference] = differences;
  if (difference !== undefined && options.isAccepted !== true) return unusable(sayDifference(difference));
  // A file with nothing to report may be empty.
  if (file === undefined) return { messageId: "", accounts, foreign, items, tolerated };
  return { messageId: messageIdOf(file), accounts, foreign, items, tolerated };
}

const sayDifference = ({ line, field, what, stated, counted }: Bai2Difference): string => {
  const text = (amount: bigint): string => (what === "controlTotal" ? formatUsd(amount) : String(amount));
  return `Line ${line}: its ${field} says ${text(stated)}, and the file has ${text(counted)}.`;
};

/** A transaction that cannot be read on its own: it is no movement until a person has asked the bank. */
function itemOf({ line, problems, facts }: Bai2ProblemTransaction): FileItem {
  return {
    kind: "unreadable",
    place: `Line ${line}`,
    position: line,
    reason: `The transaction cannot be read: ${problems[0]?.field ?? ""} ${problems[0]?.rule ?? "is incomplete"}.`,
    identity: ["transaction", facts.typeCode ?? "", String(facts.amountMinor ?? ""), String(line)],
    code: facts.typeCode,
    amountMinor: facts.amountMinor,
    currency: "USD",
  };
}

/** BAI2 manual, record 01: sender, receiver, date, and number identify a file. */
const messageIdOf = (file: Bai2FileHeader): string =>
  [file.senderIdentification, file.receiverIdentification, file.fileCreationDate, file.fileIdentificationNumber]
    .join("-")
    .slice(0, 140);

const referenceOf = ({ asOfDate, originatorIdentification }: Bai2GroupHeader): string =>
  `${asOfDate} ${originatorIdentification}`;

function reportOf(
  group: Bai2GroupHeader,
  { account, transactions, isDoubtful }: OpenAccount,
  options: ReadingOptions,
): ReportedAccount {
  const movements = transactions.flatMap((transaction) => movementsOf(group, transaction));
  const action = group.groupStatus === "correction" ? "replace" : group.groupStatus === "deletion" ? "delete" : "add";
  return {
    account: { accountNumber: account.customerAccountNumber, routingNumber: routingNumberOf(group) },
    statementReference: referenceOf(group),
    period: isDoubtful ? undefined : periodOf(group, account, { movements, ...options }),
    action,
    on: group.asOfDate,
    page: undefined,
    movements,
  };
}

const routingNumberOf = ({ originatorIdentification: originator }: Bai2GroupHeader): string | undefined =>
  /^[0-9]{9}$/.test(originator) ? originator : undefined;

/** A group is final if it has a closing balance and does not say that it is an interim one. */
function periodOf(
  group: Bai2GroupHeader,
  { balances, line }: Bai2Account,
  { movements, isAccepted = false }: ReadingOptions & { readonly movements: readonly ReportedMovement[] },
): StatementPeriod | undefined {
  const balance = (code: string) => balances.find(({ typeCode }) => typeCode.code === code)?.amountMinor;
  const closingMinor = balance(CLOSING_LEDGER);
  const isInterim = group.asOfDateModifier === "interimPreviousDay" || group.asOfDateModifier === "interimSameDay";
  if (isInterim || closingMinor === undefined) return undefined;
  const netMinor = movements.reduce((sum, { amountMinor }) => sum + amountMinor, 0n);
  const openingMinor = balance(OPENING_LEDGER) ?? closingMinor - netMinor;
  if (openingMinor + netMinor !== closingMinor && isAccepted) return undefined;
  if (openingMinor + netMinor !== closingMinor)
    return unusable(
      `Line ${line}: its opening balance (010) and transactions do not add up to its closing balance (015).`,
    );
  return { fromOn: group.asOfDate, closesOn: group.asOfDate, openingMinor, closingMinor };
}

const TEXT_LENGTH_MAX = 500;

function movementsOf(group: Bai2GroupHeader, transaction: Bai2Transaction): readonly ReportedMovement[] {
  const { amountMinor = 0n, direction, typeCode, text } = transaction;
  if (amountMinor === 0n || direction === "none") return [];
  const code = `BAI/${typeCode.code}`;
  const reference = referenceIn(transaction.customerReferenceNumber);
  return [
    {
      bookedOn: group.asOfDate,
      amountMinor: direction === "credit" ? amountMinor : -amountMinor,
      feeMinor: 0n,
      isReturn: isReturnCode(code),
      bankReference: referenceIn(transaction.bankReferenceNumber),
      code,
      counterparty: shortened(nameIn(text), NAME_LENGTH_MAX),
      remittance: undefined,
      description: shortened(text.join(" ") || typeCode.meaning, TEXT_LENGTH_MAX),
      details: reference === undefined ? [] : [[withoutZeros(reference), reference].filter(isFirst)],
    },
  ];
}

/** BAI2 has no field for names. Banks write them into the text: after a tag, or on its first line. */
function nameIn(text: readonly string[]): string | undefined {
  for (const line of text) {
    const tagged = /\b(?:ORIG CO NAME|ORIG|ORG|ORIGINATOR|SENDER)[:=]\s{0,3}([^:=;,]{2,70})/i.exec(
      line.slice(0, TEXT_LENGTH_MAX),
    );
    if (tagged?.[1] !== undefined) return tagged[1];
  }
  return text[0];
}

const NAME_LENGTH_MAX = 140;

/** Check numbers are padded with zeros. */
const withoutZeros = (reference: string): string =>
  /^[0-9]+$/.test(reference) ? reference.replace(/^0+/, "") : reference;

const isFirst = (text: string, index: number, all: readonly string[]): boolean => all.indexOf(text) === index;
