import { assert } from "#kernel/assert.ts";
import { type FieldProblem, invalidRequest, notFound } from "#kernel/http/http-refusals.ts";
import type { Service } from "#kernel/process/service.ts";
import type { Tx } from "#kernel/sql/database.ts";
import type { AccountId } from "#kernel/values/ids.ts";
import { type AccountSummary, findAccounts } from "#money/accounts";
import { actorOf } from "#records/audit";
import type { Caller } from "#records/identity";
import { addWords, replaceWords } from "#records/search";
import type { CustomerRow } from "../customers/customer.ts";
import { lockCustomer } from "../customers/customers.queries.ts";
import { refuseInvoicing } from "../invoicing-refusals.ts";
import { queueLetter } from "../letters/queue-letter.ts";
import { announceInvoice } from "../matching/match-incoming.ts";
import { type InvoiceId, type InvoiceRow, searchedInvoice } from "./invoice.ts";
import { auditInvoice } from "./invoice-audit.ts";
import { checkContent } from "./invoice-content.ts";
import { chosenNumber, reservedNumber, takeNextNumber } from "./invoice-numbers.ts";
import type { CreateInvoiceInput, UpdateInvoiceInput } from "./invoice-schemas.ts";
import { invoiceStates } from "./invoice-states.ts";
import {
  deleteLines,
  findLines,
  insertInvoice,
  insertLines,
  lockInvoice,
  moveInvoice,
  replaceContent,
} from "./invoices.queries.ts";
import { renderInvoice } from "./render-invoice.ts";

/**
 * Creates an invoice with its number and, unless it must not be sent, the letter that emails it. Refuses with
 * `invalidRequest`, `creditCardsUnavailable`, or `tooManyInvoiceMails`.
 */
export async function createInvoice(
  service: Service,
  tx: Tx,
  { caller, input }: { caller: Caller; input: CreateInvoiceInput },
): Promise<InvoiceRow> {
  const { organizationId } = caller;
  const { customerId, destinationAccountId, currencyCode = "USD", invoiceNumber, sendEmailOption, ...entered } = input;
  const { content, linesOf } = checkContent(entered);
  // Shared with the customer's deletion: an invoice is created either before it, or not at all.
  const customer = await lockCustomer(tx, organizationId, customerId);
  const [account] = await findAccounts(tx, organizationId, [destinationAccountId as AccountId]);
  const problems = [...customerProblems(customer), ...accountProblems(account)];
  if (customer === undefined || account === undefined || problems.length > 0) throw invalidRequest(problems);
  const number = invoiceNumber?.trim()
    ? await chosenNumber(tx, organizationId, { text: invoiceNumber })
    : await takeNextNumber(tx, organizationId);
  const now = service.clock.now();
  const row: InvoiceRow = {
    ...content,
    ...number,
    series_number_key: null,
    invoice_id: service.newId<InvoiceId>(),
    customer_id: customer.customer_id,
    destination_account_id: account.accountId,
    currency_code: currencyCode,
    credit_card_enabled: false,
    paid_minor: 0n,
    status: "Unpaid",
    created_at: now,
    updated_at: now,
    canceled_at: null,
    paid_at: null,
    pay_link: 1,
    pay_link_renewed_at: null,
    created_by_user: caller.userId,
    created_by_token: caller.tokenId,
  };
  await insertInvoice(tx, organizationId, row);
  await addWords(tx, organizationId, [searchedInvoice(row)]);
  const lines = linesOf(row.invoice_id);
  assert((await insertLines(tx, organizationId, lines)) === lines.length, "every line of an invoice is written");
  await auditInvoice(service, tx, { organizationId, actor: actorOf(caller), action: "create", row, lines });
  await announceInvoice(tx, organizationId, row.invoice_id);
  if (sendEmailOption !== "DontSend") await queueLetter(service, tx, { caller, row, customer, kind: "invoice" });
  return row;
}

const customerProblems = (customer: CustomerRow | undefined): readonly FieldProblem[] =>
  customer === undefined || customer.deleted_at !== null
    ? [{ path: "customerId", message: "must be the id of a customer that was not deleted; see GET /ar/customers" }]
    : [];

const accountProblems = (account: AccountSummary | undefined): readonly FieldProblem[] =>
  account?.status === "active" && account.kind !== "treasury"
    ? []
    : [{ path: "destinationAccountId", message: "must be an active checking or savings account; see GET /accounts" }];

/**
 * Replaces what an unpaid invoice says. Refuses with `resourceNotFound`, `invoiceNotChangeable`, `invalidRequest`, or
 * `creditCardsUnavailable`.
 */
export async function updateInvoice(
  service: Service,
  tx: Tx,
  {
    caller,
    invoiceId,
    input,
    keeps,
  }: {
    caller: Caller;
    invoiceId: string;
    /** Complete, unless what is omitted keeps its value. */
    input: UpdateInvoiceInput;
    keeps: boolean;
  },
): Promise<InvoiceRow> {
  const { organizationId } = caller;
  const row = await lockInvoice(tx, organizationId, invoiceId);
  if (row === undefined) throw notFound("invoice");
  if (invoiceStates.next(row.status, "change") === undefined || row.paid_minor > 0n)
    throw refuseInvoicing(invoiceStates.moves.change.refusal, { details: standingOf(row) });
  const kept = keeps ? await renderInvoice(service, tx, { organizationId, row }) : undefined;
  const { invoiceNumber, ...entered } = { ...kept, ...input };
  const { content, linesOf } = checkContent(entered);
  const number = {
    ...(await chosenNumber(tx, organizationId, { text: invoiceNumber, invoiceId: row.invoice_id })),
    series_number_key: await reservedNumber(tx, organizationId, { row, after: invoiceNumber }),
  };
  const at = service.clock.now();
  const changed = { ...content, ...number };
  const replaced = await replaceContent(tx, organizationId, { invoiceId: row.invoice_id, content: changed, at });
  assert(replaced === 1, "an invoice that was found unpaid can be changed");
  await replaceWords(tx, organizationId, searchedInvoice({ ...row, ...number }));
  const linesBefore = await findLines(tx, organizationId, row.invoice_id);
  const lines = linesOf(row.invoice_id);
  await deleteLines(tx, organizationId, row.invoice_id);
  await insertLines(tx, organizationId, lines);
  if (number.number_key !== row.number_key) await announceInvoice(tx, organizationId, row.invoice_id);
  const after = { ...row, ...changed, updated_at: at };
  await auditInvoice(service, tx, {
    organizationId,
    actor: actorOf(caller),
    action: "update",
    row: after,
    lines,
    before: row,
    linesBefore,
  });
  return after;
}

/** Cancels an unpaid invoice; canceling it again changes nothing. Refuses with `resourceNotFound` or `invoiceNotCancellable`. */
export async function cancelInvoice(
  service: Service,
  tx: Tx,
  { caller, invoiceId }: { caller: Caller; invoiceId: string },
): Promise<void> {
  const { organizationId } = caller;
  const row = await lockInvoice(tx, organizationId, invoiceId);
  if (row === undefined) throw notFound("invoice");
  if (row.status === "Cancelled") return;
  if (invoiceStates.next(row.status, "cancel") === undefined || row.paid_minor > 0n)
    throw refuseInvoicing(invoiceStates.moves.cancel.refusal, { details: standingOf(row) });
  const at = service.clock.now();
  const moved = await moveInvoice(tx, organizationId, {
    invoiceId: row.invoice_id,
    trigger: "cancel",
    paidMinor: 0n,
    at,
  });
  assert(moved === 1, "an invoice that was found unpaid can be canceled");
  const after = { ...row, status: "Cancelled" as const };
  await auditInvoice(service, tx, {
    organizationId,
    actor: actorOf(caller),
    action: "cancel",
    row: after,
    before: row,
  });
}

const standingOf = ({ status, paid_minor: paid }: InvoiceRow) => ({ status, ...(paid > 0n ? { paid } : {}) });
