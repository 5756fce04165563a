import { dateInWords } from "bursar-banking/calendar/new-york";
import { methodTable } from "bursar-banking/identifiers/payment-method";
import { assert } from "#kernel/assert.ts";
import type { Service } from "#kernel/process/service.ts";
import type { Queryable, Tx } from "#kernel/sql/database.ts";
import type { AccountId, OrganizationId } from "#kernel/values/ids.ts";
import { formatUsd } from "#kernel/values/money.ts";
import { findAccounts } from "#money/accounts";
import { findTokenNames } from "#records/identity";
import type { Letter } from "#records/mail";
import { notify } from "#records/notifications";
import { listPeople } from "#records/people";
import { approverOf } from "../approvers/approvals-so-far.ts";
import type { RequestRow } from "../requests/approval-request.ts";
import { factsOfRequest } from "../requests/facts-of-request.ts";
import { mayApproveStep, type RuleStep } from "../rules/approval-rule.ts";
import { findEligibleApprovers } from "./who-may-approve.ts";

/**
 * Notifies the users who may decide about a request now, except its requester and the approvers of the step just
 * completed, who were already notified. Contains no bank details.
 */
export async function notifyApprovers(
  service: Service,
  tx: Tx,
  { organizationId, request, payeeName, stepBefore, sourceId = request.request_id }: RequestToDecide,
): Promise<void> {
  const approvers = await findEligibleApprovers(tx, organizationId, { request, now: service.clock.now() });
  const due = approvers.filter(
    (person) =>
      person.user_id !== request.requester_user_id && !(stepBefore && mayApproveStep(stepBefore, approverOf(person))),
  );
  if (due.length === 0) return;
  assert(
    due.every((person) => person.locked_at === null),
    "only users who may decide are asked",
  );
  assert(request.transaction_id === null, "a request that waits for approval is not paid");
  const { request_id: id, requester_token_id: token } = request;
  const requester = await requesterOf(tx, organizationId, request);
  await notify(service, tx, {
    organizationId,
    kind: "approvalRequested",
    subject: { type: "approvalRequest", id },
    sourceId,
    recipients: due.map((person) => person.user_id),
    // The creator of a token did not make its requests.
    actorId: token === null ? request.requester_user_id : null,
    facts: { ...(await factsOfRequest(tx, organizationId, request)), ...(token === null ? {} : { actor: requester }) },
    letter: await letterOf(service, tx, { organizationId, request, payeeName, requester }),
  });
}

interface RequestToDecide {
  readonly organizationId: OrganizationId;
  readonly request: RequestRow;
  readonly payeeName: string | undefined;
  /** The step that was just completed; undefined for a new request. */
  readonly stepBefore?: RuleStep;
  /** Why they are notified (again): the request itself, if it is new. */
  readonly sourceId?: string;
}

/** "Ben Oyelaran", or "The token “Payroll” of Ben Oyelaran". */
async function requesterOf(db: Queryable, organizationId: OrganizationId, request: RequestRow): Promise<string> {
  const { requester_user_id: userId, requester_token_id: tokenId } = request;
  const person = (await listPeople(db, organizationId)).find(({ user_id: id }) => id === userId);
  const name = person === undefined ? undefined : `${person.first_name} ${person.last_name}`;
  if (tokenId === null) return name ?? "A user";
  const [token] = await findTokenNames(db, organizationId, [tokenId]);
  const maker = name === undefined ? "" : ` of ${name}`;
  return token === undefined ? `An API token${maker}` : `The token “${token.name}”${maker}`;
}

/** Names are looked up here, because a request stores ids. */
async function letterOf(
  service: Service,
  tx: Tx,
  {
    organizationId,
    request,
    payeeName,
    requester,
  }: {
    readonly organizationId: OrganizationId;
    readonly request: RequestRow;
    readonly payeeName: string | undefined;
    readonly requester: string;
  },
): Promise<Letter> {
  const { account_id: from, destination_account_id: to } = request;
  const accounts = await findAccounts(tx, organizationId, to === null ? [from] : [from, to]);
  const nameOf = (id: AccountId): string => {
    const account = accounts.find(({ accountId }) => accountId === id);
    return account?.nickname ?? account?.name ?? "an account";
  };
  const amount = `$${formatUsd(request.amount_minor)}`;
  const payee = to === null ? (payeeName ?? "a recipient") : nameOf(to);
  return {
    subject: `${to === null ? "Payment" : "Transfer"} to ${payee}, ${amount}, is waiting for approval`,
    paragraphs: [
      `${requester} requested ${to === null ? "a payment" : "a transfer"} of ${amount} to ${payee}. No money moves until it is approved.`,
    ],
    facts: [
      [to === null ? "Recipient" : "To", payee],
      ["Amount", amount],
      ...(request.method === null ? [] : ([["Method", methodTable[request.method].inSentence]] as const)),
      ["From", nameOf(from)],
      ...(request.send_on === null ? [] : ([["Scheduled for", dateInWords(request.send_on)]] as const)),
    ],
    link: {
      label: "Review request",
      url: `${service.config.publicUrl}/dashboard/approvals/${request.request_id}`,
    },
    footer: "You receive this email because you may approve this request.",
  };
}
