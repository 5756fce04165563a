import type { Recipient, RequestSendMoneyData } from "../../../api/generated/types.gen.ts";
import { amountProblem, parseAmount } from "../../../ui/money/parse-amount.ts";
import { methodNames, type PaymentMethod } from "../../../ui/money/payment-methods.ts";
import { type FileField, fileFields, type Mapping, type PaymentFile } from "./csv-file.ts";

type Body = NonNullable<RequestSendMoneyData["body"]>;
export type RowTexts = Readonly<Record<FileField, string>>;
/** Corrections typed by the user, by row. */
export type Edits = Readonly<Record<number, RowTexts>>;

/** A row of the file and the payment it describes. */
export interface FileRow {
  /** Starts at 1, not counting the header row. */
  readonly number: number;
  readonly texts: RowTexts;
  readonly recipient: Recipient | undefined;
  /** Undefined while the row has a problem. */
  readonly body: Body | undefined;
  readonly problem: string | undefined;
}

/** Recipients by every name a file can use for them. */
export type RecipientIndex = ReadonlyMap<string, readonly Recipient[]>;

const plain = (text: string): string => text.trim().toLowerCase();

export function indexOf(recipients: readonly Recipient[]): RecipientIndex {
  const index = new Map<string, Recipient[]>();
  for (const recipient of recipients) {
    const names = new Set([recipient.id, recipient.name, recipient.nickname ?? "", ...recipient.emails].map(plain));
    names.delete("");
    for (const name of names) {
      const known = index.get(name);
      if (known) known.push(recipient);
      else index.set(name, [recipient]);
    }
  }
  return index;
}

export function rowsOf(
  file: PaymentFile,
  { mapping, edits, index }: { mapping: Mapping; edits: Edits; index: RecipientIndex },
): readonly FileRow[] {
  return file.rows.map((cells, position) => {
    const number = position + 1;
    return rowOf(number, edits[number] ?? textsOf(cells, mapping), index);
  });
}

// The names in fileFields are the keys of RowTexts.
const textsOf = (cells: readonly string[], mapping: Mapping): RowTexts =>
  Object.fromEntries(
    fileFields.map(({ name }) => [name, (mapping[name] === undefined ? "" : cells[mapping[name]]) ?? ""]),
  ) as RowTexts;

function rowOf(number: number, texts: RowTexts, index: RecipientIndex): FileRow {
  const found = index.get(plain(texts.recipient)) ?? [];
  const [recipient] = found;
  const bad = (problem: string): FileRow => ({ number, texts, recipient, body: undefined, problem });
  if (texts.recipient === "") return bad("Enter a recipient");
  if (recipient === undefined) return bad(`No recipient named “${texts.recipient}”. Choose a recipient or add one.`);
  if (found.length > 1) return bad(`${found.length} recipients are named “${texts.recipient}”. Choose one.`);
  const amount = parseAmount(texts.amount);
  if (texts.amount === "") return bad("Enter an amount");
  if (amount === undefined) return bad(`“${texts.amount}” is not a valid amount. ${amountProblem(texts.amount)}`);
  const method = texts.paymentMethod === "" ? recipient.defaultPaymentMethod : methodCalled(texts.paymentMethod);
  if (method === undefined) return bad(`“${texts.paymentMethod}” is not a payment method`);
  const sendOn = texts.sendOn === "" ? null : dayOf(texts.sendOn);
  if (sendOn === undefined) return bad(`“${texts.sendOn}” is not a valid date. Use YYYY-MM-DD.`);
  const body: Body = {
    recipientId: recipient.id,
    amount,
    paymentMethod: method,
    externalMemo: texts.externalMemo || null,
    note: texts.note || null,
    purpose: texts.purpose || null,
    sendOn,
  };
  return { number, texts, recipient, body, problem: undefined };
}

const shortNames: Readonly<Record<string, PaymentMethod>> = {
  wire: "domesticWire",
  rtp: "realTimePayment",
  instant: "realTimePayment",
  cheque: "check",
};

function methodCalled(text: string): PaymentMethod | undefined {
  const wanted = plain(text);
  // The keys of methodNames are payment methods.
  const methods = Object.entries(methodNames) as [PaymentMethod, string][];
  const known = methods.find(([method, name]) => plain(method) === wanted || plain(name) === wanted);
  return known?.[0] ?? shortNames[wanted];
}

/** Accepts 2026-12-31 and 12/31/2026; returns the API's format. */
function dayOf(text: string): string | undefined {
  const american = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(text);
  if (american) return `${american[3]}-${american[1]?.padStart(2, "0")}-${american[2]?.padStart(2, "0")}`;
  return /^\d{4}-\d{2}-\d{2}$/.test(text) ? text : undefined;
}

/** Rows that repeat an earlier row's recipient, amount, and method, with the earlier row's number. */
export function repeatsIn(rows: readonly FileRow[]): ReadonlyMap<number, number> {
  const firsts = new Map<string, number>();
  const repeats = new Map<number, number>();
  for (const { number, body } of rows) {
    if (body === undefined) continue;
    const payment = JSON.stringify([body.recipientId, body.amount, body.paymentMethod]);
    const first = firsts.get(payment);
    if (first === undefined) firsts.set(payment, number);
    else repeats.set(number, first);
  }
  return repeats;
}

/** The key is derived from file and row, so each row creates at most one request. */
export const keyOfRow = (file: PaymentFile, row: Pick<FileRow, "number">): string =>
  `file-${file.id}-row-${row.number}`;
