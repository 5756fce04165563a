import { decimalOf } from "#kernel/values/csv.ts";
import { dayAfter, type StatementLine } from "../statement.ts";
import type { FileFormat, FileSource } from "./statement-file.ts";
import { element, xmlText } from "./xml.ts";

/** Noon in UTC, which is the same day everywhere in the United States. */
const noonOf = (day: string): string => `${day.replaceAll("-", "")}120000`;
const instantText = (at: Date): string => at.toISOString().replaceAll(/[-:T]/g, "").slice(0, 14);

const OK = element("STATUS", element("CODE", "0"), element("SEVERITY", "INFO"));

/** ACCTID has 22 characters. A part of the account's id makes a masked number unique. */
const accountIdOf = ({ accountNumber, statement }: FileSource): string => {
  const isMasked = !/^[0-9A-Za-z]+$/.test(accountNumber);
  if (!isMasked) return xmlText(accountNumber, 22);
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

function transaction(line: StatementLine): string {
  const memo = line.details === undefined ? line.description : `${line.description} · ${line.details}`;
  return element(
    "STMTTRN",
    element("TRNTYPE", typeOf(line)),
    element("DTPOSTED", noonOf(line.day)),
    element("TRNAMT", decimalOf(line.amountMinor)),
    element("FITID", line.reference),
    element("CHECKNUM", xmlText(line.checkNumber ?? "", 12)),
    element("NAME", xmlText(line.counterpartyName, 32)),
    element("MEMO", xmlText(memo, 255)),
  );
}

async function* pieces(source: FileSource): AsyncGenerator<string> {
  const { statement, lines } = source;
  yield '<?xml version="1.0" encoding="UTF-8" standalone="no"?>\n';
  yield '<?OFX OFXHEADER="200" VERSION="220" SECURITY="NONE" OLDFILEUID="NONE" NEWFILEUID="NONE"?>\n<OFX>';
  const signOn = element(
    "SONRS",
    OK,
    element("DTSERVER", instantText(statement.createdAt)),
    element("LANGUAGE", "ENG"),
  );
  yield element("SIGNONMSGSRSV1", signOn);
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

export const ofxFormat: FileFormat = {
  path: "ofx",
  extension: "ofx",
  mediaType: "application/x-ofx; charset=utf-8",
  title: "OFX",
  description: "OFX 2.2, for QuickBooks, Xero, and other bookkeeping software.",
  pieces,
};
