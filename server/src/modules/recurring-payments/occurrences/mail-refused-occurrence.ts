import type { Service } from "../../../kernel/process/service.ts";
import type { Tx } from "../../../kernel/sql/database.ts";
import { formatUsd } from "../../../kernel/values/money.ts";
import { findAccounts } from "../../accounts/index.ts";
import { enqueueMail, mailsOfLastHour } from "../../mail/index.ts";
import { findMailReaders } from "../../people/index.ts";
import { findRecipientNames } from "../../recipients/index.ts";
import type { DueOccurrence } from "./request-occurrence.ts";

/** Many occurrences of one day must not fill a mailbox. */
const MAILS_PER_HOUR = 20;

/** E-mails the requester, and the users who want to know about failed payments. Contains no bank details. */
export async function mailRefusedOccurrence(
  service: Service,
  tx: Tx,
  { due: { organizationId, row, occurrence }, problem }: { due: DueOccurrence; problem: string },
): Promise<void> {
  const kind = "paymentFailed";
  const readers = await findMailReaders(tx, organizationId, { kind, requesters: [row.requester_user_id] });
  const mailed = await mailsOfLastHour(service, tx, { organizationId, kind });
  const [recipient] = await findRecipientNames(tx, organizationId, [row.recipient_id]);
  const [account] = await findAccounts(tx, organizationId, [row.account_id]);
  const name = recipient?.name ?? "a recipient";
  const amount = `$${formatUsd(row.amount_minor)}`;
  const letter = {
    subject: `Recurring payment to ${name}, ${amount}, could not be requested`,
    paragraphs: [
      `The payment of ${occurrence.payOn} was not requested and will not be made, unless you fix the problem and request it. Later payments continue.`,
    ],
    facts: [
      ["Recipient", name],
      ["Amount", amount],
      ["From", account?.nickname ?? account?.name ?? "an account"],
      ["Payment day", occurrence.payOn.toString()],
      ["Reason", problem],
    ] as const,
    link: {
      label: "View recurring payment",
      url: `${service.config.publicUrl}/dashboard/scheduled/recurring/${row.recurring_payment_id}`,
    },
    footer:
      "You receive this email because you set up the recurring payment or are an administrator. You can turn these emails off in your profile.",
  };
  for (const { email } of readers)
    if ((mailed.get(email.toLowerCase()) ?? 0) < MAILS_PER_HOUR)
      await enqueueMail(service, tx, { organizationId, kind, recipient: email, letter });
}
