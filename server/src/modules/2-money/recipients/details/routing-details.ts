import { timingSafeEqual } from "node:crypto";
import { methodTable, type PaymentMethod } from "bursar-banking/identifiers/payment-method";
import { KeyRevoked, type Vault } from "#kernel/crypto/vault.ts";
import type { Service } from "#kernel/process/service.ts";
import { isUnavailable, type Queryable, sqlStateOf } from "#kernel/sql/database.ts";
import type { OrganizationId, RecipientId, RoutingId } from "#kernel/values/ids.ts";
import type { RoutingDetails, RoutingVersion } from "../recipient.ts";
import { type RoutingRow, routingRows } from "../recipients.queries.ts";
import { routingNumbers } from "../tables.ts";
import { sealOf } from "./routing-seal.ts";

/**
 * A cache of decrypted and verified versions. A version never changes, so cached content stays valid; key rotation
 * changes only its encryption. Beyond the limit, the least recently used version is evicted. Recipient, method, and
 * status are compared on each lookup: only the content is cached.
 */
const REMEMBERED_MAX = 10_000;
const remembered = new WeakMap<Vault, Map<string, RoutingVersion>>();

function memoryOf(vault: Vault): Map<string, RoutingVersion> {
  const cache = remembered.get(vault) ?? new Map<string, RoutingVersion>();
  remembered.set(vault, cache);
  return cache;
}

function remember(cache: Map<string, RoutingVersion>, key: string, version: RoutingVersion): void {
  cache.delete(key);
  const oldest = cache.size >= REMEMBERED_MAX ? cache.keys().next().value : undefined;
  if (oldest !== undefined) cache.delete(oldest);
  cache.set(key, version);
}

const keyOf = (organizationId: OrganizationId, routingId: RoutingId): string => `${organizationId}/${routingId}`;

/** A reference to a version from a payment, a recipient, or a change. */
export interface RoutingReference {
  readonly routingId: RoutingId;
  readonly recipientId: RecipientId;
  readonly method: PaymentMethod;
  /** Whether unconfirmed details are acceptable: to show a change, never to pay. */
  readonly proposed?: boolean;
}

/** The referenced version; undefined if it does not exist, does not verify, or belongs to something else. */
export type RoutingLookup = (reference: RoutingReference) => RoutingVersion | undefined;

/**
 * Reads and verifies the referenced versions with full account numbers: for authorized callers and for the bank, never
 * for a log. `fresh` bypasses the cache. While the organization's keys are revoked, rejects with KeyRevoked; with
 * `omitsRevoked`, nothing is found, so that the rest can be shown.
 */
export async function routingVersionsOf(
  service: Pick<Service, "vault">,
  db: Queryable,
  { organizationId, routingIds, fresh = false, omitsRevoked = false }: RoutingsToRead,
): Promise<RoutingLookup> {
  if (routingIds.length === 0) return () => undefined;
  try {
    // What is remembered must not outlive the key that opened it.
    await service.vault.requireKey(db, organizationId);
  } catch (error) {
    if (error instanceof KeyRevoked && omitsRevoked) return () => undefined;
    throw error;
  }
  const cache = memoryOf(service.vault);
  const found = new Map<RoutingId, RoutingVersion>();
  const missing: RoutingId[] = [];
  for (const routingId of new Set(routingIds)) {
    const key = keyOf(organizationId, routingId);
    const version = fresh ? undefined : cache.get(key);
    if (version === undefined) missing.push(routingId);
    else {
      found.set(routingId, version);
      remember(cache, key, version);
    }
  }
  for (const row of missing.length === 0 ? [] : await routingRows(db, organizationId, missing)) {
    const version = await verified(service, db, organizationId, row);
    if (version === undefined) continue;
    remember(cache, keyOf(organizationId, row.routing_id), version);
    found.set(row.routing_id, version);
  }
  return (reference) => {
    const version = found.get(reference.routingId);
    return version !== undefined && answers(version, reference) ? version : undefined;
  };
}

export interface RoutingsToRead {
  readonly organizationId: OrganizationId;
  readonly routingIds: readonly RoutingId[];
  readonly fresh?: boolean;
  readonly omitsRevoked?: boolean;
}

/** A method may use the details of the one that it falls back to (decision S2). */
const answers = (version: RoutingVersion, { recipientId, method, proposed = false }: RoutingReference): boolean =>
  version.recipientId === recipientId &&
  (version.details.method === method || version.details.method === methodTable[method].details.fallsBackTo) &&
  (!version.proposed || proposed);

async function verified(
  { vault }: Pick<Service, "vault">,
  db: Queryable,
  organizationId: OrganizationId,
  row: RoutingRow,
): Promise<RoutingVersion | undefined> {
  const details = await openDetails(vault, db, organizationId, row);
  if (details === undefined) return undefined;
  const { routing_id: routingId, recipient_id: recipientId, name, proposed, created_at: createdAt } = row;
  const seal = sealOf(vault, organizationId, { routingId, recipientId, name, proposed, details, createdAt });
  const isIntact = seal.length === row.seal.length && timingSafeEqual(seal, row.seal) && row.method === details.method;
  return isIntact ? { recipientId, name, proposed, details } : undefined;
}

/** The stored details of a row; undefined if the account number cannot be decrypted. */
export async function openDetails(
  vault: Vault,
  db: Queryable,
  organizationId: OrganizationId,
  { routing_id, public_details, account_number: sealed, account_number_last4: last4 }: RoutingRow,
): Promise<RoutingDetails | undefined> {
  // storeRouting wrote it from RoutingDetails; the seal proves that it has not changed.
  const details = public_details as Omit<RoutingDetails, "accountNumber" | "accountNumberLast4">;
  try {
    return {
      ...details,
      ...(sealed === null
        ? {}
        : { accountNumber: await vault.open(db, organizationId, routingNumbers.contextOf(routing_id), sealed) }),
      ...(last4 === null ? {} : { accountNumberLast4: last4 }),
    };
  } catch (error) {
    // The keys could not be read, which says nothing about this row.
    const state = sqlStateOf(error);
    if (error instanceof KeyRevoked || isUnavailable(error) || (state !== undefined && !state.startsWith("ERR_")))
      throw error;
    return undefined;
  }
}
