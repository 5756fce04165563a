import type { Recipient, RequestSendMoneyData } from "../../../../api/generated/types.gen.ts";
import { dollarsOf } from "../../../../ui/money/cents.ts";
import type { PaymentFile } from "../payment-file.ts";
import { fileFields, type Mapping } from "../reading/columns/field-names.ts";
import { textOfCell } from "../reading/file-table.ts";
import {
  type KnownRecipient,
  nameKey,
  type RecipientIndex,
  recipientsNamed,
} from "../reading/recipients/known-recipients.ts";
import { findTotalRows, type TotalRow, totalReason } from "../reading/total-rows.ts";
import { cellOf, type NumberedRecord, type Understanding } from "../reading/understand-table.ts";
import { methodInRow, type RowCells, type RowTexts, readAmountCell, readSendOn } from "./row-cells.ts";

type Body = NonNullable<RequestSendMoneyData["body"]>;
export type FileRecipient = Recipient & KnownRecipient;

/** What the user decided about rows and names. Rows are named by their numbers, recipients by `nameKey`. */
export interface FileDecisions {
  /** Corrections, with amounts and dates as the API writes them. */
  readonly edits: Readonly<Record<number, RowTexts>>;
  readonly excluded: readonly number[];
  /** Possible duplicates to request anyway. */
  readonly included: readonly number[];
  /** Rows that look like totals but are payments. */
  readonly payments: readonly number[];
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
  readonly cents: bigint | undefined;
  /** 2026-12-31; null on approval, undefined if it cannot be read. */
  readonly sendOn: string | null | undefined;
  /** Undefined while the row has a problem. */
  readonly body: Body | undefined;
  /** All problems at once. */
  readonly problems: readonly string[];
  /** Why the row looks like a total. */
  readonly total: string | undefined;
  readonly isExcluded: boolean;
}

interface Context {
  readonly understanding: Understanding;
  readonly decisions: FileDecisions;
  readonly index: RecipientIndex<FileRecipient>;
}

export function rowsOf(context: Context): readonly FileRow[] {
  const { understanding, decisions } = context;
  const drafts = understanding.records.map((record) => draftOf(record, context));
  const totals = findTotalRows(
    drafts.map(({ record, cells, recipients, amount }) => ({
      number: record.number,
      isKnown: recipients.length > 0,
      recipient: cells.texts.recipient,
      texts: record.cells.map(textOfCell),
      cents: "cents" in amount ? amount.cents : undefined,
    })),
  );
  return drafts.map((draft) =>
    rowOf(draft, context, isPayment(draft, decisions) ? undefined : totals.get(draft.record.number)),
  );
}

const isPayment = ({ record: { number } }: Draft, { payments, edits }: FileDecisions): boolean =>
  payments.includes(number) || edits[number] !== undefined;

interface Draft {
  readonly record: NumberedRecord;
  readonly cells: RowCells;
  readonly recipients: readonly FileRecipient[];
  readonly amount: ReturnType<typeof readAmountCell>;
}

function draftOf(record: NumberedRecord, { understanding, decisions, index }: Context): Draft {
  const edited = decisions.edits[record.number];
  const { mapping } = understanding;
  const cells: RowCells = {
    texts: edited ?? textsOf(record, mapping),
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
    recipients: decided === undefined ? named : [decided],
    amount: readAmountCell(cells, understanding),
  };
}

// The names in fileFields are the keys of RowTexts.
const textsOf = (record: NumberedRecord, mapping: Mapping): RowTexts =>
  Object.fromEntries(fileFields.map(({ name }) => [name, textOfCell(cellOf(record, mapping[name]))])) as RowTexts;

function rowOf({ record, cells, recipients, amount }: Draft, context: Context, total: TotalRow | undefined): FileRow {
  const { texts } = cells;
  const { number, line } = record;
  const [recipient] = recipients.length === 1 ? recipients : [];
  const method = methodInRow(texts.paymentMethod, recipient);
  const sendOn = readSendOn(cells, context.understanding);
  const cents = "cents" in amount ? amount.cents : undefined;
  const reason = total === undefined ? undefined : totalReason(total);
  const problems =
    reason === undefined
      ? [recipientProblem(texts.recipient, recipients, context.decisions), amount, method, sendOn].flatMap((part) =>
          part !== undefined && "problem" in part ? [part.problem] : [],
        )
      : [`Looks like a total: it ${reason}. Exclude it, or keep it as a payment.`];
  const body =
    problems.length === 0 && recipient !== undefined && cents !== undefined && "method" in method && "sendOn" in sendOn
      ? {
          recipientId: recipient.id,
          amount: dollarsOf(cents),
          paymentMethod: method.method,
          externalMemo: texts.externalMemo || null,
          note: texts.note || null,
          purpose: texts.purpose || null,
          sendOn: sendOn.sendOn,
        }
      : undefined;
  return {
    number,
    line,
    texts,
    recipient,
    namesakes: recipients.length > 1 ? recipients : [],
    cents,
    sendOn: "sendOn" in sendOn ? sendOn.sendOn : undefined,
    body,
    problems,
    total: reason,
    isExcluded: context.decisions.excluded.includes(number),
  };
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
