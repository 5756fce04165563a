import type { Service } from "../../../kernel/process/service.ts";
import type { Tx } from "../../../kernel/sql/database.ts";
import type { AccountId, OrganizationId } from "../../../kernel/values/ids.ts";
import { formatUsd } from "../../../kernel/values/money.ts";
import { findAccounts } from "../../accounts/index.ts";
import { enqueueMail, type Letter, mailsOfLastHour } from "../../mail/index.ts";
import { listPeople } from "../../people/index.ts";
import { approverOf } from "../decisions/approvals-so-far.ts";
import { findEligibleApprovers } from "../decisions/who-may-approve.ts";
import { mayApproveStep, type RuleStep } from "../rules/approval-rule.ts";
import { methodWords } from "../rules/describe-rule.ts";
import type { RequestRow } from "./approval-request.ts";

/**
 * A flood of requests must not fill mailboxes: a user gets at most this many emails per hour, and the last one says so.
 */
const MAILS_PER_HOUR = 10;

/**
 * Emails the users who may decide about a request now, except its requester and the approvers of the step just
 * completed, who were already notified. Contains no bank details.
 */
export async function mailApprovers(
  service: Service,
  tx: Tx,
  {
    organizationId,
    request,
    payeeName,
    stepBefore,
  }: {
    organizationId: OrganizationId;
    request: RequestRow;
    payeeName: string | undefined;
    /** The step that was just completed; undefined for a new request. */
    stepBefore?: RuleStep;
  },
): Promise<void> {
  const kind = "approvalNeeded";
  const approvers = await findEligibleApprovers(tx, organizationId, { request, now: service.clock.now() });
  // Counted without a lock: concurrent decisions about different requests can exceed the bound by a few.
  const mailed = await mailsOfLastHour(service, tx, { organizationId, kind });
  const due = approvers.filter(
    (person) =>
      person.user_id !== request.requester_user_id &&
      !(stepBefore && mayApproveStep(stepBefore, approverOf(person))) &&
      (mailed.get(person.email) ?? 0) < MAILS_PER_HOUR,
  );
  if (due.length === 0) return;
  const letter = await letterOf(service, tx, { organizationId, request, payeeName });
  // Rows in the same transaction: if the request or decision rolls back, no email is sent.
  for (const { email } of due) {
    const isLast = (mailed.get(email) ?? 0) === MAILS_PER_HOUR - 1;
    const footer = isLast
      ? `${letter.footer} There have been many requests: you will receive no further emails about them within the hour. The dashboard shows them all.`
      : letter.footer;
    await enqueueMail(service, tx, { organizationId, kind, recipient: email, letter: { ...letter, footer } });
  }
}

/** Names are looked up here, because a request stores ids. */
async function letterOf(
  service: Service,
  tx: Tx,
  {
    organizationId,
    request,
    payeeName,
  }: { organizationId: OrganizationId; request: RequestRow; payeeName: string | undefined },
): Promise<Letter> {
  const { account_id: from, destination_account_id: to } = request;
  const accounts = await findAccounts(tx, organizationId, to === null ? [from] : [from, to]);
  const nameOf = (id: AccountId): string => {
    const account = accounts.find(({ accountId }) => accountId === id);
    return account?.nickname ?? account?.name ?? "an account";
  };
  const people = await listPeople(tx, organizationId);
  const requester = people.find(({ user_id: userId }) => userId === request.requester_user_id);
  const amount = `$${formatUsd(request.amount_minor)}`;
  const payee = to === null ? (payeeName ?? "a recipient") : nameOf(to);
  return {
    subject: `${to === null ? "Payment" : "Transfer"} to ${payee}, ${amount}, is waiting for approval`,
    paragraphs: [
      `${requester === undefined ? "An API token" : `${requester.first_name} ${requester.last_name}`} requests to ${to === null ? "pay" : "transfer"} ${amount} to ${payee}. No money moves before it is approved.`,
    ],
    facts: [
      [to === null ? "Payee" : "To", payee],
      ["Amount", amount],
      ...(request.method === null ? [] : ([["Method", methodWords[request.method]]] as const)),
      ["From", nameOf(from)],
      ...(request.send_on === null ? [] : ([["On", request.send_on]] as const)),
    ],
    link: {
      label: "Review request",
      url: `${service.config.publicUrl}/dashboard/approvals/${request.request_id}`,
    },
    footer: "You receive this email because you may approve this request.",
  };
}
