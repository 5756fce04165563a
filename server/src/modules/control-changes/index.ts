/**
 * Changes that loosen a control and wait for a second person (ADR 0023). The modules that own what is
 * changed define the kinds; modules/settings has the routes by which people decide.
 *
 * Promises: a change takes effect when a second person who may make it confirms it, or at once where there is nobody
 * else; never by its proposer otherwise, never twice, never from a state that has changed, never with rights that either
 * of the two has lost.
 */
export { type AnyChangeKind, type ChangeKind, type ChangeKinds, changeKinds } from "./change-kind.ts";
export { actionsOn, type ControlChange, controlChangeActions } from "./control-change.ts";
export { controlChangeRefusals } from "./control-change-refusals.ts";
export { controlChangeStates } from "./control-change-states.ts";
export { decideControlChange } from "./decide-change.ts";
export { listChanges, type ShownChange, showChange } from "./list-changes.ts";
export { proposeChange } from "./propose-change.ts";
