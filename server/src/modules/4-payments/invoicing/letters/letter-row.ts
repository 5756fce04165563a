import type { Id, TokenId, UserId } from "#kernel/values/ids.ts";
import type { InvoiceId } from "../invoices/invoice.ts";
import type { InvoiceLetterStatus } from "./invoice-letter-states.ts";

export type LetterId = Id<"invoiceLetter">;
export const letterKinds = ["invoice", "reminder", "receipt"] as const;
export type LetterKind = (typeof letterKinds)[number];

/** Table: invoice_letters. */
export interface LetterRow {
  readonly letter_id: LetterId;
  readonly invoice_id: InvoiceId;
  readonly kind: LetterKind;
  /** Of a scheduled reminder: its day relative to the due date. */
  readonly reminder_day: number | null;
  readonly addresses: string[];
  readonly created_at: Date;
  readonly created_by_user: UserId | null;
  readonly created_by_token: TokenId | null;
  readonly status: InvoiceLetterStatus;
  readonly sent_at: Date | null;
}
