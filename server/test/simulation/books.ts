import type { Database } from "#kernel/sql/database.ts";
import type { OrganizationId } from "#kernel/values/ids.ts";
import * as queries from "./books.queries.ts";
import type { Books } from "./model.ts";

/** What the database says, read as its owner, for the model to judge. */
export async function readBooks(owner: Database, organizationId: OrganizationId): Promise<Books> {
  const payments = await queries.bookedPayments(owner, organizationId);
  const accounts = await queries.bookedAccounts(owner, organizationId);
  const trouble = await queries.countBankTrouble(owner, organizationId);
  const { total } = await queries.sumOfBalances(owner, organizationId);
  return {
    payments: payments.map((row) => ({
      id: row.id,
      account: row.account_id,
      recipient: row.recipient_id,
      cents: Number(row.amount_minor),
      status: row.status,
      requestId: row.request_id ?? undefined,
      events: row.events ?? [],
      audits: Number(row.audits),
      checkNumbers: row.check_numbers ?? [],
    })),
    accounts: accounts.map((row) => ({
      account: row.account_id,
      availableCents: Number(row.available_minor),
      heldCents: Number(row.held_minor),
      enteredAvailableCents: Number(row.entered_minor),
      enteredHeldCents: Number(row.entered_held_minor),
    })),
    imbalanceCents: Number(total),
    quarantinedFiles: Number(trouble.quarantined),
    openItems: Number(trouble.items),
    unprovenRows: (await queries.unprovenRows(owner)).map(({ row }) => row),
    stoppedAccounts: accounts.filter(({ is_stopped }) => is_stopped).length,
    requests: (await queries.bookedRequests(owner, organizationId)).map((row) => ({
      id: row.request_id,
      status: row.status,
      paymentId: row.transaction_id ?? undefined,
    })),
    movements: (await queries.bankMovements(owner, organizationId)).map((row) => ({
      account: row.account_id,
      cents: Number(row.amount_minor),
      isOpen: row.state === "open",
    })),
    invoices: (await queries.bookedInvoices(owner, organizationId)).map((row) => ({
      id: row.invoice_id,
      number: row.invoice_number,
      status: row.status,
      cents: Number(row.amount_minor),
      paidCents: Number(row.paid_minor),
      matchedCents: Number(row.matched_minor),
    })),
    incoming: (await queries.incomingPayments(owner, organizationId)).map((row) => ({
      account: row.account_id,
      cents: Number(row.amount_minor),
      paysCents: Number(row.paid_minor),
      matchedCents: Number(row.matched_minor),
    })),
    approvalAudits: Number(trouble.approvals),
    unfinished: (await queries.unfinishedWork(owner, organizationId)).map(
      ({ what, total: count }) => `${what}: ${count}`,
    ),
  };
}
