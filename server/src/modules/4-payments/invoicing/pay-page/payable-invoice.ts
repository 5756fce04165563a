import { newYorkDay } from "bursar-banking/calendar/new-york";
import type { Service } from "#kernel/process/service.ts";
import type { Queryable } from "#kernel/sql/database.ts";
import { dollarsFromMinor } from "#kernel/values/money.ts";
import { type Brand, findBrand } from "#records/brand";
import { numberFromTenThousandths } from "../amounts/decimals.ts";
import { type InvoiceFacts, readInvoiceFacts } from "../documents/invoice-facts.ts";
import { isOverdue, payLinkExpiresAt } from "../invoices/invoice.ts";
import type { SlugTarget } from "../invoices/invoice-slug.ts";
import { findInvoice } from "../invoices/invoices.queries.ts";
import { authorizationText, debitProblem } from "./authorize-debit.ts";
import { type DebitRow, debitsOf } from "./debits.queries.ts";
import type { PayableInvoice } from "./pay-page-schemas.ts";

export interface PayablePage {
  readonly facts: InvoiceFacts;
  readonly shown: PayableInvoice;
}

/** An invoice for the holder of its link; undefined if it does not exist, or the link was renewed or has expired. `hasRail`: the bank collects debits. */
export async function readPayPage(
  service: Service,
  db: Queryable,
  { target, hasRail }: { target: SlugTarget; hasRail: boolean },
): Promise<PayablePage | undefined> {
  const { organizationId } = target;
  const row = await findInvoice(db, organizationId, target.invoiceId);
  if (row === undefined || row.pay_link !== target.link) return undefined;
  if (payLinkExpiresAt(row) <= service.clock.now()) return undefined;
  const facts = await readInvoiceFacts(service, db, { organizationId, row });
  const debits = await debitsOf(db, organizationId, row.invoice_id);
  return {
    facts,
    shown: render(service, { facts, brand: await findBrand(service, db, organizationId), debits, hasRail }),
  };
}

function render(
  service: Service,
  {
    facts,
    brand,
    debits,
    hasRail,
  }: { facts: InvoiceFacts; brand: Brand; debits: readonly DebitRow[]; hasRail: boolean },
): PayableInvoice {
  const { row, dueMinor, organizationName } = facts;
  return {
    organizationName,
    brand,
    customerName: facts.customer.name,
    invoiceNumber: row.invoice_number,
    status: row.status,
    invoiceDate: row.invoice_date,
    dueDate: row.due_date,
    isOverdue: isOverdue(row, newYorkDay(service.clock.now())),
    servicePeriodStartDate: row.service_period_start,
    servicePeriodEndDate: row.service_period_end,
    poNumber: row.po_number,
    payerMemo: row.payer_memo,
    lineItems: facts.lines.map((line) => ({
      name: line.name,
      quantity: numberFromTenThousandths(line.quantity_e4),
      unitPrice: dollarsFromMinor(line.unit_price_minor),
      salesTaxRate: line.tax_rate_e4 === null ? null : numberFromTenThousandths(line.tax_rate_e4),
      amount: dollarsFromMinor(line.amount_minor),
    })),
    subtotal: dollarsFromMinor(facts.subtotalMinor),
    salesTax: dollarsFromMinor(row.tax_minor),
    amount: dollarsFromMinor(row.amount_minor),
    amountPaid: dollarsFromMinor(row.paid_minor),
    amountDue: dollarsFromMinor(dueMinor),
    transfer: facts.transfer ?? null,
    debit: {
      isOffered: hasRail && debitProblem(row, debits) === undefined,
      isSandbox: service.config.mode === "sandbox",
      authorization: authorizationText({ organizationName, amountMinor: dueMinor, invoiceNumber: row.invoice_number }),
      latest: latestOf(debits.at(-1)),
    },
  };
}

const latestOf = (debit: DebitRow | undefined): PayableInvoice["debit"]["latest"] =>
  debit === undefined
    ? null
    : {
        status: debit.status,
        amount: dollarsFromMinor(debit.amount_minor),
        accountNumberLast4: debit.account_number_last4,
        authorizedAt: debit.authorized_at.toISOString(),
        returnReason: debit.return_reason,
      };
