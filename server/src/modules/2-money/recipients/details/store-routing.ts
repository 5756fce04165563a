import { methodTable } from "bursar-banking/identifiers/payment-method";
import { assert } from "#kernel/assert.ts";
import type { Service } from "#kernel/process/service.ts";
import type { Tx } from "#kernel/sql/database.ts";
import type { OrganizationId, RecipientId, RoutingId } from "#kernel/values/ids.ts";
import type { RoutingDetails } from "../recipient.ts";
import { insertRouting } from "../recipients.queries.ts";
import { routingNumbers } from "../tables.ts";
import { accountFingerprint, FINGERPRINT_FORM } from "./account-fingerprint.ts";
import { sameAchFields } from "./ach-fields.ts";
import { sealOf } from "./routing-seal.ts";

export interface RoutingToStore {
  readonly organizationId: OrganizationId;
  readonly recipientId: RecipientId;
  /** The recipient's name. */
  readonly name: string;
  readonly details: RoutingDetails;
  /** Waiting for a second user. */
  readonly proposed?: boolean;
}

/** Writes a version. The account number is encrypted, and hashed to find equal ones; a seal covers everything. */
export async function storeRouting(
  service: Service,
  tx: Tx,
  { organizationId, recipientId, name, details, proposed = false }: RoutingToStore,
): Promise<RoutingId> {
  const { vault } = service;
  const { accountNumber, accountNumberLast4, ...publicDetails } = details;
  const routingId = service.newId<RoutingId>();
  const createdAt = service.clock.now();
  const { method } = details;
  const isAddress = methodTable[method].details.holds === "mailingAddress";
  assert((accountNumber === undefined) === isAddress, "every method except checks has an account number");
  await insertRouting(tx, organizationId, {
    routingId,
    recipientId,
    method,
    name,
    proposed,
    publicDetails: JSON.stringify(publicDetails),
    accountNumber:
      accountNumber === undefined
        ? null
        : await vault.seal(tx, organizationId, routingNumbers.contextOf(routingId), accountNumber),
    accountNumberLast4: accountNumberLast4 ?? null,
    fingerprint: accountNumber === undefined ? null : accountFingerprint(vault, organizationId, accountNumber),
    fingerprintForm: FINGERPRINT_FORM,
    seal: sealOf(vault, organizationId, { routingId, recipientId, name, proposed, details, createdAt }),
    at: createdAt,
  });
  return routingId;
}

/** Whether two versions have the same content. */
export const sameDetails = (a: RoutingDetails, b: RoutingDetails): boolean =>
  a.method === b.method &&
  a.accountNumber === b.accountNumber &&
  a.routingNumber === b.routingNumber &&
  a.electronicAccountType === b.electronicAccountType &&
  a.bankName === b.bankName &&
  sameAchFields(a.achFields, b.achFields) &&
  a.swiftCode === b.swiftCode &&
  a.bankCountry === b.bankCountry &&
  a.nationalBankCode === b.nationalBankCode &&
  a.correspondentSwiftCode === b.correspondentSwiftCode &&
  (["address1", "address2", "city", "region", "postalCode", "country"] as const).every(
    (line) => a.address?.[line] === b.address?.[line],
  );
