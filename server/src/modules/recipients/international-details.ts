import { notFound } from "../../kernel/http/http-refusals.ts";
import type { OrganizationId, RecipientId } from "../../kernel/ids.ts";
import type { Service } from "../../kernel/service.ts";
import type { Tx } from "../../kernel/sql/database.ts";
import { type Actor, recordAudit } from "../audit/index.ts";
import { maskedDetails } from "./audited.ts";
import { type RoutingDetails, routingsOf } from "./recipient.ts";
import { lockRecipientRow, updateRecipientRow } from "./recipients.queries.ts";
import { storeRouting } from "./routing-details.ts";

/** What a payee enters about an account abroad. */
export interface InternationalDetails {
  readonly iban: string;
  /** The bank's BIC (ISO 9362). */
  readonly swiftCode: string;
  readonly bankName: string;
  /** Where the bank is: ISO 3166-1 alpha-2. */
  readonly bankCountry: string;
}

export interface DetailsToFill {
  readonly organizationId: OrganizationId;
  readonly recipientId: RecipientId;
  readonly actor: Actor;
  readonly details: InternationalDetails;
}

/**
 * Puts international bank details in force. Never behind a route of the API (specification §2): they come from the payee,
 * through an invite, or from a person in the dashboard. Refuses with `resourceNotFound`.
 */
export async function fillInternationalDetails(
  service: Service,
  tx: Tx,
  { organizationId, recipientId, actor, details }: DetailsToFill,
): Promise<void> {
  const row = await lockRecipientRow(tx, organizationId, recipientId);
  if (row?.status !== "active") throw notFound("recipient");
  const routing: RoutingDetails = {
    method: "internationalWire",
    accountNumber: details.iban,
    accountNumberLast4: details.iban.slice(-4),
    swiftCode: details.swiftCode,
    bankName: details.bankName,
    bankCountry: details.bankCountry,
  };
  const internationalWire = await storeRouting(service, tx, { organizationId, recipientId, details: routing });
  await updateRecipientRow(tx, organizationId, {
    recipientId,
    name: row.name,
    nickname: row.nickname,
    emails: row.emails,
    contactEmail: row.contact_email,
    isBusiness: row.is_business,
    address: row.address,
    routings: { ...routingsOf(row), internationalWire },
    at: service.clock.now(),
  });
  await recordAudit(service, tx, {
    organizationId,
    actor,
    entries: [
      {
        action: "recipient.bankDetailsChanged",
        resourceType: "recipient",
        resourceId: recipientId,
        after: { internationalWire: maskedDetails(routing) },
      },
    ],
  });
}
