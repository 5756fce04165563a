import { plainCharacter } from "bursar-bank-formats/text";
import { Type } from "typebox";
import { decimalOf } from "#kernel/values/csv.ts";
import { dayAfter, memoOf, type StatementLine } from "../statement.ts";
import type { FileFormat, FileSource } from "./statement-file.ts";
import { element } from "./xml.ts";

/** Noon in UTC, which is the same day everywhere in the United States. */
const noonOf = (day: string): string => `${day.replaceAll("-", "")}120000`;
const instantText = (at: Date): string => at.toISOString().replaceAll(/[-:T]/g, "").slice(0, 14);

/**
 * In ASCII, because readers in wide use fail on anything else; a character that has no such form becomes a question mark.
 * Both versions of the format know these three escapes.
 */
const ofxText = (text: string, lengthMax: number): string =>
  Array.from(text, (character) => plainCharacter(character) ?? "?")
    .join("")
    .replaceAll(/ +/g, " ")
    .trim()
    .slice(0, lengthMax)
    .trim()
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;");

const OK = element("STATUS", element("CODE", "0"), element("SEVERITY", "INFO"));

/** ACCTID has 22 characters. A part of the account's id makes a masked number unique. */
const accountIdOf = ({ accountNumber, statement }: FileSource): string => {
  const isMasked = !/^[0-9A-Za-z]+$/.test(accountNumber);
  if (!isMasked) return ofxText(accountNumber, 22);
  return `XXXX${statement.accountNumberLast4}-${statement.accountId.slice(-12)}`.slice(0, 22);
};

function typeOf({ kind, method, amountMinor, isReturn }: StatementLine): string {
  if (isReturn) return amountMinor < 0n ? "DEBIT" : "CREDIT";
  if (kind.endsWith("Fee")) return "FEE";
  if (kind === "internalTransfer" || kind === "treasuryTransfer") return "XFER";
  if (kind === "interestPayment") return "INT";
  if (method === "check") return "CHECK";
  return amountMinor < 0n ? "DEBIT" : "CREDIT";
}

const transaction = (line: StatementLine): string =>
  element(
    "STMTTRN",
    element("TRNTYPE", typeOf(line)),
    element("DTPOSTED", noonOf(line.day)),
    element("TRNAMT", decimalOf(line.amountMinor)),
    element("FITID", line.reference),
    element("CHECKNUM", ofxText(line.checkNumber ?? "", 12)),
    element("NAME", ofxText(line.counterpartyName, 32)),
    element("MEMO", ofxText(memoOf(line), 255)),
  );

/** The document after its header; `institution` names the bank in the sign-on. */
async function* documentOf(source: FileSource, institution: string): AsyncGenerator<string> {
  const { statement, lines } = source;
  const signOn = element(
    "SONRS",
    OK,
    element("DTSERVER", instantText(statement.createdAt)),
    element("LANGUAGE", "ENG"),
    institution,
  );
  yield `<OFX>${element("SIGNONMSGSRSV1", signOn)}`;
  yield `\n<BANKMSGSRSV1><STMTTRNRS>${element("TRNUID", "0")}${OK}<STMTRS>${element("CURDEF", "USD")}`;
  yield element(
    "BANKACCTFROM",
    element("BANKID", statement.routingNumber),
    element("ACCTID", accountIdOf(source)),
    element("ACCTTYPE", statement.accountKind === "savings" ? "SAVINGS" : "CHECKING"),
  );
  // DTEND is exclusive: the value to ask for in the next download.
  yield `\n<BANKTRANLIST>${element("DTSTART", noonOf(statement.startsOn))}${element("DTEND", noonOf(dayAfter(statement.endsOn)))}\n`;
  for await (const page of lines) yield page.map((line) => `${transaction(line)}\n`).join("");
  yield "</BANKTRANLIST>";
  const closing = decimalOf(statement.closingMinor);
  yield element("LEDGERBAL", element("BALAMT", closing), element("DTASOF", noonOf(statement.endsOn)));
  yield "</STMTRS></STMTTRNRS></BANKMSGSRSV1>\n</OFX>\n";
}

const PROLOGUE =
  '<?xml version="1.0" encoding="UTF-8" standalone="no"?>\n<?OFX OFXHEADER="200" VERSION="220" SECURITY="NONE" OLDFILEUID="NONE" NEWFILEUID="NONE"?>\n';

async function* ofxPieces(source: FileSource): AsyncGenerator<string> {
  yield PROLOGUE;
  yield* documentOf(source, "");
}

export const ofxFormat: FileFormat = {
  path: "ofx",
  operation: "Ofx",
  extension: "ofx",
  mediaType: "application/x-ofx; charset=utf-8",
  title: "OFX",
  description:
    "OFX 2.2, for bookkeeping software. Texts are in ASCII: accents are removed, and what has no such form is a question mark.",
  pieces: ofxPieces,
};

/** Of a bank that every edition of QuickBooks knows. The account's own number and routing number are in the file. */
const BANK_OF_EVERYONE = "3000";

const intuitBankId = Type.Optional(
  Type.String({
    pattern: "^[0-9]{1,5}$",
    description: `Your bank's number in Intuit's directory (\`INTU.BID\`). QuickBooks shows that bank's name and accepts the file for its accounts; \`${BANK_OF_EVERYONE}\` by default.`,
  }),
);

/** Web Connect is OFX 1.0.2 in SGML. */
const HEADER = [
  "OFXHEADER:100",
  "DATA:OFXSGML",
  "VERSION:102",
  "SECURITY:NONE",
  "ENCODING:USASCII",
  "CHARSET:1252",
  "COMPRESSION:NONE",
  "OLDFILEUID:NONE",
  "NEWFILEUID:NONE",
].join("\r\n");

async function* qboPieces(source: FileSource): AsyncGenerator<string> {
  const bankId = source.options.intuitBankId ?? BANK_OF_EVERYONE;
  yield `${HEADER}\r\n\r\n`;
  yield* documentOf(
    source,
    `${element("FI", element("ORG", "BANK"), element("FID", bankId))}${element("INTU.BID", bankId)}`,
  );
}

export const qboFormat: FileFormat = {
  path: "qbo",
  operation: "Qbo",
  extension: "qbo",
  mediaType: "application/vnd.intu.qbo; charset=us-ascii",
  title: "QBO",
  description: "QuickBooks Web Connect, for QuickBooks Desktop and Online. Texts are in ASCII, as in OFX.",
  options: { intuitBankId },
  pieces: qboPieces,
};
