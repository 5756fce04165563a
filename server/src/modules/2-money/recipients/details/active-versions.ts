import type { PaymentMethod } from "bursar-banking/identifiers/payment-method";
import { HOUR_MS, MINUTE_MS, plusMs } from "#kernel/clock/clock.ts";
import type { Queryable } from "#kernel/sql/database.ts";
import { instantOf, type OrganizationId, type RecipientId, type RoutingId } from "#kernel/values/ids.ts";
import { readSettings } from "#records/identity";
import { hasAllChanges } from "../changes/last-editors.ts";
import { allChangesOf, type ChangeInTime } from "../changes/recipient-changes.queries.ts";
import { routingsOf, routingUsed } from "../recipient.ts";
import { activeDetails } from "../recipients.queries.ts";

/** The version of bank details that a payment uses. */
export interface PaidVersion {
  readonly recipientId: RecipientId;
  readonly method: PaymentMethod;
  readonly routingId: RoutingId;
  /** Another one if the method falls back to its details. */
  readonly routingMethod: PaymentMethod;
  readonly acceptedAt: Date;
}

/** A change gets its ID, and so its time, before it commits. A payment that is accepted in between uses the details before. */
const COMMITS_WITHIN_MS = MINUTE_MS;

/**
 * Whether payments use details that were active when they were accepted, and had cooled off. A seal (routing-seal.ts) shows
 * that a version is the recipient's, not that it is the present one: a writer to the database can put a recipient back to an
 * earlier version while a payment is accepted, or clear what makes changed details cool off. Here, the present version comes
 * from the proven recipient, and the end of an earlier one from its proven changes.
 */
export async function versionsWereActive(
  db: Queryable,
  organizationId: OrganizationId,
  paid: readonly PaidVersion[],
): Promise<(version: PaidVersion) => boolean> {
  const rows = await activeDetails(db, organizationId, [...new Set(paid.map(({ recipientId }) => recipientId))]);
  const recipients = new Map(rows.map((row) => [row.recipient_id, row]));
  const stateOf = (version: PaidVersion) => {
    const row = recipients.get(version.recipientId);
    if (row?.status !== "active") return "gone";
    const current = routingUsed(routingsOf(row), version.method);
    if (current !== version.routingId) return "outdated";
    const { first_changed_routing_id: firstChanged } = row;
    return firstChanged !== null && firstChanged <= current ? "changed" : "initial";
  };
  const states = paid.map(stateOf);
  const outdated = paid.filter((_, index) => states[index] === "outdated");
  const changes =
    outdated.length === 0
      ? []
      : await allChangesOf(db, organizationId, [...new Set(outdated.map(({ recipientId }) => recipientId))]);
  const changesOf = Map.groupBy(changes, (change) => change.recipient_id);
  const coolingOffMs = states.includes("changed")
    ? (await readSettings(db, organizationId)).bankDetailsCoolingOffHours * HOUR_MS
    : 0;
  return (version) => {
    const state = stateOf(version);
    if (state === "changed") return !isCoolingOff(version, coolingOffMs);
    if (state === "outdated") return wasActive(version, changesOf.get(version.recipientId) ?? []);
    return state === "initial";
  };
}

/** Backfilled payments may be older than the details that they use. */
const isCoolingOff = ({ routingId, acceptedAt }: PaidVersion, coolingOffMs: number): boolean => {
  const since = instantOf(routingId);
  return since <= acceptedAt && plusMs(since, coolingOffMs) > acceptedAt;
};

const isAfter = (
  { in_force_id: changeId }: { readonly in_force_id: string },
  { routingId }: { readonly routingId: string },
) => changeId > routingId;

/** Whether a version that is not active any more was when the payment was accepted. */
function wasActive(version: PaidVersion, changes: readonly ChangeInTime[]): boolean {
  if (!hasAllChanges(changes)) return false;
  const effective = changes
    .flatMap((change) => (change.in_force_id === null ? [] : [{ ...change, in_force_id: change.in_force_id }]))
    .sort((a, b) => (a.in_force_id < b.in_force_id ? -1 : 1));
  const { method, routingId, routingMethod, acceptedAt } = version;
  const isBefore = (change: { readonly in_force_id: string }) =>
    plusMs(instantOf(change.in_force_id), COMMITS_WITHIN_MS) < acceptedAt;
  // A rename gives every method a new version, without naming it: the first one after a version that no other change made.
  const renames = effective.filter((change) => change.method === null && isAfter(change, version));
  const isOfRename = !effective.some((change) => change.after_routing_id === routingId);
  const ends = [
    ...effective.filter((change) => change.method === routingMethod && change.before_routing_id === routingId),
    ...renames.slice(isOfRename ? 1 : 0),
  ];
  if (method !== routingMethod) {
    const ownDetails = effective.filter((change) => change.method === method);
    if (ownDetails.findLast(isBefore)?.after_routing_id) return false;
    if (ends.length === 0 && ownDetails.at(-1)?.after_routing_id) return true;
  }
  return ends.length > 0 && !ends.some(isBefore);
}
