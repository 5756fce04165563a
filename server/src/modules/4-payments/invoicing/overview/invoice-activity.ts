import { newYorkDay } from "bursar-banking/calendar/new-york";
import type { Service } from "#kernel/process/service.ts";
import type { Queryable } from "#kernel/sql/database.ts";
import type { OrganizationId } from "#kernel/values/ids.ts";
import { dollarsFromMinor } from "#kernel/values/money.ts";
import type { Caller } from "#records/identity";
import { readInvoiceFacts } from "../documents/invoice-facts.ts";
import { usd } from "../documents/invoice-text.ts";
import { type InvoiceRow, isOverdue, payLinkExpiresAt } from "../invoices/invoice.ts";
import { invoiceStates } from "../invoices/invoice-states.ts";
import type { LetterRow } from "../letters/letter-row.ts";
import { lettersOf } from "../letters/letters.queries.ts";
import { type MatchRow, matchesOfInvoice } from "../matching/matching.queries.ts";
import { type DebitRow, debitsOf } from "../pay-page/debits.queries.ts";
import type { ActivityKind, InvoiceAction, InvoiceActivity } from "./overview-schemas.ts";
import { renderMatch } from "./render-payment.ts";

/** What happened with an invoice, and what the caller may do with it. */
export async function readActivity(
  service: Service,
  db: Queryable,
  { caller, row }: { caller: Caller; row: InvoiceRow },
): Promise<InvoiceActivity> {
  const { organizationId } = caller;
  const facts = await readInvoiceFacts(service, db, { organizationId, row });
  const matches = await matchesOfInvoice(db, organizationId, row.invoice_id);
  const canChange = caller.scopes.has("modifyInvoices") && caller.person !== undefined;
  return {
    amountPaid: dollarsFromMinor(row.paid_minor),
    amountDue: dollarsFromMinor(facts.dueMinor),
    salesTax: dollarsFromMinor(row.tax_minor),
    isOverdue: isOverdue(row, newYorkDay(service.clock.now())),
    customerName: facts.customer.name,
    customerEmail: facts.customer.email,
    payUrl: facts.payUrl,
    payLinkExpiresAt: payLinkExpiresAt(row).toISOString(),
    allowedActions: canChange ? actionsOf(row, facts.customer.deleted_at !== null) : [],
    matches: matches.map((match) => renderMatch(match, { invoiceNumber: row.invoice_number, canChange })),
    timeline: await timelineOf(db, { organizationId, row, matches }),
  };
}

function actionsOf(row: InvoiceRow, isCustomerDeleted: boolean): InvoiceAction[] {
  const isUntouched = row.paid_minor === 0n;
  return [
    ...(invoiceStates.next(row.status, "change") && isUntouched ? (["edit"] as const) : []),
    ...(invoiceStates.next(row.status, "cancel") && isUntouched ? (["cancel"] as const) : []),
    ...(row.status !== "Cancelled" && !isCustomerDeleted ? (["email", "renewLink"] as const) : []),
    ...(row.status === "Unpaid" && !isCustomerDeleted ? (["remind"] as const) : []),
  ];
}

interface Entry {
  readonly at: Date;
  readonly kind: ActivityKind;
  readonly detail: string | null;
}

async function timelineOf(
  db: Queryable,
  { organizationId, row, matches }: { organizationId: OrganizationId; row: InvoiceRow; matches: readonly MatchRow[] },
): Promise<InvoiceActivity["timeline"]> {
  const entries: Entry[] = [
    { at: row.created_at, kind: "created", detail: null },
    ...(await lettersOf(db, organizationId, row.invoice_id)).map(letterEntry),
    ...(await debitsOf(db, organizationId, row.invoice_id)).flatMap(debitEntries),
    ...matches.flatMap(matchEntries),
    ...(row.paid_at === null ? [] : [{ at: row.paid_at, kind: "paid" as const, detail: null }]),
    ...(row.canceled_at === null ? [] : [{ at: row.canceled_at, kind: "canceled" as const, detail: null }]),
  ];
  return entries
    .toSorted((a, b) => a.at.getTime() - b.at.getTime())
    .map(({ at, kind, detail }) => ({ at: at.toISOString(), kind, detail }));
}

const sentKinds = { invoice: "invoiceEmailed", reminder: "reminderEmailed", receipt: "receiptEmailed" } as const;

const letterEntry = ({ kind, status, addresses, created_at, sent_at }: LetterRow): Entry => ({
  at: sent_at ?? created_at,
  kind: status === "sent" ? sentKinds[kind] : status === "dropped" ? "emailDropped" : "emailWaiting",
  detail: addresses.join(", "),
});

const debitEntries = (debit: DebitRow): readonly Entry[] => {
  const amount = usd(debit.amount_minor);
  return [
    {
      at: debit.authorized_at,
      kind: "debitAuthorized",
      detail: `${amount} by ${debit.payer_name}, account ending in ${debit.account_number_last4}, from ${debit.address}`,
    },
    ...(debit.collected_at === null
      ? []
      : [{ at: debit.collected_at, kind: "debitCollected" as const, detail: amount }]),
    ...(debit.returned_at === null
      ? []
      : [{ at: debit.returned_at, kind: "debitReturned" as const, detail: debit.return_reason }]),
  ];
};

const matchEntries = ({ amount_minor, matched_at, undone_at, undone_by }: MatchRow): readonly Entry[] => {
  const amount = usd(amount_minor);
  const undone = undone_by === null ? `${amount}: the payer's bank returned the payment` : amount;
  return [
    { at: matched_at, kind: "paymentMatched", detail: amount },
    ...(undone_at === null ? [] : [{ at: undone_at, kind: "matchUndone" as const, detail: undone }]),
  ];
};
