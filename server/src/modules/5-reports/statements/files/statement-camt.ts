import { newYorkMidnight } from "bursar-banking/calendar/new-york";
import { methodTable } from "bursar-banking/identifiers/payment-method";
import { decimalOf } from "#kernel/values/csv.ts";
import type { PostalAddress } from "#records/identity";
import { endOf, type Statement, type StatementLine } from "../statement.ts";
import type { FileFormat, FileSource } from "./statement-file.ts";
import { element, xmlText } from "./xml.ts";

const NAMESPACE = "urn:iso:std:iso:20022:tech:xsd:camt.053.001.08";

const amount = (minor: bigint): string =>
  `<Amt Ccy="USD">${decimalOf(minor < 0n ? -minor : minor)}</Amt>${direction(minor)}`;
const direction = (minor: bigint): string => element("CdtDbtInd", minor < 0n ? "DBIT" : "CRDT");
const date = (name: string, day: string): string => element(name, element("Dt", day));
/** Max35Text has no room for the dashes of an id. */
const short = (id: string): string => id.replaceAll("-", "");

const balance = (code: "OPBD" | "CLBD", minor: bigint, day: string): string =>
  element("Bal", element("Tp", element("CdOrPrtry", element("Cd", code))), amount(minor), date("Dt", day));

/** Domain, family, and subfamily of ISO 20022's external code set for bank transactions. */
function bankTransactionCode({ kind, method, amountMinor, isReturn }: StatementLine): string {
  const isDebit = amountMinor < 0n;
  const [family, subfamily] = familyOf();
  return element(
    "BkTxCd",
    element("Domn", element("Cd", "PMNT"), element("Fmly", element("Cd", family), element("SubFmlyCd", subfamily))),
    element("Prtry", element("Cd", xmlText(kind, 35)), element("Issr", "Bursar")),
  );

  function familyOf(): readonly [family: string, subfamily: string] {
    if (isReturn) return [isDebit ? "RCDT" : "ICDT", "RRTN"];
    if (kind.endsWith("Fee")) return [isDebit ? "MDOP" : "MCOP", "CHRG"];
    if (kind === "internalTransfer" || kind === "treasuryTransfer") return [isDebit ? "ICDT" : "RCDT", "BOOK"];
    // What arrives has no method.
    return method === undefined ? [isDebit ? "ICDT" : "RCDT", "DMCT"] : methodTable[method].transactionCode;
  }
}

function entry(line: StatementLine): string {
  const { amountMinor, reference, day, description, details, counterpartyName, checkNumber } = line;
  const party = element(
    amountMinor < 0n !== line.isReturn ? "Cdtr" : "Dbtr",
    element("Pty", element("Nm", xmlText(counterpartyName, 140))),
  );
  const transaction = element(
    "TxDtls",
    element("Refs", element("AcctSvcrRef", reference), element("ChqNb", xmlText(checkNumber ?? "", 35))),
    amount(amountMinor),
    element("RltdPties", party),
    element("RmtInf", element("Ustrd", xmlText(details ?? "", 140))),
  );
  return element(
    "Ntry",
    element("NtryRef", line.number.toString()),
    amount(amountMinor),
    element("RvslInd", line.isReturn ? "true" : ""),
    element("Sts", element("Cd", "BOOK")),
    date("BookgDt", day),
    date("ValDt", day),
    element("AcctSvcrRef", reference),
    bankTransactionCode(line),
    element("NtryDtls", transaction),
    element("AddtlNtryInf", xmlText(description, 500)),
  );
}

const addressOf = (address: PostalAddress | undefined): string =>
  address === undefined
    ? ""
    : element(
        "PstlAdr",
        element("PstCd", xmlText(address.postalCode, 16)),
        element("TwnNm", xmlText(address.city, 35)),
        element("CtrySubDvsn", xmlText(address.region, 35)),
        element("Ctry", address.country),
        element("AdrLine", xmlText(address.address1, 70)),
        element("AdrLine", xmlText(address.address2 ?? "", 70)),
      );

function account({ statement, accountNumber }: FileSource): string {
  const { accountName, legalName, legalAddress, routingNumber, accountKind } = statement;
  return element(
    "Acct",
    element("Id", element("Othr", element("Id", xmlText(accountNumber, 34)))),
    element("Tp", element("Cd", accountKind === "savings" ? "SVGS" : "CACC")),
    element("Ccy", "USD"),
    element("Nm", xmlText(accountName, 70)),
    element("Ownr", element("Nm", xmlText(legalName, 140)), addressOf(legalAddress)),
    // USABA: the clearing system code of ABA routing numbers.
    element(
      "Svcr",
      element(
        "FinInstnId",
        element("ClrSysMmbId", element("ClrSysId", element("Cd", "USABA")), element("MmbId", routingNumber)),
      ),
    ),
  );
}

/** Months since January 2000 number the statements of an account; other periods have no number. */
const sequenceOf = ({ kind, startsOn }: Statement): string => {
  const { year, month } = Temporal.PlainDate.from(startsOn);
  return kind === "monthly" ? ((year - 2000) * 12 + month).toString() : "";
};

function summary({ inMinor, outMinor, lines }: Statement): string {
  const net = inMinor - outMinor;
  const netEntry = element("Amt", decimalOf(net < 0n ? -net : net)) + direction(net);
  return element(
    "TxsSummry",
    element(
      "TtlNtries",
      element("NbOfNtries", lines.toString()),
      element("Sum", decimalOf(inMinor + outMinor)),
      element("TtlNetNtry", netEntry),
    ),
    element("TtlCdtNtries", element("Sum", decimalOf(inMinor))),
    element("TtlDbtNtries", element("Sum", decimalOf(outMinor))),
  );
}

async function* pieces(source: FileSource): AsyncGenerator<string> {
  const { statement, lines } = source;
  const createdAt = statement.createdAt.toISOString();
  const id = short(statement.statementId);
  yield `<?xml version="1.0" encoding="UTF-8"?>\n<Document xmlns="${NAMESPACE}"><BkToCstmrStmt>`;
  yield element("GrpHdr", element("MsgId", id), element("CreDtTm", createdAt));
  yield `\n<Stmt>${element("Id", id)}${element("ElctrncSeqNb", sequenceOf(statement))}${element("CreDtTm", createdAt)}`;
  yield element(
    "FrToDt",
    element("FrDtTm", newYorkMidnight(statement.startsOn).toISOString()),
    element("ToDtTm", endOf(statement).toISOString()),
  );
  yield account(source);
  yield balance("OPBD", statement.openingMinor, statement.startsOn);
  yield balance("CLBD", statement.closingMinor, statement.endsOn);
  yield `${summary(statement)}\n`;
  for await (const page of lines) yield page.map((line) => `${entry(line)}\n`).join("");
  yield "</Stmt></BkToCstmrStmt></Document>\n";
}

export const camtFormat: FileFormat = {
  path: "camt053",
  operation: "Camt053",
  extension: "xml",
  mediaType: "application/xml; charset=utf-8",
  title: "camt.053",
  description: "ISO 20022 camt.053.001.08, for treasury and accounting software.",
  pieces,
};
