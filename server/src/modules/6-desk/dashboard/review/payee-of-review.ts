import { maskAccountNumber } from "bursar-banking/identifiers/mask";
import { plusMs, SECOND_MS } from "#kernel/clock/clock.ts";
import type { Service } from "#kernel/process/service.ts";
import type { OrganizationId, TokenId } from "#kernel/values/ids.ts";
import { dollarsFromMinor } from "#kernel/values/money.ts";
import { type Address, findPayeeFacts, type RoutingVersion, routingVersionsOf } from "#money/recipients";
import { type Replaced, type RequestCase, wereDetailsChanged } from "#payments/approvals";
import { payeeHistory, recentPaymentsTo } from "#payments/payments";
import { actsOn } from "#records/audit/trail";
import { findTokenNames } from "#records/identity";
import { nameOfUser } from "../names.ts";
import type { Review } from "./review-schema.ts";

/** The audit row of a change is written in the same transaction, so their times nearly match. */
const SAME_CHANGE_MS = 2 * SECOND_MS;
const LATEST_SHOWN = 3;
type PayeeOfReview = NonNullable<Review["payee"]>;

/** The recipient of a request: who it is, where the money would go, and earlier payments. Null for a transfer. */
export async function payeeOfReview(
  service: Service,
  organizationId: OrganizationId,
  { found, replaced }: { readonly found: RequestCase; readonly replaced: Replaced | undefined },
): Promise<Review["payee"]> {
  const { database } = service;
  const { request, terms } = found;
  if (request.kind === "transfer") return null;
  const recipientId = request.recipient_id;
  const facts = await findPayeeFacts(database, organizationId, recipientId);
  if (facts === undefined) return null;
  const version = await versionToPay(service, organizationId, found);
  const history = await payeeHistory(database, organizationId, recipientId);
  const latest = await recentPaymentsTo(database, organizationId, { recipientId, limit: LATEST_SHOWN });
  const since = terms.payee?.routing_since ?? null;
  return {
    recipientId,
    name: version?.name ?? facts.name,
    nickname: facts.nickname,
    since: facts.created_at.toISOString(),
    details: version === undefined ? null : detailsOf(version),
    replaced:
      replaced === undefined ? null : await renderReplaced(service, organizationId, { found, version, replaced }),
    detailsSince: since?.toISOString() ?? null,
    detailsChanged: terms.payee !== undefined && wereDetailsChanged(terms.payee),
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

/** The exact version to be approved, verified; undefined if there is none. */
async function versionToPay(
  service: Service,
  organizationId: OrganizationId,
  { request, terms: { routingId } }: RequestCase,
): Promise<RoutingVersion | undefined> {
  if (request.kind === "transfer" || routingId === null) return undefined;
  const { recipient_id: recipientId, method } = request;
  const lookUp = await routingVersionsOf(service, service.database, { organizationId, routingIds: [routingId] });
  return lookUp({ routingId, recipientId, method });
}

async function renderReplaced(
  service: Service,
  organizationId: OrganizationId,
  {
    found: { request },
    version,
    replaced: { name, routingId },
  }: { readonly found: RequestCase; readonly version: RoutingVersion | undefined; readonly replaced: Replaced },
): Promise<PayeeOfReview["replaced"]> {
  if (request.kind === "transfer" || routingId === null) return { name, details: null, accountNumberChanged: false };
  const { recipient_id: recipientId, method } = request;
  const lookUp = await routingVersionsOf(service, service.database, { organizationId, routingIds: [routingId] });
  const earlier = lookUp({ routingId, recipientId, method });
  return {
    name,
    details: earlier === undefined ? null : detailsOf(earlier),
    accountNumberChanged: earlier !== undefined && earlier.details.accountNumber !== version?.details.accountNumber,
  };
}

const detailsOf = ({ details }: RoutingVersion) => ({
  accountNumber: details.accountNumber === undefined ? null : maskAccountNumber(details.accountNumber),
  routingNumber: details.routingNumber ?? null,
  accountType: details.electronicAccountType ?? null,
  bankName: details.bankName ?? null,
  swiftCode: details.swiftCode ?? null,
  nationalBankCode: details.nationalBankCode ?? null,
  correspondentSwiftCode: details.correspondentSwiftCode ?? null,
  achFields: details.achFields ?? null,
  address: details.address === undefined ? null : addressInALine(details.address),
});

const addressInALine = ({ address1, address2, city, region, postalCode, country }: Address): string =>
  [address1, address2, city, region, postalCode, country].filter(Boolean).join(", ");

async function whoEntered(
  database: Service["database"],
  organizationId: OrganizationId,
  { found, since, recipientId }: { found: RequestCase; since: Date; recipientId: string },
): Promise<string | null> {
  const [act] = await actsOn(database, organizationId, {
    resourceId: recipientId,
    actions: ["recipient.create", "recipient.bankDetailsChanged", "recipient.nameChanged"],
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
  // The audit log stores ids as text; a token actor's id is a token id.
  if (act.actor_type === "token")
    return (await findTokenNames(database, organizationId, [act.actor_id as TokenId]))[0]?.name ?? null;
  return "a server administrator";
}
