import type { Service } from "../../../kernel/process/service.ts";
import type { Tx } from "../../../kernel/sql/database.ts";
import type { OrganizationId } from "../../../kernel/values/ids.ts";
import { formatUsd } from "../../../kernel/values/money.ts";
import { findAccounts } from "../../accounts/index.ts";
import { enqueueMail, mailsOfLastHour } from "../../mail/index.ts";
import { findMailReaders } from "../../people/index.ts";
import { findRecipientNames } from "../../recipients/index.ts";
import type { RequestRow } from "../requests/approval-request.ts";

/** Many payments of one day must not fill a mailbox. */
const MAILS_PER_HOUR = 20;

/**
 * E-mails the requester, and the users who want to know about failed payments, that a scheduled payment was not made on
 * its day. Contains no bank details.
 */
export async function mailUnpaidRequest(
  service: Service,
  tx: Tx,
  { organizationId, request, problem }: { organizationId: OrganizationId; request: RequestRow; problem: string },
): Promise<void> {
  const kind = "paymentFailed";
  const requesters = request.requester_user_id === null ? [] : [request.requester_user_id];
  const readers = await findMailReaders(tx, organizationId, { kind, requesters });
  const mailed = await mailsOfLastHour(service, tx, { organizationId, kind });
  const due = readers.filter(({ email }) => (mailed.get(email.toLowerCase()) ?? 0) < MAILS_PER_HOUR);
  if (due.length === 0) return;
  const [account] = await findAccounts(tx, organizationId, [request.account_id]);
  const recipients = request.recipient_id === null ? [] : [request.recipient_id];
  const [recipient] = await findRecipientNames(tx, organizationId, recipients);
  const name = recipient?.name ?? "another account";
  const amount = `$${formatUsd(request.amount_minor)}`;
  const letter = {
    subject: `Scheduled payment to ${name}, ${amount}, was not made`,
    paragraphs: ["The payment could not be made on its day. It waits for approval again."],
    facts: [
      ["Recipient", name],
      ["Amount", amount],
      ["From", account?.nickname ?? account?.name ?? "an account"],
      ...(request.send_on === null ? [] : ([["On", request.send_on]] as const)),
      ["Reason", problem],
    ] as const,
    link: {
      label: "Review request",
      url: `${service.config.publicUrl}/dashboard/approvals/${request.request_id}`,
    },
    footer:
      "You receive this email because you requested the payment or are an administrator. You can turn these emails off in your profile.",
  };
  for (const { email } of due) await enqueueMail(service, tx, { organizationId, kind, recipient: email, letter });
}
