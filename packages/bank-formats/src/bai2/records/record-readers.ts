import type {
  Bai2Account,
  Bai2Balance,
  Bai2FileHeader,
  Bai2GroupHeader,
  Bai2Trailer,
  Bai2Transaction,
} from "../items.ts";
import { type Bai2TypeCode, bai2TypeCode, INFORMATION_CODE } from "../type-codes/type-codes.ts";
import type { CursorText } from "./field-cursor.ts";
import { readFundsType } from "./funds-type.ts";
import type { RecordFields } from "./record-fields.ts";

const UNKNOWN: Bai2TypeCode = { code: "", level: "detail", direction: "none", meaning: undefined };

export function readFileHeader(fields: RecordFields): Bai2FileHeader {
  const header: Bai2FileHeader = {
    kind: "file",
    line: fields.line,
    senderIdentification: fields.required("Sender Identification"),
    receiverIdentification: fields.required("Receiver Identification"),
    fileCreationDate: fields.date("File Creation Date"),
    fileCreationTime: requiredTime(fields, "File Creation Time"),
    fileIdentificationNumber: fields.required("File Identification Number"),
    physicalRecordLength: fields.count("Physical Record Length"),
    blockSize: fields.count("Block Size"),
    version: fields.oneOf<2 | 3>("Version Number", { "2": 2, "3": 3 }, 2),
  };
  fields.end();
  return header;
}

function requiredTime(fields: RecordFields, field: string): string {
  const time = fields.time(field);
  if (time === undefined) fields.problem(field, "", "is required: a time, 0000 to 2400 or 9999");
  return time ?? "";
}

/** Version 3 (X9.121) calls it the bank header, and leaves its currency empty: each account has its own. */
export function readGroupHeader(fields: RecordFields, version: 2 | 3): Bai2GroupHeader {
  const header: Bai2GroupHeader = {
    kind: "group",
    line: fields.line,
    ultimateReceiverIdentification: fields.optional("Ultimate Receiver Identification"),
    originatorIdentification: fields.required("Originator Identification"),
    groupStatus: fields.oneOf<Bai2GroupHeader["groupStatus"]>(
      "Group Status",
      { "1": "update", "2": "deletion", "3": "correction", "4": "test" },
      "test",
    ),
    asOfDate: fields.date("As-of-Date"),
    asOfTime: fields.time("As-of-Time"),
    currencyCode: readCurrency(fields) ?? (version === 2 ? "USD" : undefined),
    asOfDateModifier: readModifier(fields),
  };
  fields.end();
  return header;
}

function readModifier(fields: RecordFields): Bai2GroupHeader["asOfDateModifier"] {
  const modifiers = {
    "": "none",
    "1": "interimPreviousDay",
    "2": "finalPreviousDay",
    "3": "interimSameDay",
    "4": "finalSameDay",
  } as const;
  const modifier = fields.oneOf<(typeof modifiers)[keyof typeof modifiers]>("As-of-Date Modifier", modifiers, "none");
  return modifier === "none" ? undefined : modifier;
}

function readCurrency(fields: RecordFields): string | undefined {
  const given = fields.optional("Currency Code");
  const isLower = given !== undefined && /^[a-zA-Z]{3}$/.test(given) && given !== given.toUpperCase();
  const code = isLower && fields.tolerances.accepts("lowerCaseCodes", fields.lineHere()) ? given.toUpperCase() : given;
  if (code !== undefined && !/^[A-Z]{3}$/.test(code))
    fields.problem("Currency Code", code, "must be a currency code of three letters");
  return code;
}

/** The account with the group's currency unless it names its own. */
export function readAccount(fields: RecordFields, groupCurrency: string | undefined): Bai2Account {
  const customerAccountNumber = fields.account("Customer Account Number");
  const currencyCode = readCurrency(fields) ?? groupCurrency ?? "";
  if (currencyCode === "") fields.problem("Currency Code", "", "is required in version 3 (BTRS)");
  const balances: Bai2Balance[] = [];
  do {
    const balance = readBalance(fields);
    if (balance !== undefined) balances.push(balance);
  } while (fields.hasMore());
  rejectContradictions(fields, balances);
  return { kind: "account", line: fields.line, customerAccountNumber, currencyCode, balances };
}

/** Four fields or more; undefined if all are empty, as they are if a record only identifies the account. */
function readBalance(fields: RecordFields): Bai2Balance | undefined {
  const code = fields.optional("Type Code");
  const amountMinor = fields.amount("Amount");
  const itemCount = fields.count("Item Count");
  const fundsType = readFundsType(fields);
  if (code === undefined) {
    if (amountMinor !== undefined) fields.problem("Type Code", "", "is required before an amount");
    return undefined;
  }
  const typeCode = bai2TypeCode(code, "balances");
  if (typeCode === undefined || typeCode.level === "detail")
    fields.problem("Type Code", code, "must be a status or summary code in an 03 record");
  else if (typeCode.level === "summary") rejectNegative(fields, amountMinor);
  return { typeCode: typeCode ?? UNKNOWN, amountMinor, itemCount, fundsType };
}

/** Two different amounts for one balance cannot both be right. */
function rejectContradictions(fields: RecordFields, balances: readonly Bai2Balance[]): void {
  const seen = new Map<string, bigint | undefined>();
  for (const { typeCode, amountMinor } of balances) {
    if (seen.has(typeCode.code) && seen.get(typeCode.code) !== amountMinor)
      fields.problem("Type Code", typeCode.code, "appears twice with different amounts");
    seen.set(typeCode.code, amountMinor);
  }
}

function rejectNegative(fields: RecordFields, amountMinor: bigint | undefined): void {
  if (
    amountMinor !== undefined &&
    amountMinor < 0n &&
    !fields.tolerances.accepts("negativeActivity", fields.lineHere())
  )
    fields.problem("Amount", String(amountMinor), "must not be negative: only balances (status codes) have a sign");
}

export function readTransaction(fields: RecordFields): Bai2Transaction {
  const code = fields.required("Type Code");
  const typeCode = bai2TypeCode(code, "detail");
  if (code !== "" && typeCode?.level !== "detail")
    fields.problem("Type Code", code, "must be a detail code in a 16 record");
  const amountMinor = fields.amount("Amount");
  rejectNegative(fields, amountMinor);
  if (amountMinor === undefined && code !== INFORMATION_CODE && code !== "")
    fields.problem("Amount", "", "is required, except for code 890");
  return {
    kind: "transaction",
    line: fields.line,
    typeCode: typeCode ?? { ...UNKNOWN, code: /^[0-9]{3}$/.test(code) ? code : "" },
    direction: typeCode?.direction ?? "none",
    amountMinor,
    fundsType: readFundsType(fields),
    bankReferenceNumber: fields.optional("Bank Reference Number"),
    customerReferenceNumber: fields.optional("Customer Reference Number"),
    text: readText(fields),
  };
}

/** Everything after the last comma-delimited field. A lone slash is an empty text, because no text begins with one. */
function readText(fields: RecordFields): readonly string[] {
  if (!fields.hasMore() && !fields.tolerances.accepts("missingFields", fields.lineHere()))
    fields.problem("Text", "", "is missing: an empty text is written as ,/");
  const lines = fields.rest();
  const cutSlash = ({ line, text, isContinuation }: CursorText, index: number): string => {
    if (index === 0 && text === "/") return "";
    // In an 88 record, no other field can begin, so that a slash there is part of the text.
    const isFirst = index === 0 && !isContinuation && text.startsWith("/");
    if (isFirst && !fields.tolerances.accepts("slashBeforeText", line))
      fields.problem("Text", "", "must not begin with a slash");
    const cuts = text.endsWith("/") && fields.tolerances.accepts("slashAfterText", line);
    return cuts ? text.slice(0, -1).trimEnd() : text;
  };
  return lines.map(cutSlash).filter((text) => text !== "");
}

/** A trailer's own figures, not yet compared. */
export function readTrailer(fields: RecordFields, kind: Bai2Trailer["kind"]): Bai2Trailer {
  const names = {
    accountTrailer: ["Account Control Total", undefined],
    groupTrailer: ["Group Control Total", "Number of Accounts"],
    fileTrailer: ["File Control Total", "Number of Groups"],
  } as const;
  const [total, parts] = names[kind];
  const trailer: Bai2Trailer = {
    kind,
    line: fields.line,
    controlTotalMinor: needed(fields, total, fields.amount(total)) ?? 0n,
    parts: parts === undefined ? undefined : needed(fields, parts, fields.count(parts)),
    records: needed(fields, "Number of Records", fields.count("Number of Records")) ?? 0,
  };
  fields.end();
  return trailer;
}

function needed<T>(fields: RecordFields, field: string, value: T | undefined): T | undefined {
  if (value === undefined) fields.problem(field, "", "is required");
  return value;
}
