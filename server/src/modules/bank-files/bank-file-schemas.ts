import { type Static, Type } from "typebox";
import { Nullable, OneOf, object, PageSchema, Timestamp, Uuid } from "../../kernel/http/schemas.ts";
import { inWords } from "../../kernel/states/state-table.ts";
import { type BankFileRow, bankFileFormats, bankRails, directions, paymentPurposes } from "./bank-file.ts";
import { bankFileStates } from "./file-states.ts";
import type { PaymentRow } from "./sending/writing.queries.ts";

export const DirectionSchema = OneOf(directions, "`out`: sent to the bank. `in`: received from it.", "BankFileDirection");
export const RailSchema = OneOf(bankRails, "The payment method of the connection.", "BankRail");
export const FormatSchema = OneOf(bankFileFormats, "The format.", "BankFileFormat");
export const StateSchema = OneOf(bankFileStates.states, inWords(bankFileStates), "BankFileState");

const file = {
  id: Uuid("The file."),
  direction: DirectionSchema,
  rail: RailSchema,
  format: Nullable(OneOf(bankFileFormats, "The format; null for a received file of no known format.")),
  name: Nullable(Type.String({ description: "Its name in the bank's directory; null while it is open." })),
  createdAt: Timestamp("When it was written, opened, or received."),
  state: StateSchema,
  transactions: Type.Integer({ minimum: 0, description: "How many payments, answers, or movements it contains." }),
  bytes: Nullable(Type.Integer({ minimum: 0, description: "Its size; null without content." })),
  sha256: Nullable(Type.String({ description: "SHA-256 of its content, in hexadecimal digits; null without content." })),
  connectionId: Uuid("The bank connection."),
  reason: Nullable(Type.String({ description: "Why it is in its state, or the last problem." })),
  messageId: Nullable(Type.String({ description: "The identification of its message, such as `MsgId`." })),
  sentAt: Nullable(Timestamp("When the bank had it.")),
  answerDueAt: Nullable(Timestamp("When the bank should have answered.")),
  answeredAt: Nullable(Timestamp("When the bank's answer was applied.")),
  processedAt: Nullable(Timestamp("When what it says was applied.")),
  repeatsFileId: Nullable(Uuid("The file that was received first with this content.")),
};

export const FileSchema = object(file, { title: "BankFile", description: "A file sent to a bank or received from one." });

const FilePaymentSchema = object(
  {
    position: Type.Integer({ minimum: 1, description: "Its place in the file." }),
    transactionId: Uuid("The payment."),
    purpose: OneOf(paymentPurposes, "Why it is in the file.", "BankFilePurpose"),
    reference: Nullable(
      Type.String({ description: "By which the bank names it: trace number, end-to-end ID, or check number." }),
    ),
    released: Type.Boolean({ description: "The file was not sent or was rejected, so it may be in another one." }),
  },
  { title: "BankFilePayment", description: "A payment in a file." },
);

export const FileListSchema = object({ files: Type.Array(FileSchema), page: PageSchema }, { title: "BankFileList" });
export const FileWithPaymentsSchema = object(
  {
    ...file,
    payments: Type.Array(FilePaymentSchema, { description: "At most 1,000 of its payments, in the order of the file." }),
    nextPosition: Nullable(
      Type.Integer({ description: "Pass as `payments_after` to get more payments; null if these are the last." }),
    ),
  },
  { title: "BankFileWithPayments", description: "A file with the payments it contains." },
);

const iso = (at: Date | null): string | null => at?.toISOString() ?? null;

export const renderFile = (row: BankFileRow): Static<typeof FileSchema> => ({
  id: row.file_id,
  direction: row.direction,
  rail: row.rail,
  format: row.format,
  name: row.name,
  createdAt: row.created_at.toISOString(),
  state: row.state,
  transactions: row.transactions,
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
});

export const renderPayment = (row: PaymentRow): Static<typeof FilePaymentSchema> => ({
  position: row.position,
  transactionId: row.transaction_id,
  purpose: row.purpose,
  reference: row.reference,
  released: row.released,
});

export const withPayments = (
  shown: Static<typeof FileSchema>,
  payments: Static<typeof FilePaymentSchema>[],
  nextPosition: number | null,
): Static<typeof FileWithPaymentsSchema> => ({ ...shown, payments, nextPosition });
