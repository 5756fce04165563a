import { assert, present } from "#kernel/assert.ts";
import { notFound } from "#kernel/http/http-refusals.ts";
import type { Service } from "#kernel/process/service.ts";
import type { Refusal } from "#kernel/refusal.ts";
import type { Tx } from "#kernel/sql/database.ts";
import { isUuid, type OrganizationId, type UserId } from "#kernel/values/ids.ts";
import type { Actor } from "#records/audit";
import { lockOrganization } from "#records/identity";
import { type AnyChangeKind, type ChangeKinds, confirmersOf } from "./change-kind.ts";
import { actionsOn, type ControlChange, type ControlChangeAction } from "./control-change.ts";
import { refuseControlChange } from "./control-change-refusals.ts";
import { type ControlChangeTrigger, controlChangeStates } from "./control-change-states.ts";
import { findControlChange, lockControlChange, storeDecision } from "./control-changes.queries.ts";
import { recordControlChange } from "./record-change.ts";

export interface ControlChangeDecision {
  readonly organizationId: OrganizationId;
  readonly changeId: string;
  readonly userId: UserId;
  readonly actor: Actor;
  readonly verb: ControlChangeAction;
}

/**
 * Confirms, declines, or withdraws a waiting change. Confirming applies it in this transaction after reading all of its
 * conditions again; a change whose subject or proposer has changed becomes `overtaken`. The organization's lock
 * serializes decisions, so a change is applied once.
 */
export async function decideControlChange(
  service: Service,
  tx: Tx,
  kinds: ChangeKinds,
  { organizationId, changeId, userId, actor, verb }: ControlChangeDecision,
): Promise<ControlChange> {
  const found = isUuid(changeId) ? await findControlChange(tx, organizationId, changeId) : undefined;
  if (found !== undefined) await kinds.get(found.kind)?.lockFirst?.(tx, found);
  await lockOrganization(tx, organizationId);
  const change = isUuid(changeId) ? await lockControlChange(tx, organizationId, changeId) : undefined;
  const kind = change && kinds.get(change.kind);
  if (change === undefined || kind === undefined) throw notFound("change");
  const { confirmers, proposerMay } = await confirmersOf(tx, kind, change);
  if (!actionsOn(change, { userId, confirmers }).includes(verb)) throw refusalOf(verb, change, userId);
  const deciding = { change, by: userId, actor };
  if (verb !== "confirm") return settle(service, tx, { ...deciding, trigger: verb, kind });
  if (!proposerMay || (await kind.baseOf(tx, change)) !== change.base)
    return settle(service, tx, { ...deciding, trigger: "overtake", kind });
  const applied = await settle(service, tx, { ...deciding, trigger: "confirm" });
  await kind.apply(tx, change, { actor, confirmedBy: userId });
  return applied;
}

function refusalOf(verb: ControlChangeAction, change: ControlChange, userId: UserId): Refusal {
  if (controlChangeStates.next(change.status, verb) === undefined)
    return refuseControlChange(controlChangeStates.moves[verb].refusal, { details: { status: change.status } });
  if (verb === "withdraw") return refuseControlChange("notOwnControlChange");
  return refuseControlChange(userId === change.proposedBy ? "ownControlChange" : "mayNotDecideControlChange");
}

/** Stores a decision; `kind` cleans up after a change that is not applied. */
export async function settle(
  service: Service,
  tx: Tx,
  {
    change,
    trigger,
    by,
    actor,
    kind,
  }: {
    readonly change: ControlChange;
    readonly trigger: ControlChangeTrigger;
    readonly by: UserId;
    readonly actor: Actor;
    readonly kind?: AnyChangeKind;
  },
): Promise<ControlChange> {
  const status = present(controlChangeStates.next(change.status, trigger), "a change is decided once");
  const decided = { ...change, status, decidedBy: by, decidedAt: service.clock.now() };
  assert((await storeDecision(tx, trigger, decided)) === 1, "a change that is locked still waits");
  await recordControlChange(service, tx, { change, verb: trigger, actor });
  if (trigger !== "confirm") await kind?.discard?.(tx, change, actor);
  return decided;
}
