import { assert } from "../../kernel/assert.ts";
import type { Vault } from "../../kernel/crypto/vault.ts";
import type { OrganizationId, RecipientId, RoutingId } from "../../kernel/ids.ts";
import type { Service } from "../../kernel/service.ts";
import type { Queryable, Tx } from "../../kernel/sql/database.ts";
import { type RoutingDetails, sealContextOf } from "./recipient.ts";
import { insertRouting, routingRows } from "./recipients.queries.ts";

/**
 * Versions of bank details, opened and remembered. A version never changes, so what was read once stays true; key rotation
 * changes only how it is sealed. Beyond the limit the version used longest ago is forgotten.
 */
const REMEMBERED_MAX = 10_000;
const remembered = new WeakMap<Vault, Map<string, RoutingDetails>>();

function memoryOf(vault: Vault): Map<string, RoutingDetails> {
  const known = remembered.get(vault) ?? new Map<string, RoutingDetails>();
  remembered.set(vault, known);
  return known;
}

function remember(known: Map<string, RoutingDetails>, name: string, details: RoutingDetails): void {
  known.delete(name);
  const oldest = known.size >= REMEMBERED_MAX ? known.keys().next().value : undefined;
  if (oldest !== undefined) known.delete(oldest);
  known.set(name, details);
}

/** A version belongs to one organisation: another's id finds nothing, in memory as in the database. */
const nameOf = (organizationId: OrganizationId, routingId: RoutingId): string => `${organizationId}/${routingId}`;

/**
 * The bank details behind the ids, account numbers in full: for the answer to who may see them and for the bank, never for
 * a log. An id that names no version of the organisation is absent.
 */
export async function routingDetailsOf(
  service: Pick<Service, "vault">,
  db: Queryable,
  organizationId: OrganizationId,
  routingIds: readonly RoutingId[],
): Promise<Map<RoutingId, RoutingDetails>> {
  const known = memoryOf(service.vault);
  const found = new Map<RoutingId, RoutingDetails>();
  const missing: RoutingId[] = [];
  for (const routingId of routingIds) {
    const details = known.get(nameOf(organizationId, routingId));
    if (details === undefined) missing.push(routingId);
    else {
      found.set(routingId, details);
      remember(known, nameOf(organizationId, routingId), details);
    }
  }
  if (missing.length === 0) return found;
  for (const row of await routingRows(db, organizationId, missing)) {
    const sealed = row.account_number;
    const details: RoutingDetails = {
      // Written from RoutingDetails by storeRouting, which is the only writer.
      ...(row.public_details as Omit<RoutingDetails, "accountNumber" | "accountNumberLast4">),
      ...(sealed === null
        ? {}
        : { accountNumber: await service.vault.open(db, organizationId, sealContextOf(row.routing_id), sealed) }),
      ...(row.account_number_last4 === null ? {} : { accountNumberLast4: row.account_number_last4 }),
    };
    remember(known, nameOf(organizationId, row.routing_id), details);
    found.set(row.routing_id, details);
  }
  return found;
}

export interface RoutingToStore {
  readonly organizationId: OrganizationId;
  readonly recipientId: RecipientId;
  readonly details: RoutingDetails;
}

/** Writes a version. Only the account number is sealed; its fingerprint, the same for every method, finds equal ones. */
export async function storeRouting(
  service: Service,
  tx: Tx,
  { organizationId, recipientId, details }: RoutingToStore,
): Promise<RoutingId> {
  const { accountNumber, accountNumberLast4, ...publicDetails } = details;
  const routingId = service.newId<RoutingId>();
  assert(
    (accountNumber === undefined) === (details.method === "check"),
    "every way of paying but a check has an account number",
  );
  const publicText = JSON.stringify(publicDetails);
  await insertRouting(tx, organizationId, {
    routingId,
    recipientId,
    method: details.method,
    publicDetails: publicText,
    accountNumber:
      accountNumber === undefined
        ? null
        : await service.vault.seal(tx, organizationId, sealContextOf(routingId), accountNumber),
    accountNumberLast4: accountNumberLast4 ?? null,
    fingerprint:
      accountNumber === undefined ? null : service.vault.mac("fingerprints", `${organizationId}/${accountNumber}`),
    at: service.clock.now(),
  });
  return routingId;
}

/** Whether two versions say the same. */
export const sameDetails = (a: RoutingDetails, b: RoutingDetails): boolean =>
  a.method === b.method &&
  a.accountNumber === b.accountNumber &&
  a.routingNumber === b.routingNumber &&
  a.electronicAccountType === b.electronicAccountType &&
  a.bankName === b.bankName &&
  a.swiftCode === b.swiftCode &&
  a.bankCountry === b.bankCountry &&
  (["address1", "address2", "city", "region", "postalCode", "country"] as const).every(
    (line) => a.address?.[line] === b.address?.[line],
  );
