import { reasonText } from "bursar-banking/codes/describe-reason";
import type { DebitRail, DebitStanding } from "#bank/rails";
import { assert, present } from "#kernel/assert.ts";
import { DAY_MS, plusMs } from "#kernel/clock/clock.ts";
import type { Service } from "#kernel/process/service.ts";
import type { Tx } from "#kernel/sql/database.ts";
import type { OrganizationId } from "#kernel/values/ids.ts";
import { eachOrganization, tryEach } from "#kernel/work/each-organization.ts";
import { receiveDeposit, returnDeposit } from "#payments/payments";
import { auditInvoice } from "../invoices/invoice-audit.ts";
import { lockInvoice, lockInvoices, moveInvoice } from "../invoices/invoices.queries.ts";
import { applyMatch, undoMatches } from "../matching/apply-match.ts";
import { activeMatchesOf, insertIncoming, lockIncoming } from "../matching/matching.queries.ts";
import { debitedNumbers } from "../tables.ts";
import { type DebitRow, dueDebits, lockDebit, markDebitCollected, markReturned, setAskAt } from "./debits.queries.ts";

const DEBITS_PER_PASS = 50;
const BANK = { type: "bank" } as const;
const each = eachOrganization("invoice-debits");

/**
 * Asks the bank about every debit that is due, outside any transaction, and records each answer in one: the deposit and
 * the paid invoice, or the return. Returns the number of debits.
 */
export async function runInvoiceDebits(service: Service, rail: DebitRail): Promise<number> {
  const now = service.clock.now();
  return each.run(service, await dueDebits.organizations(service.database, now), async (organizationId) => {
    const due = await dueDebits.of(service.database, organizationId, { now, limit: DEBITS_PER_PASS });
    await tryEach(due, (debit) => ask(service, rail, organizationId, debit));
    return due.length;
  });
}

async function ask(service: Service, rail: DebitRail, organizationId: OrganizationId, debit: DebitRow): Promise<void> {
  const { database, vault, clock } = service;
  const accountNumber = await vault.open(
    database,
    organizationId,
    debitedNumbers.contextOf(debit.debit_id),
    debit.account_number,
  );
  const standing = await rail.standingOf(
    {
      organizationId,
      debitId: debit.debit_id,
      routingNumber: debit.routing_number,
      accountNumber,
      accountType: debit.account_type,
      payerName: debit.payer_name,
      amountMinor: debit.amount_minor,
      authorizedAt: debit.authorized_at,
    },
    clock.now(),
  );
  await database.transaction(async (tx) => {
    const locked = await lockDebit(tx, organizationId, debit.debit_id);
    // Another process may have recorded the answer in the meantime.
    if (locked.ask_at === null || locked.status !== debit.status) return;
    await record(service, tx, { organizationId, debit: locked, standing });
  });
}

interface Recording {
  readonly organizationId: OrganizationId;
  readonly debit: DebitRow;
}

async function record(
  service: Service,
  tx: Tx,
  { organizationId, debit, standing }: Recording & { standing: DebitStanding },
): Promise<void> {
  const { debit_id: debitId } = debit;
  switch (standing.kind) {
    case "waiting":
      await setAskAt(tx, organizationId, debitId, standing.askAt);
      return;
    case "collected":
      if (debit.status === "waiting") await collect(service, tx, { organizationId, debit, standing });
      else await setAskAt(tx, organizationId, debitId, standing.askAt ?? null);
      return;
    case "returned":
      await (debit.status === "waiting" ? takeBack : reverse)(service, tx, { organizationId, debit, ...standing });
  }
}

/** The money is available: a deposit that pays the invoice, in one commit. */
async function collect(
  service: Service,
  tx: Tx,
  { organizationId, debit, standing }: Recording & { standing: Extract<DebitStanding, { kind: "collected" }> },
): Promise<void> {
  const invoice = present(await lockInvoice(tx, organizationId, debit.invoice_id), "a debit has an invoice");
  const accountId = invoice.destination_account_id;
  const memo = `ACH debit for invoice ${invoice.invoice_number}`;
  const transactionId = await receiveDeposit(service, tx, {
    organizationId,
    accountId,
    amountMinor: debit.amount_minor,
    name: debit.payer_name,
    memo,
    tokenId: null,
    actor: BANK,
  });
  await insertIncoming(tx, organizationId, {
    transaction_id: transactionId,
    account_id: accountId,
    amount_minor: debit.amount_minor,
    payer_name: debit.payer_name,
    memo,
    received_at: service.clock.now(),
  });
  const payment = present(await lockIncoming(tx, organizationId, transactionId), "the payment was just written");
  const parts = [{ invoiceId: debit.invoice_id, amountMinor: debit.amount_minor }];
  await applyMatch(service, tx, { organizationId, payment, parts, source: "achDebit", actor: BANK, userId: null });
  const collected = await markDebitCollected(tx, organizationId, {
    debitId: debit.debit_id,
    at: standing.at,
    askAt: standing.askAt ?? null,
    traceNumber: standing.traceNumber,
    transactionId,
  });
  assert(collected === 1, "a debit is collected once");
}

interface Returned extends Recording {
  readonly at: Date;
  readonly code: string;
}

/** Returned before the money was available: the invoice is due again. */
async function takeBack(service: Service, tx: Tx, { organizationId, debit, at, code }: Returned): Promise<void> {
  const before = present(await lockInvoice(tx, organizationId, debit.invoice_id), "a debit has an invoice");
  const reason = reasonText(code);
  const released = {
    invoiceId: before.invoice_id,
    trigger: "release",
    paidMinor: before.paid_minor,
    at: service.clock.now(),
  } as const;
  assert((await moveInvoice(tx, organizationId, released)) === 1, "an invoice with a waiting debit is being processed");
  const move = { debitId: debit.debit_id, at, reason, returnTransactionId: null };
  assert((await markReturned(tx, organizationId, move)) === 1, "a debit is returned once");
  const row = { ...before, status: "Unpaid" as const };
  await auditInvoice(service, tx, { organizationId, actor: BANK, action: "release", row, before, more: { reason } });
}

/**
 * Returned after the money was available: it leaves the account again and the invoice is due again. While the account
 * does not hold the amount, nothing happens and the bank is asked again a day later.
 */
async function reverse(service: Service, tx: Tx, { organizationId, debit, at, code }: Returned): Promise<void> {
  const depositId = present(debit.transaction_id, "a collected debit has its deposit");
  const reason = reasonText(code);
  const payment = present(await lockIncoming(tx, organizationId, depositId), "a collected debit is a payment");
  const matches = await activeMatchesOf(tx, organizationId, [depositId]);
  // Before the money, because invoices are locked before balances; nothing is written if the account cannot pay.
  await lockInvoices(
    tx,
    organizationId,
    matches.map((match) => match.invoice_id),
  );
  const returnTransactionId = await returnDeposit(service, tx, { organizationId, depositId, reason, actor: BANK });
  if (returnTransactionId === undefined) {
    service.log.error({ organizationId, debitId: debit.debit_id }, "an account cannot cover a returned ACH debit");
    await setAskAt(tx, organizationId, debit.debit_id, plusMs(service.clock.now(), DAY_MS));
    return;
  }
  await undoMatches(service, tx, { organizationId, payment, matches, returned: true, actor: BANK, userId: null });
  const move = { debitId: debit.debit_id, at, reason, returnTransactionId };
  assert((await markReturned(tx, organizationId, move)) === 1, "a debit is reversed once");
}
