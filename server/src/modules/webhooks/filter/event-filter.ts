/**
 * Which endpoints an event goes to. Pure; the names are those of wire contract §5.6, §5.7, and §6.1.
 */

export const webhookEventTypes = [
  "transaction.created",
  "transaction.updated",
  "checkingAccount.balance.updated",
  "savingsAccount.balance.updated",
  "treasuryAccount.balance.updated",
  "investmentAccount.balance.updated",
  "creditAccount.balance.updated",
] as const;
export type WebhookEventType = (typeof webhookEventTypes)[number];

export const webhookFilterPaths = [
  "transaction.amount",
  "transaction.bankDescription",
  "transaction.categoryData",
  "transaction.customCategory",
  "transaction.customCategory.id",
  "transaction.customCategory.name",
  "transaction.mercuryCategory",
  "transaction.estimatedDeliveryDate",
  "transaction.externalMemo",
  "transaction.failedAt",
  "transaction.note",
  "transaction.postedAt",
  "transaction.reasonForFailure",
  "transaction.status",
  "checkingAccount.availableBalance",
  "checkingAccount.currentBalance",
  "checkingAccount.inFlightBalance",
  "savingsAccount.availableBalance",
  "savingsAccount.currentBalance",
  "savingsAccount.inFlightBalance",
  "treasuryAccount.availableBalance",
  "treasuryAccount.currentBalance",
  "treasuryAccount.inFlightBalance",
  "investmentAccount.availableBalance",
  "investmentAccount.currentBalance",
  "investmentAccount.inFlightBalance",
  "creditAccount.availableBalance",
  "creditAccount.currentBalance",
  "creditAccount.inFlightBalance",
] as const;
export type WebhookFilterPath = (typeof webhookFilterPaths)[number];

/**
 * The filter paths a name stands for: itself if it is one of the 29, or, for a name without a resource ("status",
 * "availableBalance"), that field of every resource that has it. Empty for a name that stands for nothing, which the entry
 * of an endpoint refuses.
 */
export function filterPathsNamed(name: string): readonly WebhookFilterPath[] {
  return webhookFilterPaths.filter((path) => path === name || fieldOf(path) === name);
}

/**
 * The type of an event, which its body does not carry (wire contract §6.1). Undefined for what no endpoint can ask for: a
 * deletion, or an account's creation.
 */
export function eventTypeOf(event: {
  readonly resourceType: string;
  readonly operationType: string;
}): WebhookEventType | undefined {
  const { resourceType, operationType } = event;
  const suffixes: Readonly<Record<string, string>> =
    resourceType === "transaction" ? { create: "created", update: "updated" } : { update: "balance.updated" };
  return webhookEventTypes.find((eventType) => eventType === `${resourceType}.${suffixes[operationType]}`);
}

/** What an endpoint asked for. Null or an empty list: no limit. */
export type EndpointFilter = {
  readonly eventTypes: readonly string[] | null;
  readonly filterPaths: readonly string[] | null;
};

export type FilteredEvent = {
  readonly eventType: WebhookEventType;
  /** Dotted field names without the resource, as in the event's body. */
  readonly changedPaths: readonly string[];
};

/**
 * Whether an event goes to an endpoint. Both filters must let it through; what the contract leaves open is decided so:
 *
 * - No event types named: both transaction events, but no balance events, which go only to who names them (decision R10).
 * - Paths limit updates only. A creation always passes: it is the first a receiver hears of a resource, and without it the
 *   later updates would speak of something unknown.
 * - A path limits the events of its own resource. One that limits transactions leaves balance events alone, since an endpoint
 *   that names a balance event wants it.
 * - A path matches a changed path that equals it, lies under it, or contains it: when a whole object is replaced, the field
 *   inside may have changed, and an event too many does less harm than one missing.
 */
export function endpointWants(endpoint: EndpointFilter, event: FilteredEvent): boolean {
  if (!wantsType(endpoint.eventTypes, event.eventType)) return false;
  if (event.eventType === "transaction.created") return true;
  const resource = resourceOf(event.eventType);
  const wanted = (endpoint.filterPaths ?? [])
    .flatMap(filterPathsNamed)
    .filter((path) => resourceOf(path) === resource)
    .map((path) => placeInEvent(fieldOf(path)));
  if (wanted.length === 0 && !namesOnlyUnknown(endpoint.filterPaths)) return true;
  const changed = event.changedPaths.map(placeInEvent);
  return wanted.some((path) => changed.some((change) => contains(path, change) || contains(change, path)));
}

function wantsType(eventTypes: readonly string[] | null, eventType: WebhookEventType): boolean {
  if (eventTypes === null || eventTypes.length === 0) return resourceOf(eventType) === "transaction";
  return eventTypes.includes(eventType);
}

/** A filter made of names we do not know lets no update through, rather than all of them. */
function namesOnlyUnknown(filterPaths: readonly string[] | null): boolean {
  return (
    filterPaths !== null && filterPaths.length > 0 && filterPaths.every((name) => filterPathsNamed(name).length === 0)
  );
}

/** Filters name the two category fields at the top; events carry them inside `categoryData` (wire contract §6.1). */
function placeInEvent(field: string): string {
  return /^(customCategory|mercuryCategory)(\.|$)/.test(field) ? `categoryData.${field}` : field;
}

function contains(path: string, other: string): boolean {
  return other === path || other.startsWith(`${path}.`);
}

function resourceOf(name: string): string {
  return name.slice(0, name.indexOf("."));
}

function fieldOf(path: WebhookFilterPath): string {
  return path.slice(path.indexOf(".") + 1);
}
