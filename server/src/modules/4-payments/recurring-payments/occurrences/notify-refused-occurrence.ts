import type { Service } from "#kernel/process/service.ts";
import type { Tx } from "#kernel/sql/database.ts";
import { derivedId } from "#kernel/values/derived-id.ts";
import type { OrganizationId } from "#kernel/values/ids.ts";
import { formatUsd } from "#kernel/values/money.ts";
import { findAccounts } from "#money/accounts";
import { findRecipientNames } from "#money/recipients";
import { notifyPaymentProblem, settleNotifications } from "#records/notifications";
import type { RecurringPaymentId } from "../series/recurring-payment.ts";
import type { DueOccurrence } from "./request-occurrence.ts";

/** Notifies the requester, and the users who want to know about failed payments. Contains no bank details. */
export async function notifyRefusedOccurrence(
  service: Service,
  tx: Tx,
  { due: { organizationId, row, occurrence }, problem }: { due: DueOccurrence; problem: string },
): Promise<void> {
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
    footer: "You receive this email because you set up the recurring payment or are an administrator.",
  };
  await notifyPaymentProblem(service, tx, {
    organizationId,
    subject: { type: "recurringPayment", id: row.recurring_payment_id },
    sourceId: sourceOf(row.recurring_payment_id, occurrence.day.toString()),
    requesters: [row.requester_user_id],
    facts: { name, amountMinor: row.amount_minor, outcome: "notRequested", text: problem },
    letter,
  });
}

/** An occurrence is refused once. */
const sourceOf = (id: RecurringPaymentId, day: string): string => derivedId(id, day);

/** A user has requested it after all. */
export const settleRefusedOccurrence = (
  service: Pick<Service, "clock">,
  tx: Tx,
  {
    organizationId,
    recurringPaymentId: id,
    day,
  }: { readonly organizationId: OrganizationId; readonly recurringPaymentId: RecurringPaymentId; readonly day: string },
): Promise<void> =>
  settleNotifications(service, tx, {
    organizationId,
    subject: { type: "recurringPayment", id },
    kinds: ["ownPaymentProblem", "otherPaymentProblem"],
    sourceId: sourceOf(id, day),
  });
