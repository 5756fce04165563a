import { type Static, Type } from "typebox";
import { Nullable, OneOf, object, PageSchema, Timestamp, Usd, Uuid } from "#kernel/http/schemas.ts";
import { inWords } from "#kernel/states/state-table.ts";
import { dollarsFromMinor } from "#kernel/values/money.ts";
import { type BankFileRow, bankFileFormats, directions, paymentPurposes } from "./bank-file.ts";
import { bankRails } from "./bank-rail.ts";
import { bankFileStates } from "./file-states.ts";
import { FileItemSchema } from "./items/item-schemas.ts";
import type { PaymentRow } from "./sending/writing.queries.ts";

const FilePaymentSchema = object(
  {
    position: Type.Integer({ description: "Its place in the file, from 1." }),
    transactionId: Uuid("The payment."),
    counterpartyName: Nullable(Type.String({ description: "Who is paid." })),
    amount: Nullable(Usd("Signed.")),
    purpose: OneOf(paymentPurposes, "Why it is in the file.", "BankFilePurpose"),
    reference: Nullable(Type.String({ description: "Trace number, end-to-end ID, or check number." })),
    released: Type.Boolean({ description: "The file was not sent or was rejected; the payment may be in another." }),
  },
  { title: "BankFilePayment", description: "A payment in a file." },
);

export const FileSchema = object(
  {
    id: Uuid("The file."),
    direction: OneOf(directions, "Sent to the bank, or received from it.", "BankFileDirection"),
    rail: OneOf(bankRails, "The connection's payment method.", "BankRail"),
    format: Nullable(OneOf(bankFileFormats, "Null if not recognized.", "BankFileFormat")),
    name: Nullable(Type.String({ description: "Its name at the bank." })),
    createdAt: Timestamp("When it was written or received."),
    state: OneOf(bankFileStates.states, inWords(bankFileStates), "BankFileState"),
    transactions: Type.Integer({ description: "How many payments, answers, or movements it contains." }),
    openItems: Type.Integer({ description: "How many of them could not be applied and wait for a person." }),
    bytes: Nullable(Type.Integer({ description: "Its size." })),
    sha256: Nullable(Type.String({ description: "SHA-256 of its content, in hexadecimal digits." })),
    connectionId: Uuid("The bank connection."),
    reason: Nullable(Type.String({ description: "Why it is in its state, or the last problem." })),
    messageId: Nullable(Type.String({ description: "The ID of its message, such as `MsgId`." })),
    sentAt: Nullable(Timestamp("When the bank had it.")),
    answerDueAt: Nullable(Timestamp("When the bank should have answered.")),
    answeredAt: Nullable(Timestamp("When the bank answered.")),
    processedAt: Nullable(Timestamp("When it was applied.")),
    repeatsFileId: Nullable(Uuid("The first file with this content.")),
    tolerated: Type.Array(
      object(
        {
          tolerance: Type.String({ description: "Its name, such as `shortLines`." }),
          count: Type.Integer({ description: "How often." }),
          lines: Type.Array(Type.Integer(), { description: "The first lines, at most ten." }),
        },
        { title: "BankFileTolerance" },
      ),
      { description: "How a received file differs from its format in what cannot change its meaning." },
    ),
    payments: Type.Optional(Type.Array(FilePaymentSchema, { description: "At most 1,000. Not in lists." })),
    nextPosition: Type.Optional(
      Type.Integer({ description: "Pass as `payments_after` to get more payments. Absent after the last." }),
    ),
    items: Type.Optional(
      Type.Array(FileItemSchema, {
        description: "What could not be applied, decided or not: at most 1,000. Not in lists.",
      }),
    ),
  },
  { title: "BankFile", description: "A file sent to a bank or received from one." },
);

export const FileListSchema = object(
  { files: Type.Array(FileSchema, { description: "Without their payments." }), page: PageSchema },
  { title: "BankFileList" },
);

/** The query parameters that select files. */
export const filterParameters = {
  direction: Type.Optional(OneOf(directions, "Only this direction.", "BankFileDirection")),
  state: Type.Optional(OneOf(bankFileStates.states, "Only this state.", "BankFileState")),
  rail: Type.Optional(OneOf(bankRails, "Only this payment method.", "BankRail")),
  format: Type.Optional(OneOf(bankFileFormats, "Only this format.", "BankFileFormat")),
  connectionId: Type.Optional(Uuid("Only this connection.")),
  attention: Type.Optional(
    OneOf(
      ["true", "false"],
      "`true`: only files in doubt, set aside, with open items, or unanswered past `answerDueAt`.",
    ),
  ),
};

const iso = (at: Date | null): string | null => at?.toISOString() ?? null;

export const renderFile = (row: BankFileRow, openItems: number): Static<typeof FileSchema> => ({
  id: row.file_id,
  direction: row.direction,
  rail: row.rail,
  format: row.format,
  name: row.name,
  createdAt: row.created_at.toISOString(),
  state: row.state,
  transactions: row.transaction_count,
  openItems,
  bytes: row.bytes === null ? null : Number(row.bytes),
  sha256: row.sha256?.toString("hex") ?? null,
  connectionId: row.connection_id,
  reason: row.reason,
  messageId: row.message_id,
  sentAt: iso(row.sent_at),
  answerDueAt: iso(row.answer_due_at),
  answeredAt: iso(row.answered_at),
  processedAt: iso(row.processed_at),
  repeatsFileId: row.repeats_file_id,
  tolerated: (row.tolerated ?? []).map(({ lines, ...use }) => ({ ...use, lines: [...lines] })),
});

/** Who is paid by the payments of a file, and how much. */
export type PayeesByPayment = ReadonlyMap<string, { readonly counterpartyName: string; readonly amountMinor: bigint }>;

export const renderPayment = (row: PaymentRow, payees: PayeesByPayment): Static<typeof FilePaymentSchema> => ({
  position: row.position,
  transactionId: row.transaction_id,
  ...renderPayee(payees.get(row.transaction_id)),
  purpose: row.purpose,
  reference: row.reference,
  released: row.released,
});

const renderPayee = (payee: ReturnType<PayeesByPayment["get"]>) => ({
  counterpartyName: payee?.counterpartyName ?? null,
  amount: payee === undefined ? null : dollarsFromMinor(payee.amountMinor),
});
