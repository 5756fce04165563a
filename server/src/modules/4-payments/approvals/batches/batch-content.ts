import { assert } from "#kernel/assert.ts";
import { sha256 } from "#kernel/crypto/cipher.ts";
import type { Service } from "#kernel/process/service.ts";
import type { Refusal } from "#kernel/refusal.ts";
import type { Queryable } from "#kernel/sql/database.ts";
import type { OrganizationId, UserId } from "#kernel/values/ids.ts";
import type { ApprovedAmount } from "../approvers/approved-amounts.queries.ts";
import { casesOf, refreshedRequest, refusalTo } from "../decisions/approval-progress.ts";
import type { Case } from "../decisions/may-decide.ts";
import type { BatchId } from "../requests/approval-request.ts";
import type { BatchVerb } from "./batch.ts";
import { BATCH_MAX } from "./batch.ts";
import { waitingIn } from "./batches.queries.ts";

/** The requests of a batch that wait for a decision, as they are now. */
export async function waitingContentOf(
  db: Queryable,
  organizationId: OrganizationId,
  { batchId, now, limit = BATCH_MAX }: { batchId: BatchId; now: Date; limit?: number },
): Promise<readonly Case[]> {
  const requests = await waitingIn(db, organizationId, { batchId, limit });
  for (const request of requests) assert(request.batch_id === batchId, "only requests of the batch are read");
  return casesOf(db, organizationId, { requests, now });
}

/** Each takes a transaction: after a change of a rule, a large batch needs several looks. */
const REFRESHED_MAX = 200;

/** The same for a user: requests whose terms have changed get a new version first, as in a review. */
export async function shownContentOf(
  service: Service,
  organizationId: OrganizationId,
  batch: { batchId: BatchId; limit?: number },
): Promise<readonly Case[]> {
  const { database, clock } = service;
  const found = await waitingContentOf(database, organizationId, { ...batch, now: clock.now() });
  const outdated = found.filter(isOutdated).slice(0, REFRESHED_MAX);
  if (outdated.length === 0) return found;
  for (const { request } of outdated) await refreshedRequest(service, organizationId, request);
  assert(outdated.length <= REFRESHED_MAX, "a look writes a bounded number of versions");
  return waitingContentOf(database, organizationId, { ...batch, now: clock.now() });
}

/** The stored version is about other terms: nobody has seen the present ones. */
export const isOutdated = ({ request, terms }: Case): boolean => !terms.digest.equals(request.terms);

/**
 * What a decision about a batch is about: its waiting requests, with the version and the terms of each. Whatever is
 * added, removed, decided, or changed after a user has looked makes another digest.
 */
export const digestOfContent = (batchId: BatchId, cases: readonly Case[]): Buffer =>
  sha256(
    JSON.stringify([
      batchId,
      cases.map(({ request, terms }) => [request.request_id, request.version, terms.digest.toString("hex")]),
    ]),
  );

/** What one user could decide of a batch, and why not the rest. */
export interface DecidableShare {
  readonly able: readonly Case[];
  readonly unable: readonly { readonly found: Case; readonly refusal: Refusal }[];
}

/**
 * Which of the requests the user may decide. Approvals count toward the user's limits in this order, as they will when
 * they are given: a limit that covers each payment alone may not cover all of them.
 */
export function shareOf(cases: readonly Case[], userId: UserId, verb: BatchVerb): DecidableShare {
  const able: Case[] = [];
  const unable: { found: Case; refusal: Refusal }[] = [];
  const added: ApprovedAmount[] = [];
  for (const found of cases) {
    const refusal = refusalTo(verb, verb === "approve" ? counting(found, userId, added) : found, userId);
    if (refusal !== undefined) {
      unable.push({ found, refusal });
      continue;
    }
    assert(found.request.amount_minor > 0n, "what a user may decide has an amount");
    able.push(found);
    const { account_id, amount_minor, recipient_id, destination_account_id } = found.request;
    const counterparty_id = recipient_id ?? destination_account_id;
    // Limits count by account and counterparty, so one row of each is enough.
    addTo(added, { span: 0, account_id, counterparty_id, amount_minor });
  }
  assert(able.length + unable.length === cases.length, "each request is in one part of the share");
  return { able, unable };
}

function addTo(amounts: ApprovedAmount[], added: ApprovedAmount): void {
  const same = amounts.findIndex(
    (other) => other.account_id === added.account_id && other.counterparty_id === added.counterparty_id,
  );
  const before = amounts[same];
  if (before === undefined) amounts.push(added);
  else amounts[same] = { ...before, amount_minor: before.amount_minor + added.amount_minor };
}

/** The case as it will be once the user has approved these amounts, too. */
function counting(found: Case, userId: UserId, added: readonly ApprovedAmount[]): Case {
  const { limits } = found.approvals;
  if (added.length === 0 || !limits.rows.some((row) => row.user_id === userId)) return found;
  const approvedBefore = new Map(limits.approvedBefore);
  approvedBefore.set(userId, [...(approvedBefore.get(userId) ?? []), ...added]);
  return { ...found, approvals: { ...found.approvals, limits: { ...limits, approvedBefore } } };
}
