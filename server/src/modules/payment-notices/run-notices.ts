import { present } from "../../kernel/assert.ts";
import type { Service } from "../../kernel/process/service.ts";
import type { Tx } from "../../kernel/sql/database.ts";
import type { OrganizationId, TransactionId, UserId } from "../../kernel/values/ids.ts";
import { drainOutbox } from "../../kernel/work/outbox.ts";
import type { Job } from "../../kernel/work/worker.ts";
import { findAccounts } from "../accounts/index.ts";
import { findRequest } from "../approvals/index.ts";
import { findTokenCreator, getOrganization, sendsRemittanceAdvice } from "../identity/index.ts";
import { enqueueMail, type Letter, type MailToSend, mailsOfLastHour } from "../mail/index.ts";
import { findTransactionFacts, findTransactionsById, type TransactionRow } from "../payments/index.ts";
import { findMailReaders } from "../people/index.ts";
import { findContacts } from "../recipients/index.ts";
import { failedLetter, isFailedStatus, remittanceLetter } from "./payment-letters.ts";

/** Commits taken per transaction. */
const COMMITS_PER_PASS = 20;
/** A flood of payments must not fill a mailbox; the last e-mail of the hour says so. */
const MAILS_PER_HOUR = 20;

/** Queues the e-mails about payments that changed. Returns the number of payments. */
export const runPaymentNotices = (service: Service): Promise<number> =>
  drainOutbox(service, {
    topic: "notices",
    rowsPerCommit: COMMITS_PER_PASS,
    handle: async (tx, organizationId, ids) => {
      // A payment that was sent and returned in one commit is named by both rows.
      const found = await findTransactionsById(tx, organizationId, [...new Set(ids)] as TransactionId[]);
      const payments = found.filter(({ kind }) => kind === "outgoingPayment");
      const rationed = await rationedMailer(service, tx, organizationId);
      for (const payment of payments) await announceFailure(service, tx, { organizationId, payment, rationed });
      await advise(tx, { organizationId, payments: payments.filter(({ status }) => status === "sent"), rationed });
    },
  });

export const paymentNoticesJob = (service: Service): Job => ({
  name: "payment-notices",
  everyMs: 2_000,
  run: () => runPaymentNotices(service),
});

type Kind = Extract<MailToSend["kind"], "paymentFailed" | "remittanceAdvice">;
type Rationed = (kind: Kind, recipient: string, letter: Letter) => Promise<void>;

/** Sends at most so many e-mails of a kind to an address in an hour. */
async function rationedMailer(service: Service, tx: Tx, organizationId: OrganizationId): Promise<Rationed> {
  const sent: Record<Kind, Map<string, number>> = {
    paymentFailed: new Map(await mailsOfLastHour(service, tx, { organizationId, kind: "paymentFailed" })),
    remittanceAdvice: new Map(await mailsOfLastHour(service, tx, { organizationId, kind: "remittanceAdvice" })),
  };
  return async (kind, recipient, letter) => {
    const address = recipient.toLowerCase();
    const before = sent[kind].get(address) ?? 0;
    if (before >= MAILS_PER_HOUR) return;
    sent[kind].set(address, before + 1);
    const isLast = before === MAILS_PER_HOUR - 1;
    const footer = isLast
      ? `${letter.footer} There have been many payments: you will receive no further emails about them within the hour.`
      : letter.footer;
    await enqueueMail(service, tx, { organizationId, kind, recipient, letter: { ...letter, footer } });
  };
}

interface Announcement {
  readonly organizationId: OrganizationId;
  readonly payment: TransactionRow;
  readonly rationed: Rationed;
}

async function announceFailure(service: Service, tx: Tx, { organizationId, payment, rationed }: Announcement) {
  const { status, transaction_id: id, account_id: accountId } = payment;
  if (!isFailedStatus(status)) return;
  const requesters = await findRequesters(tx, organizationId, payment);
  const readers = await findMailReaders(tx, organizationId, { kind: "paymentFailed", requesters });
  if (readers.length === 0) return;
  const [account] = await findAccounts(tx, organizationId, [accountId]);
  const { name, nickname } = present(account, "the account of a payment is never deleted");
  const letter = failedLetter(payment, {
    status,
    account: nickname ?? name,
    url: `${service.config.publicUrl}/dashboard/transactions/${id}`,
  });
  for (const { email } of readers) await rationed("paymentFailed", email, letter);
}

/** The user who requested the payment, or who made the token that did. */
async function findRequesters(
  tx: Tx,
  organizationId: OrganizationId,
  { transaction_id: id, request_id: requestId }: TransactionRow,
): Promise<readonly UserId[]> {
  const request = requestId === null ? undefined : await findRequest(tx, organizationId, requestId);
  if (request !== undefined) return request.requester_user_id === null ? [] : [request.requester_user_id];
  const { created_by_user: user, created_by_token: token } = await findTransactionFacts(tx, organizationId, id);
  const requester = user ?? (token === null ? null : await findTokenCreator(tx, organizationId, token));
  return requester === null ? [] : [requester];
}

/** Tells recipients, if the organization wants that. A payment that came back meanwhile is not announced. */
async function advise(
  tx: Tx,
  {
    organizationId,
    payments,
    rationed,
  }: Omit<Announcement, "payment"> & { readonly payments: readonly TransactionRow[] },
): Promise<void> {
  if (payments.length === 0 || !(await sendsRemittanceAdvice(tx, organizationId))) return;
  const { legalBusinessName, dbas } = await getOrganization(tx, organizationId);
  const contacts = await findContacts(
    tx,
    organizationId,
    payments.map(({ counterparty_id: id }) => id),
  );
  const addressOf = new Map<string, string>(contacts.map(({ recipient_id: id, email }) => [id, email]));
  for (const payment of payments) {
    const address = addressOf.get(payment.counterparty_id);
    if (address !== undefined)
      await rationed("remittanceAdvice", address, remittanceLetter(payment, dbas[0] ?? legalBusinessName));
  }
}
