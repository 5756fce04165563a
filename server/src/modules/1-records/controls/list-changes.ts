import { present } from "#kernel/assert.ts";
import type { Queryable } from "#kernel/sql/database.ts";
import type { OrganizationId, UserId } from "#kernel/values/ids.ts";
import { type AnyChangeKind, type ChangeKinds, confirmersOf } from "./change-kind.ts";
import type { ControlChange } from "./control-change.ts";
import { controlChangeStates } from "./control-change-states.ts";
import { waitingChanges } from "./control-changes.queries.ts";

export interface ShownChange {
  readonly change: ControlChange;
  /** The change as a sentence. */
  readonly summary: string;
  /** Who may confirm it now. */
  readonly confirmers: readonly UserId[];
  /** What to do if only the restricted user could confirm it. */
  readonly hint: string | undefined;
}

const hintOf = (kind: AnyChangeKind, change: ControlChange, confirmers: readonly UserId[]): string | undefined => {
  const restricted = kind.restricts?.(change);
  return restricted !== undefined && confirmers.includes(restricted) ? kind.hint : undefined;
};

/** The change as users see it. */
export async function showChange(db: Queryable, kinds: ChangeKinds, change: ControlChange): Promise<ShownChange> {
  const kind = present(kinds.get(change.kind), "a change is of a known kind");
  const isDecided = controlChangeStates.isFinal(change.status);
  const { confirmers } = isDecided ? { confirmers: [] } : await confirmersOf(db, kind, change);
  return { change, summary: await kind.describe(db, change), confirmers, hint: hintOf(kind, change, confirmers) };
}

/** Changes that wait for a second user and can still be applied, oldest first, of the kinds that this user may see. */
export async function listChanges(
  db: Queryable,
  kinds: ChangeKinds,
  {
    organizationId,
    userId,
    permissions,
  }: { readonly organizationId: OrganizationId; readonly userId: UserId; readonly permissions: ReadonlySet<string> },
): Promise<readonly ShownChange[]> {
  const shown: ShownChange[] = [];
  for (const change of await waitingChanges(db, organizationId)) {
    const kind = kinds.get(change.kind);
    if (kind === undefined || (change.proposedBy !== userId && !permissions.has(kind.permission))) continue;
    const { confirmers, proposerMay } = await confirmersOf(db, kind, change);
    if (!proposerMay || (await kind.baseOf(db, change)) !== change.base) continue;
    const summary = await kind.describe(db, change);
    shown.push({ change, summary, confirmers, hint: hintOf(kind, change, confirmers) });
  }
  return shown;
}
