import { routingNumberProblem } from "bursar-banking/identifiers/aba-routing-number";
import { accountNumberProblem } from "bursar-banking/identifiers/account-number";
import { assert, present } from "#kernel/assert.ts";
import { type FieldProblem, invalidRequest } from "#kernel/http/http-refusals.ts";
import type { Service } from "#kernel/process/service.ts";
import type { Tx } from "#kernel/sql/database.ts";
import { dollarsFromMinor } from "#kernel/values/money.ts";
import { findOrganization } from "#records/identity";
import { usd } from "../documents/invoice-text.ts";
import { dueMinorOf, type InvoiceRow } from "../invoices/invoice.ts";
import { auditInvoice } from "../invoices/invoice-audit.ts";
import type { SlugTarget } from "../invoices/invoice-slug.ts";
import { invoiceStates } from "../invoices/invoice-states.ts";
import { lockInvoice, moveInvoice } from "../invoices/invoices.queries.ts";
import { refuseInvoicing } from "../invoicing-refusals.ts";
import { debitedNumbers } from "../tables.ts";
import { type DebitId, type DebitRow, debitsOf, insertDebit } from "./debits.queries.ts";
import type { AuthorizeDebitInput } from "./pay-page-schemas.ts";

/** After this many returned debits, the customer has to pay in another way. */
export const DEBITS_MAX = 5;

/** What the customer agrees to (Nacha Operating Rules, section 2.3.2.2); recorded as shown. */
export const authorizationText = ({
  organizationName,
  amountMinor,
  invoiceNumber,
}: {
  organizationName: string;
  amountMinor: bigint;
  invoiceNumber: string;
}): string =>
  `I authorize ${organizationName} to debit ${usd(amountMinor)} once, electronically, from the bank account above, on or after today, for invoice ${invoiceNumber}. I am authorized to use this account. I can revoke this authorization by contacting ${organizationName} before the debit is submitted. If the debit is returned, the invoice is due again.`;

/** Why an invoice cannot be paid by debit now; undefined if it can. */
export function debitProblem(row: InvoiceRow, debits: readonly DebitRow[]): string | undefined {
  if (!row.ach_debit_enabled) return "the sender does not accept bank debits";
  if (invoiceStates.next(row.status, "collect") === undefined)
    return row.status === "Processing"
      ? "a payment is already on its way"
      : `the invoice is ${row.status.toLowerCase()}`;
  return debits.filter(({ status }) => status !== "waiting").length >= DEBITS_MAX
    ? "too many debits were returned; send a transfer instead"
    : undefined;
}

/**
 * Records the customer's authorization; the job submits the debit. The same authorization again, as by a second click,
 * changes nothing. Refuses with `invalidRequest` or `debitUnavailable`.
 */
export async function authorizeDebit(
  service: Service,
  tx: Tx,
  {
    target,
    input,
    address,
    httpRequestId,
  }: {
    target: SlugTarget;
    input: AuthorizeDebitInput;
    address: string;
    httpRequestId: string;
  },
): Promise<void> {
  const { organizationId } = target;
  const problems = detailProblems(input);
  if (problems.length > 0) throw invalidRequest(problems);
  const row = await lockInvoice(tx, organizationId, target.invoiceId);
  // Renewed since the page was read.
  if (row?.pay_link !== target.link) throw refuseInvoicing("payLinkUnusable");
  const debits = await debitsOf(tx, organizationId, row.invoice_id);
  if (await isRepeat(service, tx, { target, debit: debits.at(-1), input })) return;
  const problem = debitProblem(row, debits);
  if (problem !== undefined) throw refuseInvoicing("debitUnavailable", { details: { problem } });
  const amountMinor = dueMinorOf(row);
  if (dollarsFromMinor(amountMinor) !== input.amount)
    throw invalidRequest([
      { path: "amount", message: `is no longer what is due, which is ${usd(amountMinor)}. Reload the page` },
    ]);
  const organization = present(await findOrganization(tx, organizationId), "an invoice has an organization");
  const debitId = service.newId<DebitId>();
  const text = authorizationText({
    organizationName: organization.legalBusinessName,
    amountMinor,
    invoiceNumber: row.invoice_number,
  });
  await insertDebit(tx, organizationId, {
    debit_id: debitId,
    invoice_id: row.invoice_id,
    amount_minor: amountMinor,
    payer_name: input.payerName.trim(),
    routing_number: input.routingNumber,
    account_number: await service.vault.seal(
      tx,
      organizationId,
      debitedNumbers.contextOf(debitId),
      input.accountNumber,
    ),
    account_number_last4: input.accountNumber.slice(-4),
    account_type: input.accountType,
    authorization_text: text,
    authorized_at: service.clock.now(),
    address,
  });
  await startProcessing(service, tx, { target, row, debitId, input, address, httpRequestId });
}

async function startProcessing(
  service: Service,
  tx: Tx,
  {
    target,
    row,
    debitId,
    input,
    address,
    httpRequestId,
  }: {
    target: SlugTarget;
    row: InvoiceRow;
    debitId: DebitId;
    input: AuthorizeDebitInput;
    address: string;
    httpRequestId: string;
  },
): Promise<void> {
  const { organizationId } = target;
  const move = {
    invoiceId: row.invoice_id,
    trigger: "collect",
    paidMinor: row.paid_minor,
    at: service.clock.now(),
  } as const;
  assert((await moveInvoice(tx, organizationId, move)) === 1, "an invoice that was locked unpaid can be collected");
  await auditInvoice(service, tx, {
    organizationId,
    actor: { type: "payer", id: debitId, address, httpRequestId },
    action: "collect",
    row: { ...row, status: "Processing" },
    before: row,
    more: { debitId, payerName: input.payerName.trim(), accountNumberLast4: input.accountNumber.slice(-4) },
  });
}

/** Whether the debit on its way is the one that this request authorizes. */
async function isRepeat(
  { vault }: Service,
  tx: Tx,
  { target, debit, input }: { target: SlugTarget; debit: DebitRow | undefined; input: AuthorizeDebitInput },
): Promise<boolean> {
  if (debit?.status !== "waiting" || debit.routing_number !== input.routingNumber) return false;
  if (debit.payer_name !== input.payerName.trim() || debit.account_type !== input.accountType) return false;
  const number = await vault.open(
    tx,
    target.organizationId,
    debitedNumbers.contextOf(debit.debit_id),
    debit.account_number,
  );
  return number === input.accountNumber;
}

function detailProblems({ payerName, routingNumber, accountNumber }: AuthorizeDebitInput): readonly FieldProblem[] {
  const routing = routingNumberProblem(routingNumber);
  const account = accountNumberProblem(accountNumber);
  return [
    ...(payerName.trim() === "" ? [{ path: "payerName", message: "must not be empty" }] : []),
    ...(routing === undefined ? [] : [{ path: "routingNumber", message: routing }]),
    ...(account === undefined ? [] : [{ path: "accountNumber", message: account }]),
  ];
}
