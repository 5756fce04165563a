import { present } from "#kernel/assert.ts";
import type { Service } from "#kernel/process/service.ts";
import type { Tx } from "#kernel/sql/database.ts";
import { derivedId } from "#kernel/values/derived-id.ts";
import type { OrganizationId, TransactionId, UserId } from "#kernel/values/ids.ts";
import { drainOutbox } from "#kernel/work/outbox.ts";
import type { Job } from "#kernel/work/worker.ts";
import { findAccounts } from "#money/accounts";
import { findContacts } from "#money/recipients";
import { findRequests } from "#payments/approvals";
import { findTransactionFacts, findTransactionsById, type TransactionRow } from "#payments/payments";
import { findTokenCreator, getOrganization, sendsRemittanceAdvice } from "#records/identity";
import { enqueueMail, mailsOfLastHour } from "#records/mail";
import { type Notifier, openNotifier, tellPaymentProblem } from "#records/notifications";
import { type FailedStatus, failedLetter, isFailedStatus, remittanceLetter } from "./payment-letters.ts";

/** Commits taken per transaction. */
const COMMITS_PER_PASS = 20;
/** A flood of payments must not fill a recipient's mailbox; the last email of the hour says so. */
const MAILS_PER_HOUR = 20;

/** Notifies of payments that changed, and queues the emails about them. Returns the number of payments. */
export const runPaymentNotices = (service: Service): Promise<number> =>
  drainOutbox(service, {
    topic: "notices",
    rowsPerCommit: COMMITS_PER_PASS,
    handle: async (tx, organizationId, ids) => {
      // A payment that was sent and returned in one commit is named by both rows.
      const found = await findTransactionsById(tx, organizationId, [...new Set(ids)] as TransactionId[]);
      const payments = found.filter(({ kind }) => kind === "outgoingPayment");
      const failed = payments.filter(({ status }) => isFailedStatus(status));
      if (failed.length > 0) {
        const notifier = await openNotifier(service, tx, organizationId);
        for (const payment of failed) await announceFailure(service, tx, { organizationId, payment, notifier });
      }
      await advise(service, tx, { organizationId, payments: payments.filter(({ status }) => status === "sent") });
    },
  });

export const paymentNoticesJob = (service: Service): Job => ({
  name: "payment-notices",
  everyMs: 2_000,
  run: () => runPaymentNotices(service),
});

interface Announcement {
  readonly organizationId: OrganizationId;
  readonly payment: TransactionRow;
  readonly notifier: Notifier;
}

async function announceFailure(service: Service, tx: Tx, { organizationId, payment, notifier }: Announcement) {
  const { status, transaction_id: id, account_id: accountId } = payment;
  if (!isFailedStatus(status)) return;
  const [account] = await findAccounts(tx, organizationId, [accountId]);
  const { name, nickname } = present(account, "the account of a payment is never deleted");
  await tellPaymentProblem(notifier, {
    subject: { type: "transaction", id },
    // A payment fails once; one that was sent can still be returned.
    sourceId: derivedId(id, status),
    requesters: await findRequesters(tx, organizationId, payment),
    facts: {
      name: payment.counterparty_nickname ?? payment.counterparty_name,
      amountMinor: payment.amount_minor < 0n ? -payment.amount_minor : payment.amount_minor,
      outcome: outcomeOf[status],
      text: payment.reason_for_failure ?? undefined,
    },
    letter: failedLetter(payment, {
      status,
      account: nickname ?? name,
      url: `${service.config.publicUrl}/dashboard/transactions/${id}`,
    }),
  });
}

/** As sentences have them. */
const outcomeOf: Readonly<Record<FailedStatus, string>> = {
  failed: "failed",
  blocked: "blocked",
  reversed: "returned",
};

/** The user who requested the payment, or who made the token that did. */
async function findRequesters(
  tx: Tx,
  organizationId: OrganizationId,
  { transaction_id: id, request_id: requestId }: TransactionRow,
): Promise<readonly UserId[]> {
  // One whose row was changed outside the service is left out: it must not keep the news of other payments waiting.
  const [request] = requestId === null ? [] : await findRequests(tx, organizationId, [requestId]);
  if (request !== undefined) return request.requester_user_id === null ? [] : [request.requester_user_id];
  const { created_by_user: user, created_by_token: token } = await findTransactionFacts(tx, organizationId, id);
  const requester = user ?? (token === null ? null : await findTokenCreator(tx, organizationId, token));
  return requester === null ? [] : [requester];
}

/** Tells recipients, if the organization wants that. A payment that came back meanwhile is not announced. */
async function advise(
  service: Service,
  tx: Tx,
  {
    organizationId,
    payments,
  }: { readonly organizationId: OrganizationId; readonly payments: readonly TransactionRow[] },
): Promise<void> {
  if (payments.length === 0 || !(await sendsRemittanceAdvice(tx, organizationId))) return;
  const { legalBusinessName, dbas } = await getOrganization(tx, organizationId);
  const contacts = await findContacts(
    tx,
    organizationId,
    payments.map(({ counterparty_id: id }) => id),
  );
  const addressOf = new Map<string, string>(contacts.map(({ recipient_id: id, email }) => [id, email]));
  const mailed = new Map(await mailsOfLastHour(service, tx, { organizationId, kind: "remittanceAdvice" }));
  for (const payment of payments) {
    const recipient = addressOf.get(payment.counterparty_id);
    if (recipient === undefined) continue;
    const count = (mailed.get(recipient.toLowerCase()) ?? 0) + 1;
    if (count > MAILS_PER_HOUR) continue;
    mailed.set(recipient.toLowerCase(), count);
    const letter = remittanceLetter(payment, dbas[0] ?? legalBusinessName);
    const footer = count < MAILS_PER_HOUR ? letter.footer : `${letter.footer} ${ENOUGH}`;
    await enqueueMail(service, tx, {
      organizationId,
      kind: "remittanceAdvice",
      recipient,
      letter: { ...letter, footer },
    });
  }
}

const ENOUGH = "There have been many payments: you will receive no further emails about them within the hour.";
