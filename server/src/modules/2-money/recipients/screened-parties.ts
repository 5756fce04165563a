import { paymentMethods } from "bursar-banking/identifiers/payment-method";
import type { Service } from "#kernel/process/service.ts";
import type { Queryable } from "#kernel/sql/database.ts";
import type { OrganizationId, RecipientId } from "#kernel/values/ids.ts";
import { type Party, partyOf } from "#money/screening";
import { routingVersionsOf } from "./details/routing-details.ts";
import { type Address, type RoutingDetails, routingsOf } from "./recipient.ts";
import { nextScreenedRows, type ScreenedRow, screenedRows } from "./screened-parties.queries.ts";

/** What is screened when this name and these bank details are paid. */
const partyPaid = (row: ScreenedRow, name: string, details: RoutingDetails | undefined): Party =>
  partyOf(row.recipient_id, {
    names: [name, row.nickname ?? []].flat(),
    addresses: [row.address, details?.address].filter((address): address is Address => Boolean(address)),
    countries: [details?.bankCountry ?? []].flat(),
  });

/** For payments: what each of them pays. Undefined if the recipient is not proven, so it cannot be paid. */
export async function partiesToPay(
  db: Queryable,
  organizationId: OrganizationId,
  recipientIds: readonly RecipientId[],
): Promise<(paid: { recipientId: RecipientId; name: string; details: RoutingDetails }) => Party | undefined> {
  const rows = await screenedRows(db, organizationId, [...new Set(recipientIds)]);
  const byId = new Map(rows.map((row) => [row.recipient_id, row]));
  return ({ recipientId, name, details }) => {
    const row = byId.get(recipientId);
    return row && partyPaid(row, name, details);
  };
}

/** For recipients that were saved: everything about them that a payment could pay now. Active ones only. */
export async function partiesOfRecipients(
  service: Pick<Service, "vault">,
  db: Queryable,
  organizationId: OrganizationId,
  which: { readonly ids: readonly RecipientId[] } | { readonly after: RecipientId | null; readonly limit: number },
): Promise<{ readonly parties: readonly Party[]; readonly last: RecipientId | null }> {
  const rows =
    "ids" in which
      ? await screenedRows(db, organizationId, which.ids)
      : await nextScreenedRows(db, organizationId, which);
  const active = rows.filter(({ status }) => status === "active");
  const routingIds = active.flatMap((row) => Object.values(routingsOf(row)).filter((id) => id !== null));
  const lookUp = await routingVersionsOf(service, db, { organizationId, routingIds });
  const parties = active.flatMap((row) => {
    const { recipient_id: recipientId, name } = row;
    const details = paymentMethods.flatMap((method) => {
      const routingId = routingsOf(row)[method];
      return (routingId && lookUp({ routingId, recipientId, method })?.details) ?? [];
    });
    return details.length === 0
      ? [partyPaid(row, name, undefined)]
      : details.map((detail) => partyPaid(row, name, detail));
  });
  const distinct = new Map(parties.map((party) => [`${party.recipientId}/${party.digest}`, party]));
  const isLast = "ids" in which || rows.length < which.limit;
  return { parties: [...distinct.values()], last: isLast ? null : (rows.at(-1)?.recipient_id ?? null) };
}
