import { toPlainText } from "bursar-bank-formats/text";
import { Type } from "typebox";
import { decimalOf } from "#kernel/values/csv.ts";
import { dayAfter, memoOf, periodDays, type Statement, type StatementLine } from "../statement.ts";
import type { FileFormat, FileSource } from "./statement-file.ts";

/**
 * Journals for plain-text accounting: one balanced entry for each line, from the account to one that says what is known,
 * and the closing balance, which the program checks.
 */

const openingBalance = Type.Optional(
  Type.Boolean({
    description:
      "Whether the journal begins with the balance of the first day. The default is `true`: the journal is complete alone. With `false`, it continues the journal of the period before.",
  }),
);
const hasOpening = ({ options, statement }: FileSource): boolean =>
  (options.openingBalance ?? true) && statement.openingMinor !== 0n;

/** What is known of the counterpart of a line. Returns go back to where the money came from. */
type Counterpart = "expense" | "income" | "fee" | "interest" | "transfer";

function counterpartOf({ kind, amountMinor, isReturn, returnOf }: StatementLine): Counterpart {
  if (kind.endsWith("Fee")) return "fee";
  if (kind === "internalTransfer" || kind === "treasuryTransfer") return "transfer";
  if (kind === "interestPayment") return "interest";
  const isOutgoing = amountMinor < 0n !== (isReturn || returnOf !== undefined);
  return isOutgoing ? "expense" : "income";
}

/** Of letters, digits, and hyphens, which both programs read in the name of an account. */
const accountPart = ({ accountName, accountNumberLast4 }: Statement): string => {
  const name = (toPlainText(accountName) ?? "").replaceAll(/[^A-Za-z0-9]+/g, "-").replaceAll(/^-|-$/g, "");
  return `${name === "" ? "Account" : name}-${accountNumberLast4}`;
};

/** On one line. */
const oneLine = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ")
    .replaceAll(/ {2,}/g, " ")
    .trim();

const hledgerAccounts: Readonly<Record<Counterpart, string>> = {
  expense: "expenses:unknown",
  income: "income:unknown",
  fee: "expenses:bank fees",
  interest: "income:interest",
  transfer: "equity:transfers",
};

const OPENING = "equity:opening balances";

/** A semicolon would begin a comment, and the first bar would end the payee. */
const hledgerText = (text: string): string => oneLine(text).replaceAll(";", ",").replaceAll("|", "/");

async function* hledgerPieces(source: FileSource): AsyncGenerator<string> {
  const { statement, lines } = source;
  const account = `assets:bank:${accountPart(statement)}`;
  const posting = (name: string, minor: bigint) => `    ${name}  USD ${decimalOf(minor)}`;
  yield `; ${oneLine(statement.accountName)}, ${periodDays(statement)}\n; statement ${statement.statementId}\n\n`;
  // Declared, so that strict checks pass.
  yield `commodity USD 1000.00\naccount ${account}  ; type: C\n`;
  for (const name of [...Object.values(hledgerAccounts), OPENING]) yield `account ${name}\n`;
  if (hasOpening(source)) {
    const { startsOn, openingMinor } = statement;
    yield `\n${startsOn} * Opening balance\n${posting(account, openingMinor)}\n${posting(OPENING, -openingMinor)}\n`;
  }
  for await (const page of lines) yield page.map(entry).join("");
  const { endsOn, closingMinor } = statement;
  yield `\n${endsOn} * Closing balance\n${posting(account, 0n)} = USD ${decimalOf(closingMinor)}\n`;

  function entry(line: StatementLine): string {
    const { day, counterpartyName, amountMinor, transactionId, reference, returnOf, checkNumber } = line;
    // Always a code: without one, the parentheses of a name such as "(Re)Fresh" would be read as one.
    const code = hledgerText(checkNumber ?? reference);
    const tags = [
      `transaction:${transactionId}`,
      `reference:${reference}`,
      ...(returnOf === undefined ? [] : [`returns:${returnOf.reference}`, `returned-line:${returnOf.day}`]),
    ];
    return `\n${day} * (${code}) ${hledgerText(counterpartyName)} | ${hledgerText(memoOf(line))}  ; ${tags.join(", ")}\n${posting(account, amountMinor)}\n${posting(hledgerAccounts[counterpartOf(line)], -amountMinor)}\n`;
  }
}

export const hledgerFormat: FileFormat = {
  path: "hledger",
  operation: "Hledger",
  extension: "journal",
  mediaType: "text/plain; charset=utf-8",
  title: "hledger journal",
  description: "A journal for hledger: one balanced entry for each line, and an assertion of the closing balance.",
  options: { openingBalance },
  pieces: hledgerPieces,
};

const beancountAccounts: Readonly<Record<Counterpart, string>> = {
  expense: "Expenses:Unknown",
  income: "Income:Unknown",
  fee: "Expenses:Bank-Fees",
  interest: "Income:Interest",
  transfer: "Equity:Transfers",
};

const beancountText = (text: string): string => `"${oneLine(text).replaceAll("\\", "\\\\").replaceAll('"', '\\"')}"`;

async function* beancountPieces(source: FileSource): AsyncGenerator<string> {
  const { statement, lines } = source;
  const part = accountPart(statement);
  const account = `Assets:Bank:${part.charAt(0).toUpperCase()}${part.slice(1)}`;
  const posting = (name: string, minor: bigint) => `  ${name}  ${decimalOf(minor)} USD`;
  yield `; ${oneLine(statement.accountName)}, ${periodDays(statement)}\n; statement ${statement.statementId}\n\n`;
  // Opens accounts when they are first used, so that the journals of several accounts and months can be joined.
  yield 'plugin "beancount.plugins.auto_accounts"\noption "operating_currency" "USD"\n';
  if (hasOpening(source)) {
    const { startsOn, openingMinor } = statement;
    yield `\n${startsOn} * "Opening balance"\n${posting(account, openingMinor)}\n${posting("Equity:Opening-Balances", -openingMinor)}\n`;
  }
  for await (const page of lines) yield page.map(entry).join("");
  // Beancount compares at the beginning of the day. Without the account's first entry it would not know its name.
  const { endsOn, closingMinor } = statement;
  if (statement.lines > 0n || hasOpening(source))
    yield `\n${dayAfter(endsOn)} balance ${account}  ${decimalOf(closingMinor)} USD\n`;

  function entry(line: StatementLine): string {
    const { day, counterpartyName, amountMinor, transactionId, reference, returnOf, checkNumber } = line;
    const metadata = [
      `  transaction: "${transactionId}"`,
      `  reference: "${reference}"`,
      ...(checkNumber === undefined ? [] : [`  check: ${beancountText(checkNumber)}`]),
      ...(returnOf === undefined ? [] : [`  returns: "${returnOf.reference}"`, `  returned-line: ${returnOf.day}`]),
    ].join("\n");
    return `\n${day} * ${beancountText(counterpartyName)} ${beancountText(memoOf(line))}\n${metadata}\n${posting(account, amountMinor)}\n${posting(beancountAccounts[counterpartOf(line)], -amountMinor)}\n`;
  }
}

export const beancountFormat: FileFormat = {
  path: "beancount",
  operation: "Beancount",
  extension: "beancount",
  mediaType: "text/plain; charset=utf-8",
  title: "Beancount journal",
  description: "A journal for Beancount: one balanced entry for each line, and an assertion of the closing balance.",
  options: { openingBalance },
  pieces: beancountPieces,
};
