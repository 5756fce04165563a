import type { Id, OrganizationId, UserId } from "#kernel/values/ids.ts";
import { type ControlChangeStatus, type ControlChangeTrigger, controlChangeStates } from "./control-change-states.ts";

export type ControlChangeId = Id<"controlChange">;

/** A change that loosens a control, as one person proposed it. */
export interface ControlChange<Proposal = unknown> {
  readonly organizationId: OrganizationId;
  readonly changeId: ControlChangeId;
  /** The name of its ChangeKind. */
  readonly kind: string;
  /** What it changes: the id of a user, token, or rule, or the invited address. */
  readonly subject: string;
  readonly proposal: Proposal;
  /** The state of the subject on which the change is based, in its kind's format. */
  readonly base: string;
  readonly status: ControlChangeStatus;
  readonly proposedBy: UserId;
  readonly proposedAt: Date;
  /** The proposer, if nobody else could confirm the change or they withdrew it. */
  readonly decidedBy: UserId | undefined;
  readonly decidedAt: Date | undefined;
}

export const controlChangeActions = [
  "confirm",
  "decline",
  "withdraw",
] as const satisfies readonly ControlChangeTrigger[];
export type ControlChangeAction = (typeof controlChangeActions)[number];

/** What a user may do with a waiting change, given its confirmers. */
export function actionsOn(
  change: Pick<ControlChange, "status" | "proposedBy">,
  { userId, confirmers }: { readonly userId: UserId; readonly confirmers: readonly UserId[] },
): readonly ControlChangeAction[] {
  const ownActions: readonly ControlChangeAction[] =
    userId === change.proposedBy ? ["withdraw"] : confirmers.includes(userId) ? ["confirm", "decline"] : [];
  return ownActions.filter((action) => controlChangeStates.next(change.status, action) !== undefined);
}
