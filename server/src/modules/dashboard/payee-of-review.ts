import { plusMs, SECOND_MS } from "../../kernel/clock.ts";
import type { OrganizationId, TokenId } from "../../kernel/ids.ts";
import { dollarsFromMinor } from "../../kernel/money.ts";
import type { Service } from "../../kernel/service.ts";
import type { RequestCase } from "../approvals/index.ts";
import { actsOn } from "../audit/index.ts";
import { findTokenNames } from "../identity/index.ts";
import { payeeHistory, recentPaymentsTo } from "../payments/index.ts";
import { findPayeeFacts, type PayeeFacts } from "../recipients/index.ts";
import { nameOfUser } from "./names.ts";
import type { Review } from "./review-schema.ts";

/** The audit row of a change is written in the transaction that makes it: its instant is the change's, or just about. */
const SAME_CHANGE_MS = 2 * SECOND_MS;
const LATEST_SHOWN = 3;

/** Whom a request pays: who that is, where the money would go, and what was paid before. Null for a transfer. */
export async function payeeOfReview(
  { database }: Service,
  organizationId: OrganizationId,
  found: RequestCase,
): Promise<Review["payee"]> {
  const { request, terms } = found;
  if (request.kind === "transfer") return null;
  const recipientId = request.recipient_id;
  const facts = await findPayeeFacts(database, organizationId, { recipientId, routingId: terms.routingId });
  if (facts === undefined) return null;
  const history = await payeeHistory(database, organizationId, recipientId);
  const latest = await recentPaymentsTo(database, organizationId, { recipientId, limit: LATEST_SHOWN });
  const since = facts.routing_since;
  return {
    recipientId,
    name: facts.name,
    nickname: facts.nickname,
    since: facts.created_at.toISOString(),
    isFirstPayment: (terms.payee?.date_last_paid ?? null) === null && history.payments === 0n,
    details: detailsOf(facts),
    detailsSince: since?.toISOString() ?? null,
    detailsChanged: since !== null && since > plusMs(facts.created_at, SAME_CHANGE_MS),
    detailsChangedBy: since === null ? null : await whoEntered(database, organizationId, { found, since, recipientId }),
    history: {
      payments: Number(history.payments),
      total: dollarsFromMinor(history.total_minor),
      median: history.median_minor === null ? null : dollarsFromMinor(history.median_minor),
      largest: history.largest_minor === null ? null : dollarsFromMinor(history.largest_minor),
      latest: latest.map((payment) => ({
        transactionId: payment.transaction_id,
        amount: dollarsFromMinor(payment.amount_minor),
        createdAt: payment.created_at.toISOString(),
        paymentMethod: payment.method,
        status: payment.status,
      })),
    },
  };
}

function detailsOf({ public_details: details, account_number_last4: last }: PayeeFacts) {
  if (details === null) return null;
  const text = (name: string): string | null => {
    const value = details[name];
    return typeof value === "string" && value !== "" ? value : null;
  };
  return {
    accountNumber: last === null ? null : `••••${last}`,
    routingNumber: text("routingNumber"),
    accountType: text("electronicAccountType"),
    bankName: text("bankName"),
    swiftCode: text("swiftCode"),
    address: addressInALine(details["address"]),
  };
}

function addressInALine(address: unknown): string | null {
  if (typeof address !== "object" || address === null) return null;
  const lines = address as Readonly<Record<string, unknown>>;
  const parts = ["address1", "address2", "city", "region", "postalCode", "country"].map((name) => lines[name]);
  return parts.filter((part): part is string => typeof part === "string" && part !== "").join(", ");
}

async function whoEntered(
  database: Service["database"],
  organizationId: OrganizationId,
  { found, since, recipientId }: { found: RequestCase; since: Date; recipientId: string },
): Promise<string | null> {
  const [act] = await actsOn(database, organizationId, {
    resourceId: recipientId,
    actions: ["recipient.create", "recipient.bankDetailsChanged"],
    from: plusMs(since, -SAME_CHANGE_MS),
    until: plusMs(since, SAME_CHANGE_MS),
  });
  if (act?.actor_id == null) return null;
  if (act.actor_type === "user")
    return (
      [...found.approvals.people.values()].flatMap((person) =>
        person.user_id === act.actor_id ? [nameOfUser(found.approvals.people, person.user_id)] : [],
      )[0] ?? null
    );
  // The audit log keeps ids as text; of a token it is a token's.
  if (act.actor_type === "token")
    return (await findTokenNames(database, organizationId, [act.actor_id as TokenId]))[0]?.name ?? null;
  return "the operator";
}
