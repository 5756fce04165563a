/**
 * Changes that loosen a control and wait for a second person (ADR 0023). The modules that own what is changed define
 * the kinds; modules/1-records/controls/settings has the routes for decisions.
 *
 * Guarantees: a change takes effect when a second user who may make it confirms it, or immediately if there is none;
 * never by its proposer otherwise, never twice, never from an outdated state, and never with rights that either user
 * has lost.
 */
export { type AnyChangeKind, type ChangeKind, type ChangeKinds, changeKinds } from "./change-kind.ts";
export { actionsOn, type ControlChange, controlChangeActions } from "./control-change.ts";
export { controlChangeRefusals } from "./control-change-refusals.ts";
export { controlChangeStates } from "./control-change-states.ts";
export { organizationsWithWaitingChanges, waitingChanges } from "./control-changes.queries.ts";
export { decideControlChange } from "./decide-change.ts";
export { listChanges, type ShownChange, showChange } from "./list-changes.ts";
export { proposeChange } from "./propose-change.ts";
