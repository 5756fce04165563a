import { dateInWords } from "bursar-banking/calendar/new-york";
import { assert } from "#kernel/assert.ts";
import type { Service } from "#kernel/process/service.ts";
import type { Tx } from "#kernel/sql/database.ts";
import type { OrganizationId } from "#kernel/values/ids.ts";
import { formatUsd } from "#kernel/values/money.ts";
import { findAccounts } from "#money/accounts";
import type { Letter } from "#records/mail";
import { notifyPaymentProblem } from "#records/notifications";
import type { RequestRow } from "../requests/approval-request.ts";
import { factsOfRequest } from "../requests/facts-of-request.ts";
import { notifyApprovers } from "./notify-approvers.ts";

/** A scheduled payment that is not made, and waits for approval again. */
export interface Unpaid {
  readonly organizationId: OrganizationId;
  readonly request: RequestRow;
  readonly problem: string;
  /** Its day has not come: nothing was tried. */
  readonly early?: true;
}

/**
 * A scheduled payment was not made on its day, or will not be: its requester, and the users who want to know about failed payments, are
 * notified, as well as those who may approve it again. Contains no bank details.
 */
export async function notifyUnpaid(
  service: Service,
  tx: Tx,
  { organizationId, request, problem, early }: Unpaid,
): Promise<void> {
  const facts = await factsOfRequest(tx, organizationId, request);
  const { request_id: id, requester_user_id: requester } = request;
  assert(request.status === "pendingApproval", "a payment that was not made waits for approval again");
  const name = facts.name ?? "another account";
  const sourceId = service.newId();
  await notifyPaymentProblem(service, tx, {
    organizationId,
    subject: { type: "approvalRequest", id },
    sourceId,
    requesters: requester === null ? [] : [requester],
    facts: { ...facts, outcome: early ? "openAgain" : "notMade", text: problem },
    letter: await letterOf(service, tx, { organizationId, request, problem, early, name }),
  });
  await notifyApprovers(service, tx, { organizationId, request, payeeName: facts.name, sourceId });
}

async function letterOf(
  service: Service,
  tx: Tx,
  {
    organizationId,
    request,
    problem,
    early,
    name,
  }: Omit<Unpaid, "early"> & { readonly early: true | undefined; readonly name: string },
): Promise<Letter> {
  const [account] = await findAccounts(tx, organizationId, [request.account_id]);
  const amount = `$${formatUsd(request.amount_minor)}`;
  return {
    subject: `Scheduled payment to ${name}, ${amount}, ${early ? "needs approval again" : "was not made"}`,
    paragraphs: [
      early
        ? "The payment will not be made on its day unless it is approved again."
        : "The payment could not be made on its day. It waits for approval again.",
    ],
    facts: [
      ["Recipient", name],
      ["Amount", amount],
      ["From", account?.nickname ?? account?.name ?? "an account"],
      ...(request.send_on === null ? [] : ([["Scheduled for", dateInWords(request.send_on)]] as const)),
      ["Reason", problem],
    ] as const,
    link: {
      label: "Review request",
      url: `${service.config.publicUrl}/dashboard/approvals/${request.request_id}`,
    },
    footer: "You receive this email because you requested the payment or are an administrator.",
  };
}
