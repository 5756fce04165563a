import type { Recipient, RequestSendMoneyData } from "#api/generated/types.gen.ts";
import { textOfCell } from "#ui/files/tables/file-table.ts";
import { dollarsOf } from "#ui/money/cents.ts";
import type { PaymentFile } from "../payment-file.ts";
import { centsText } from "../questions/cents-text.ts";
import { fileFields, type Mapping } from "../reading/columns/field-names.ts";
import type { Layout, LayoutRow, RowKind } from "../reading/layout/read-layout.ts";
import {
  type KnownRecipient,
  nameKey,
  type RecipientIndex,
  recipientsNamed,
} from "../reading/recipients/known-recipients.ts";
import { cellOf, type NumberedRecord, type Understanding } from "../reading/understand-table.ts";
import type { ReadAmount } from "../reading/values/amounts.ts";
import { type CreditUse, type Deduction, deductionsOf } from "./credits.ts";
import {
  type MethodMeaning,
  methodInRow,
  type RowCells,
  type RowTexts,
  readAmountCell,
  readSendOn,
} from "./row-cells.ts";

type Body = NonNullable<RequestSendMoneyData["body"]>;
export type FileRecipient = Recipient & KnownRecipient;

/** What the user decided about rows and names. Rows are named by their numbers, recipients by `nameKey`. */
export interface FileDecisions {
  /** Corrections, with amounts and dates as the API writes them. */
  readonly edits: Readonly<Record<number, RowTexts>>;
  readonly excluded: readonly number[];
  /** Possible duplicates to request anyway. */
  readonly included: readonly number[];
  /** Rows that were read as something else but are payments. */
  readonly payments: readonly number[];
  /** By vendor, as `nameKey` writes them. */
  readonly credits: Readonly<Record<string, CreditUse>>;
  /** By words of the file for payment methods. */
  readonly methods: Readonly<Record<string, MethodMeaning>>;
  /** The difference between the file's own total and its rows that the user accepted, in cents. */
  readonly difference?: string | undefined;
  /** The recipient that a name of the file means. */
  readonly recipients: Readonly<Record<string, string>>;
  /** Names for which no suggestion was right. */
  readonly dismissed: readonly string[];
  /** Names that were invited, with the email address. */
  readonly invited: Readonly<Record<string, string>>;
}

export const noDecisions: FileDecisions = {
  edits: {},
  excluded: [],
  included: [],
  payments: [],
  credits: {},
  methods: {},
  recipients: {},
  dismissed: [],
  invited: {},
};

/** A row of the file and the payment it describes. */
export interface FileRow {
  /** Identifies the row in this file. */
  readonly number: number;
  /** Where the row starts in the file. */
  readonly line: number;
  readonly texts: RowTexts;
  readonly recipient: FileRecipient | undefined;
  /** Several recipients have the name of the file. */
  readonly namesakes: readonly FileRecipient[];
  /** What is paid, or what the file says of a row that is no payment; negative for credits. */
  readonly cents: bigint | undefined;
  /** 2026-12-31; null on approval, undefined if it cannot be read. */
  readonly sendOn: string | null | undefined;
  /** Undefined while the row has a problem. */
  readonly body: Body | undefined;
  /** All problems at once. */
  readonly problems: readonly string[];
  /** The first text of the row, which says what a heading or a total is of. */
  readonly label: string;
  readonly kind: RowKind;
  /** Why the row is no payment; undefined for payments. */
  readonly reason: string | undefined;
  /** The vendor's credits that reduce the payment. */
  readonly deduction: Deduction | undefined;
  readonly isExcluded: boolean;
}

interface Context {
  readonly understanding: Understanding;
  readonly layout: Layout;
  readonly decisions: FileDecisions;
  readonly index: RecipientIndex<FileRecipient>;
  /** The service's day in New York. */
  readonly today: string;
}

export function rowsOf(context: Context): readonly FileRow[] {
  const { understanding, decisions } = context;
  const drafts = understanding.records.map((record) => draftOf(record, context));
  const excluded = new Set(decisions.excluded);
  const parts = (kind: RowKind) =>
    drafts.flatMap(({ record: { number, line }, cells, layout, amount }) =>
      layout.kind === kind && "cents" in amount && !excluded.has(number)
        ? [{ number, line, vendor: cells.texts.recipient, cents: amount.cents }]
        : [],
    );
  const deductions = deductionsOf(parts("payment"), parts("credit"), decisions.credits);
  return drafts.map((draft) => rowOf(draft, context, deductions.get(draft.record.number)));
}

interface Draft {
  readonly record: NumberedRecord;
  readonly cells: RowCells;
  readonly layout: LayoutRow;
  readonly recipients: readonly FileRecipient[];
  readonly amount: ReadAmount;
}

/** A payment, because the user says so or has corrected it; otherwise as the layout has it. */
function layoutRowOf({ number }: NumberedRecord, { layout, decisions }: Context): LayoutRow {
  const read = layout.rows.get(number) ?? unreadRow;
  const isPayment = decisions.payments.includes(number) || decisions.edits[number] !== undefined;
  return isPayment ? { ...read, kind: "payment", reason: undefined } : read;
}

const unreadRow: LayoutRow = {
  kind: "other",
  reason: "The row was not read",
  recipient: "",
  amount: { problem: "Enter an amount." },
};

function draftOf(record: NumberedRecord, context: Context): Draft {
  const { understanding, decisions, index } = context;
  const edited = decisions.edits[record.number];
  const { mapping } = understanding;
  const layout = layoutRowOf(record, context);
  const cells: RowCells = {
    texts: edited ?? { ...textsOf(record, mapping), recipient: layout.recipient },
    amount: edited?.amount ?? cellOf(record, mapping.amount),
    sendOn: edited?.sendOn ?? cellOf(record, mapping.sendOn),
    isEdited: edited !== undefined,
  };
  const { recipient: name, accountNumber, email } = cells.texts;
  const named = recipientsNamed({ name, accountNumber, email }, index);
  const decided = named.length === 1 ? undefined : index.byId.get(decisions.recipients[nameKey(name)] ?? "");
  return {
    record,
    cells,
    layout,
    recipients: decided === undefined ? named : [decided],
    amount: readAmountCell(cells, understanding, layout.amount),
  };
}

// The names in fileFields are the keys of RowTexts.
const textsOf = (record: NumberedRecord, mapping: Mapping): RowTexts =>
  Object.fromEntries(fileFields.map(({ name }) => [name, textOfCell(cellOf(record, mapping[name]))])) as RowTexts;

function rowOf(draft: Draft, context: Context, deduction: Deduction | undefined): FileRow {
  const { record, cells, layout, recipients, amount } = draft;
  const { texts } = cells;
  const { number, line } = record;
  const [recipient] = recipients.length === 1 ? recipients : [];
  const sendOn = readSendOn(cells, context.understanding, context.today);
  const full = "cents" in amount ? amount.cents : undefined;
  const isCovered = deduction !== undefined && deduction.cents === full;
  const kind = isCovered ? "zero" : layout.kind;
  const cents = full === undefined || deduction === undefined ? full : full - deduction.cents;
  const payment = kind === "payment" ? paymentOf(draft, context, { recipient, sendOn, cents }) : { problems: [] };
  return {
    number,
    line,
    texts,
    recipient,
    namesakes: recipients.length > 1 ? recipients : [],
    cents,
    sendOn: "sendOn" in sendOn ? sendOn.sendOn : undefined,
    body: payment.body && { ...payment.body, note: noteWith(payment.body.note ?? null, deduction) },
    problems: payment.problems,
    label: record.cells.map(textOfCell).find((text) => text.trim() !== "") ?? "",
    kind,
    reason: isCovered ? `Paid by the credit on ${linesText(deduction.lines)}` : layout.reason,
    deduction,
    isExcluded: context.decisions.excluded.includes(number),
  };
}

export const linesText = (lines: readonly number[]): string =>
  `${lines.length === 1 ? "line" : "lines"} ${lines.join(", ")}`;

/** Approvers see why the payment is less than the invoice. */
function noteWith(note: string | null, deduction: Deduction | undefined): string | null {
  if (deduction === undefined) return note;
  return [note, `Less a credit of ${centsText(deduction.cents)}`].filter((text) => text !== null).join(". ");
}

/** The payment of a row, or everything that is wrong with it. */
function paymentOf(
  { cells: { texts }, recipients, amount }: Draft,
  { decisions }: Context,
  {
    recipient,
    sendOn,
    cents,
  }: {
    readonly recipient: FileRecipient | undefined;
    readonly sendOn: ReturnType<typeof readSendOn>;
    readonly cents: bigint | undefined;
  },
): { readonly body?: Body; readonly problems: readonly string[] } {
  const method = methodInRow(texts.paymentMethod, recipient, decisions.methods);
  const problems = [
    recipientProblem(texts.recipient, recipients, decisions),
    unpayable(amount),
    method,
    sendOn,
  ].flatMap((part) => (part !== undefined && "problem" in part ? [part.problem] : []));
  if (problems.length > 0 || recipient === undefined || cents === undefined) return { problems };
  if (!("method" in method && "sendOn" in sendOn)) return { problems };
  const body = {
    recipientId: recipient.id,
    amount: dollarsOf(cents),
    paymentMethod: method.method,
    externalMemo: texts.externalMemo || texts.invoiceNumber || null,
    note: texts.note || null,
    purpose: texts.purpose || null,
    sendOn: sendOn.sendOn,
  };
  return { body, problems };
}

/** A row that the user calls a payment may still be negative or zero. */
function unpayable(amount: ReadAmount): ReadAmount {
  if ("problem" in amount || amount.cents > 0n) return amount;
  return { problem: amount.cents === 0n ? "The amount is zero." : "The amount is negative. Enter a positive amount." };
}

const short = (name: string): string => (name.length > 80 ? `${name.slice(0, 80)}…` : name);

function recipientProblem(
  name: string,
  recipients: readonly FileRecipient[],
  { invited }: FileDecisions,
): { readonly problem: string } | undefined {
  if (name.trim() === "") return { problem: "Enter a recipient." };
  if (recipients.length > 1) return { problem: `${recipients.length} recipients match “${short(name)}”. Choose one.` };
  if (recipients.length === 1) return undefined;
  const email = invited[nameKey(name)];
  return {
    problem:
      email === undefined
        ? `No recipient named “${short(name)}”. Choose a recipient or add one.`
        : `${short(name)} was invited at ${email}. The payment can be requested when the recipient has entered bank details.`,
  };
}

/** Rows that repeat an earlier row's recipient, amount, and method, with the earlier row. */
export function repeatsIn(rows: readonly FileRow[]): ReadonlyMap<number, FileRow> {
  const firsts = new Map<string, FileRow>();
  const repeats = new Map<number, FileRow>();
  for (const row of rows) {
    if (row.body === undefined || row.isExcluded) continue;
    const payment = JSON.stringify([row.body.recipientId, row.body.amount, row.body.paymentMethod]);
    const first = firsts.get(payment);
    if (first === undefined) firsts.set(payment, row);
    else repeats.set(row.number, first);
  }
  return repeats;
}

/** "line 7" of a text file, "row 7" of a sheet. */
export const rowPlace = ({ table }: PaymentFile, { line }: Pick<FileRow, "line">): string =>
  `${table.kind === "text" ? "line" : "row"} ${line}`;

/** The same at the beginning of a sentence. */
export const placeTitle = ({ table }: PaymentFile, { line }: Pick<FileRow, "line">): string =>
  `${table.kind === "text" ? "Line" : "Row"} ${line}`;

/** The key is derived from file and row, so each row creates at most one request. */
export const keyOfRow = (file: PaymentFile, row: Pick<FileRow, "number">): string =>
  `file-${file.id}-row-${row.number}`;
