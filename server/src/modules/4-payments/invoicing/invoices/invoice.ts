import { newYorkMidnight } from "bursar-banking/calendar/new-york";
import { DAY_MS } from "#kernel/clock/clock.ts";
import type { AccountId, Id, TokenId, UserId } from "#kernel/values/ids.ts";
import type { CustomerId } from "../customers/customer.ts";
import type { InvoiceStatus } from "./invoice-states.ts";

export type InvoiceId = Id<"invoice">;

/** Members that a full replacement sets. Dates are YYYY-MM-DD. */
export interface InvoiceContent {
  readonly invoice_number: string;
  readonly number_key: string;
  /** The number of the series that it had before, which stays reserved; null unless it was changed. */
  readonly series_number_key: string | null;
  readonly invoice_date: string;
  readonly due_date: string;
  readonly service_period_start: string | null;
  readonly service_period_end: string | null;
  readonly po_number: string | null;
  readonly payer_memo: string | null;
  readonly internal_note: string | null;
  readonly cc_emails: string[];
  readonly ach_debit_enabled: boolean;
  readonly use_real_account_number: boolean;
  readonly amount_minor: bigint;
  readonly tax_minor: bigint;
}

/** Table: invoices. */
export interface InvoiceRow extends InvoiceContent {
  readonly invoice_id: InvoiceId;
  readonly customer_id: CustomerId;
  readonly destination_account_id: AccountId;
  readonly currency_code: string;
  readonly credit_card_enabled: boolean;
  /** The sum of its active matches. */
  readonly paid_minor: bigint;
  readonly status: InvoiceStatus;
  readonly created_at: Date;
  readonly updated_at: Date;
  readonly canceled_at: Date | null;
  readonly paid_at: Date | null;
  /** Which link of its pay page works: 1, and one more with each renewal. */
  readonly pay_link: number;
  readonly pay_link_renewed_at: Date | null;
  readonly created_by_user: UserId | null;
  readonly created_by_token: TokenId | null;
}

/** Table: invoice_lines. */
export interface InvoiceLineRow {
  readonly invoice_id: InvoiceId;
  readonly position: number;
  readonly name: string;
  readonly quantity_e4: bigint;
  readonly unit_price_minor: bigint;
  readonly tax_rate_e4: number | null;
  readonly amount_minor: bigint;
  readonly tax_minor: bigint;
}

/** Whether the due date has passed and something is due. `today` in New York. */
export const isOverdue = (row: Pick<InvoiceRow, "status" | "due_date">, today: string): boolean =>
  row.status === "Unpaid" && row.due_date < today;

/** For those who pay late or look an invoice up again. */
const PAY_LINK_DAYS = 90;

/**
 * Until when the link of its pay page works: to the end of a day in New York counted from the due date, or counted from
 * the renewal if that is later.
 */
export function payLinkExpiresAt({
  due_date: due,
  pay_link_renewed_at: renewedAt,
}: Pick<InvoiceRow, "due_date" | "pay_link_renewed_at">): Date {
  const afterDue = newYorkMidnight(Temporal.PlainDate.from(due).add({ days: PAY_LINK_DAYS + 1 }));
  const afterRenewal = (renewedAt?.getTime() ?? 0) + PAY_LINK_DAYS * DAY_MS;
  return new Date(Math.max(afterDue.getTime(), afterRenewal));
}

/** Cents left to pay. */
export const dueMinorOf = ({
  amount_minor,
  paid_minor,
  status,
}: Pick<InvoiceRow, "amount_minor" | "paid_minor" | "status">): bigint =>
  status === "Cancelled" ? 0n : amount_minor - paid_minor;

/** What an invoice is found by, besides its customer. */
export const searchedInvoice = ({
  invoice_id: id,
  invoice_number: number,
}: Pick<InvoiceRow, "invoice_id" | "invoice_number">) => ({ kind: "invoice", id, texts: [number] }) as const;
