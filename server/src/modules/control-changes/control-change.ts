import type { Id, OrganizationId, UserId } from "../../kernel/values/ids.ts";
import { type ControlChangeStatus, type ControlChangeTrigger, controlChangeStates } from "./control-change-states.ts";

export type ControlChangeId = Id<"controlChange">;

/** A change that loosens a control, as one person proposed it. */
export interface ControlChange<Proposal = unknown> {
  readonly organizationId: OrganizationId;
  readonly changeId: ControlChangeId;
  /** The name of its ChangeKind. */
  readonly kind: string;
  /** What it changes: the id of a user, token, or rule, or the address that is invited. */
  readonly subject: string;
  readonly proposal: Proposal;
  /** The state of the subject that the change was made from, as its kind writes it. */
  readonly base: string;
  readonly status: ControlChangeStatus;
  readonly proposedBy: UserId;
  readonly proposedAt: Date;
  /** The proposer, where nobody else could confirm the change or they withdrew it. */
  readonly decidedBy: UserId | undefined;
  readonly decidedAt: Date | undefined;
}

export const controlChangeActions = [
  "confirm",
  "decline",
  "withdraw",
] as const satisfies readonly ControlChangeTrigger[];
export type ControlChangeAction = (typeof controlChangeActions)[number];

/** What the person may do with a change that waits, given who could confirm it. */
export function actionsOn(
  change: Pick<ControlChange, "status" | "proposedBy">,
  { userId, confirmers }: { readonly userId: UserId; readonly confirmers: readonly UserId[] },
): readonly ControlChangeAction[] {
  const ownActions: readonly ControlChangeAction[] =
    userId === change.proposedBy ? ["withdraw"] : confirmers.includes(userId) ? ["confirm", "decline"] : [];
  return ownActions.filter((action) => controlChangeStates.next(change.status, action) !== undefined);
}
