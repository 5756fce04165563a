import { type FieldProblem, invalidRequest } from "#kernel/http/http-refusals.ts";
import { formatUsd, LARGEST_PAYMENT_MINOR } from "#kernel/values/money.ts";
import { tenThousandthsOf } from "../amounts/decimals.ts";
import { type InvoiceAmounts, invoiceAmounts, type PricedLine } from "../amounts/invoice-amounts.ts";
import { refuseInvoicing } from "../invoicing-refusals.ts";
import type { InvoiceContent, InvoiceId, InvoiceLineRow } from "./invoice.ts";
import type { UpdateInvoiceInput } from "./invoice-schemas.ts";

type Entered = Omit<UpdateInvoiceInput, "invoiceNumber" | "idempotencyKey">;

export interface CheckedContent {
  readonly content: Omit<InvoiceContent, "invoice_number" | "number_key" | "series_number_key">;
  linesOf(invoiceId: InvoiceId): readonly InvoiceLineRow[];
}

const QUANTITY_MAX = 1_000_000;
const PRICE_MAX = 999_999_999.99;
const FIRST_DAY = "2000-01-01";
const LAST_DAY = "2099-12-31";

/** What an invoice says, with its amounts. Refuses with `invalidRequest` or `creditCardsUnavailable`. */
export function checkContent(input: Entered): CheckedContent {
  if (input.creditCardEnabled) throw refuseInvoicing("creditCardsUnavailable");
  const priced = input.lineItems.map((line, at) => pricedLine(line, at));
  const problems = [...dateProblems(input), ...priced.flatMap((line) => line.problems), ...memoProblems(input)];
  if (problems.length > 0) throw invalidRequest(problems);
  const amounts = invoiceAmounts(priced);
  const wrongAmounts = amountProblems(amounts);
  if (wrongAmounts.length > 0) throw invalidRequest(wrongAmounts);
  return {
    content: {
      invoice_date: input.invoiceDate,
      due_date: input.dueDate,
      service_period_start: input.servicePeriodStartDate ?? null,
      service_period_end: input.servicePeriodEndDate ?? null,
      po_number: input.poNumber?.trim() || null,
      payer_memo: input.payerMemo?.trim() || null,
      internal_note: input.internalNote?.trim() || null,
      cc_emails: [...new Set(input.ccEmails)],
      ach_debit_enabled: input.achDebitEnabled,
      use_real_account_number: input.useRealAccountNumber,
      amount_minor: amounts.amountMinor,
      tax_minor: amounts.taxMinor,
    },
    linesOf: (invoiceId) => lineRows(invoiceId, priced, amounts),
  };
}

/** The rows of an invoice's lines, with their amounts. */
export const lineRows = (
  invoiceId: InvoiceId,
  lines: readonly (PricedLine & { readonly name: string })[],
  amounts: InvoiceAmounts,
): readonly InvoiceLineRow[] =>
  lines.map((line, at) => ({
    invoice_id: invoiceId,
    position: at + 1,
    name: line.name,
    quantity_e4: line.quantityE4,
    unit_price_minor: line.unitPriceMinor,
    tax_rate_e4: line.taxRateE4,
    amount_minor: amounts.lines[at]?.amountMinor ?? 0n,
    tax_minor: amounts.lines[at]?.taxMinor ?? 0n,
  }));

function pricedLine(
  { name, quantity, unitPrice, salesTaxRate }: Entered["lineItems"][number],
  at: number,
): PricedLine & { readonly name: string; readonly problems: readonly FieldProblem[] } {
  const quantityE4 = tenThousandthsOf(quantity, QUANTITY_MAX);
  const priceE4 = tenThousandthsOf(unitPrice, PRICE_MAX);
  const isInCents = priceE4 !== undefined && priceE4 % 100n === 0n;
  const rateE4 = salesTaxRate == null ? null : tenThousandthsOf(salesTaxRate, 100);
  const path = (field: string) => `lineItems.${at}.${field}`;
  return {
    name: name.trim(),
    quantityE4: quantityE4 ?? 0n,
    unitPriceMinor: isInCents ? priceE4 / 100n : 0n,
    taxRateE4: rateE4 == null ? null : Number(rateE4),
    problems: [
      ...(name.trim() === "" ? [{ path: path("name"), message: "must not be empty" }] : []),
      ...(quantityE4 === undefined ? [{ path: path("quantity"), message: "must have at most four decimals" }] : []),
      ...(isInCents ? [] : [{ path: path("unitPrice"), message: "must be dollars with at most two decimals" }]),
      ...(rateE4 === undefined
        ? [{ path: path("salesTaxRate"), message: "must be a percentage with at most four decimals" }]
        : []),
    ],
  };
}

function dateProblems(input: Entered): readonly FieldProblem[] {
  const { invoiceDate, dueDate, servicePeriodStartDate: from, servicePeriodEndDate: to } = input;
  const given = { invoiceDate, dueDate, servicePeriodStartDate: from, servicePeriodEndDate: to };
  return [
    ...Object.entries(given).flatMap(([path, day]) =>
      day && (day < FIRST_DAY || day > LAST_DAY) ? [{ path, message: "must be between 2000 and 2099" }] : [],
    ),
    ...(dueDate < invoiceDate ? [{ path: "dueDate", message: "must not be before invoiceDate" }] : []),
    ...(from && to && to < from
      ? [{ path: "servicePeriodEndDate", message: "must not be before servicePeriodStartDate" }]
      : []),
  ];
}

const memoProblems = ({ payerMemo }: Entered): readonly FieldProblem[] =>
  payerMemo && /[\u202a-\u202e\u2066-\u2069]/u.test(payerMemo)
    ? [{ path: "payerMemo", message: "must not contain characters that change the reading direction" }]
    : [];

/** Every amount is one that can be paid, so that all of them are exact as JSON numbers. */
function amountProblems({ lines, subtotalMinor, amountMinor, taxMinor }: InvoiceAmounts): readonly FieldProblem[] {
  const largest = formatUsd(LARGEST_PAYMENT_MINOR);
  const tooLarge = lines.flatMap((line, at) =>
    line.amountMinor > LARGEST_PAYMENT_MINOR || -line.amountMinor > LARGEST_PAYMENT_MINOR
      ? [{ path: `lineItems.${at}.quantity`, message: `times unitPrice must be at most ${largest}` }]
      : [],
  );
  if (tooLarge.length > 0) return tooLarge;
  const path = "lineItems";
  if (subtotalMinor <= 0n) return [{ path, message: "must add up to more than zero before tax" }];
  if (taxMinor < 0n) return [{ path, message: "must not add up to a negative tax" }];
  return amountMinor > LARGEST_PAYMENT_MINOR ? [{ path, message: `must add up to at most ${largest}` }] : [];
}
