/** Which endpoints an event goes to. Pure; the names are those of wire contract §5.6, §5.7, and §6.1. */

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
 * The filter paths of a name: the name itself if it is one of the 29 or, without a resource ("status",
 * "availableBalance"), that field of every resource that has it. Empty for an unknown name, which is rejected on entry.
 */
export function filterPathsNamed(name: string): readonly WebhookFilterPath[] {
  return webhookFilterPaths.filter((path) => path === name || fieldOf(path) === name);
}

/**
 * The type of an event, which its body does not contain (wire contract §6.1). Undefined for events that no endpoint can
 * request: a deletion, or an account's creation.
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

/** The filter of an endpoint. Null or an empty list: no limit. */
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
 * Whether an event goes to an endpoint. Both filters must match; where the contract leaves a choice:
 *
 * - Without event types: both transaction events, but no balance events, which must be named (decision R10).
 * - Paths limit updates only. A creation always matches: without it, a receiver would get updates of an unknown
 * resource.
 * - A path limits only the events of its own resource. One for transactions does not affect balance events.
 * - A path matches a changed path that equals it, is below it, or contains it: when a whole object is replaced, the
 * field inside may have changed, and an extra event does less harm than a missing one.
 */
export function endpointWants(endpoint: EndpointFilter, event: FilteredEvent): boolean {
  if (!wantsType(endpoint.eventTypes, event.eventType)) return false;
  if (event.eventType === "transaction.created") return true;
  const resource = resourceOf(event.eventType);
  const paths = (endpoint.filterPaths ?? [])
    .flatMap(filterPathsNamed)
    .filter((path) => resourceOf(path) === resource)
    .map((path) => placeInEvent(fieldOf(path)));
  if (paths.length === 0 && !namesOnlyUnknown(endpoint.filterPaths)) return true;
  const changed = event.changedPaths.map(placeInEvent);
  return paths.some((path) => changed.some((change) => contains(path, change) || contains(change, path)));
}

/** Balance events must be named; transaction events are the default. */
function wantsType(eventTypes: readonly string[] | null, eventType: WebhookEventType): boolean {
  if (eventTypes === null || eventTypes.length === 0) return resourceOf(eventType) === "transaction";
  return eventTypes.includes(eventType);
}

/** A filter with only unknown names matches no update, rather than all of them. */
function namesOnlyUnknown(filterPaths: readonly string[] | null): boolean {
  return (
    filterPaths !== null && filterPaths.length > 0 && filterPaths.every((name) => filterPathsNamed(name).length === 0)
  );
}

/**
 * Filters name the two category fields at the top level; events contain them inside `categoryData` (wire contract
 * §6.1).
 */
function placeInEvent(field: string): string {
  return /^(customCategory|mercuryCategory)(\.|$)/.test(field) ? `categoryData.${field}` : field;
}

/** Whether a path is the other one, or an object around it. */
function contains(path: string, other: string): boolean {
  return other === path || other.startsWith(`${path}.`);
}

function resourceOf(name: string): string {
  return name.slice(0, name.indexOf("."));
}

function fieldOf(path: WebhookFilterPath): string {
  return path.slice(path.indexOf(".") + 1);
}
