import { present } from "#kernel/assert.ts";
import type { Queryable } from "#kernel/sql/database.ts";
import type { OrganizationId } from "#kernel/values/ids.ts";
import { findPayee } from "#money/recipients";
import { findStepUpAmount } from "#records/identity";
import type { RequestRow } from "../requests/approval-request.ts";
import { dayTotalsOf } from "../rules/day-totals.ts";

/** Whether an approver must reauthenticate: for a large amount, or a large total to the recipient that day. */
export async function needsStepUp(
  db: Queryable,
  organizationId: OrganizationId,
  request: RequestRow,
): Promise<boolean> {
  const fromMinor = await findStepUpAmount(db, organizationId);
  // The amount alone first: the total of the day costs queries and can only be larger.
  if (fromMinor === null || request.amount_minor >= fromMinor) return fromMinor !== null;
  const { recipient_id: recipientId, method } = request;
  const payee = recipientId === null ? undefined : await findPayee(db, organizationId, { recipientId, method });
  const asked = { recipientDay: true, accountDay: false };
  const [totals] = await dayTotalsOf(db, organizationId, { asked, counted: [{ request, payee }] });
  return present(totals, "one request has totals").recipientDayMinor >= fromMinor;
}
