import { timingSafeEqual } from "node:crypto";
import type { PaymentMethod } from "../../../banking/identifiers/payment-method.ts";
import type { Vault } from "../../../kernel/crypto/vault.ts";
import type { Service } from "../../../kernel/process/service.ts";
import { isUnavailable, type Queryable, sqlStateOf } from "../../../kernel/sql/database.ts";
import type { OrganizationId, RecipientId, RoutingId } from "../../../kernel/values/ids.ts";
import { type RoutingDetails, type RoutingVersion, recipientSealContext } from "../recipient.ts";
import { type RoutingRow, routingRows } from "../recipients.queries.ts";
import { sealOf } from "./routing-seal.ts";

/**
 * Versions that were opened and verified. A version never changes, so what was read once stays true; key rotation changes
 * only how its account number is encrypted. Beyond the limit the version used longest ago is dropped. A look-up compares
 * recipient, method, and state of the version each time: only its content is remembered.
 */
const REMEMBERED_MAX = 10_000;
const remembered = new WeakMap<Vault, Map<string, RoutingVersion>>();

function memoryOf(vault: Vault): Map<string, RoutingVersion> {
  const known = remembered.get(vault) ?? new Map<string, RoutingVersion>();
  remembered.set(vault, known);
  return known;
}

function remember(known: Map<string, RoutingVersion>, key: string, version: RoutingVersion): void {
  known.delete(key);
  const oldest = known.size >= REMEMBERED_MAX ? known.keys().next().value : undefined;
  if (oldest !== undefined) known.delete(oldest);
  known.set(key, version);
}

const keyOf = (organizationId: OrganizationId, routingId: RoutingId): string => `${organizationId}/${routingId}`;

/** A version as a payment, a recipient, or a change refers to it. */
export interface RoutingReference {
  readonly routingId: RoutingId;
  readonly recipientId: RecipientId;
  readonly method: PaymentMethod;
  /** Whether details that nobody has confirmed are acceptable: to show a change, never to pay. */
  readonly proposed?: boolean;
}

/** The version referred to; undefined when there is none, it does not verify, or it belongs to something else. */
export type RoutingLookup = (reference: RoutingReference) => RoutingVersion | undefined;

/**
 * Reads and verifies the versions referred to, account numbers in full: for callers who may see them and for the bank, never
 * for a log. `fresh` reads them from the database even if they are remembered.
 */
export async function routingVersionsOf(
  service: Pick<Service, "vault">,
  db: Queryable,
  { organizationId, routingIds, fresh = false }: RoutingsToRead,
): Promise<RoutingLookup> {
  const known = memoryOf(service.vault);
  const found = new Map<RoutingId, RoutingVersion>();
  const missing: RoutingId[] = [];
  for (const routingId of new Set(routingIds)) {
    const key = keyOf(organizationId, routingId);
    const version = fresh ? undefined : known.get(key);
    if (version === undefined) missing.push(routingId);
    else {
      found.set(routingId, version);
      remember(known, key, version);
    }
  }
  for (const row of missing.length === 0 ? [] : await routingRows(db, organizationId, missing)) {
    const version = await verified(service, db, organizationId, row);
    if (version === undefined) continue;
    remember(known, keyOf(organizationId, row.routing_id), version);
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
}

/** A real-time payment may go to the ACH details (decision S2). */
const answers = (version: RoutingVersion, { recipientId, method, proposed = false }: RoutingReference): boolean =>
  version.recipientId === recipientId &&
  (version.details.method === method || (method === "realTimePayment" && version.details.method === "ach")) &&
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

/** The details of a row as they were stored; undefined when the account number cannot be decrypted. */
export async function openDetails(
  vault: Vault,
  db: Queryable,
  organizationId: OrganizationId,
  { routing_id, public_details, account_number: sealed, account_number_last4: last4 }: RoutingRow,
): Promise<RoutingDetails | undefined> {
  // Written from RoutingDetails by storeRouting; the seal proves that nobody changed it since.
  const details = public_details as Omit<RoutingDetails, "accountNumber" | "accountNumberLast4">;
  try {
    return {
      ...details,
      ...(sealed === null
        ? {}
        : { accountNumber: await vault.open(db, organizationId, recipientSealContext(routing_id), sealed) }),
      ...(last4 === null ? {} : { accountNumberLast4: last4 }),
    };
  } catch (error) {
    // The keys could not be read: that says nothing about this row.
    const state = sqlStateOf(error);
    if (isUnavailable(error) || (state !== undefined && !state.startsWith("ERR_"))) throw error;
    return undefined;
  }
}
