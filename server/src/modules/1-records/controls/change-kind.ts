import type { Queryable, Tx } from "#kernel/sql/database.ts";
import type { UserId } from "#kernel/values/ids.ts";
import type { Actor } from "#records/audit";
import type { ControlChange } from "./control-change.ts";

/** Who decided that a change takes effect. */
export interface Application {
  readonly actor: Actor;
  /** The second person; undefined if none was needed. */
  readonly confirmedBy: UserId | undefined;
}

/** One kind of change that needs two people, defined by the module that owns what is changed. */
export interface ChangeKind<Proposal, Result = void> {
  readonly name: string;
  /** Users with this permission see such changes. */
  readonly permission: string;
  /** All users who may make this change now, including the proposer. */
  whoMay(db: Queryable, change: ControlChange<Proposal>): Promise<readonly UserId[]>;
  /** The user whom the change restricts: they may decide only if nobody else can. */
  restricts?(change: ControlChange<Proposal>): UserId | undefined;
  /** What to do if only the restricted user could confirm it. */
  readonly hint?: string;
  /** Takes the locks that come before the organization's (ARCHITECTURE.md), if the change needs any. */
  lockFirst?(tx: Tx, change: ControlChange<Proposal>): Promise<void>;
  /** The current state of the subject; a change based on another state is overtaken. */
  baseOf(db: Queryable, change: ControlChange<Proposal>): Promise<string>;
  /** Refuses a change that could not be applied now. Called before a change is stored; `apply` checks again. */
  check?(tx: Tx, change: ControlChange<Proposal>): Promise<void>;
  /** Makes the change, with the current rights of the proposer and the second person. */
  apply(tx: Tx, change: ControlChange<Proposal>, by: Application): Promise<Result>;
  /** Cleans up after a change that will never be applied. */
  discard?(tx: Tx, change: ControlChange<Proposal>, actor: Actor): Promise<void>;
  /** The change as a sentence, such as "Lock Ben Oyelaran". */
  describe(db: Queryable, change: ControlChange<Proposal>): Promise<string>;
}

/** A kind with any proposal: a stored proposal is only read by the kind that wrote it. */
export type AnyChangeKind = ChangeKind<unknown, unknown>;
export type ChangeKinds = ReadonlyMap<string, AnyChangeKind>;

export function changeKinds(kinds: readonly AnyChangeKind[]): ChangeKinds {
  const byName = new Map(kinds.map((kind) => [kind.name, kind]));
  if (byName.size !== kinds.length) throw new TypeError("Two kinds of control changes have the same name");
  return byName;
}

/** Who may confirm or decline a change now: never the proposer, and the restricted user only if nobody else can. */
export async function confirmersOf(
  db: Queryable,
  kind: AnyChangeKind,
  change: ControlChange,
): Promise<{ readonly confirmers: readonly UserId[]; readonly proposerMay: boolean }> {
  const able = await kind.whoMay(db, change);
  const others = able.filter((userId) => userId !== change.proposedBy);
  const restricted = kind.restricts?.(change);
  const unconcerned = others.filter((userId) => userId !== restricted);
  return {
    confirmers: unconcerned.length > 0 ? unconcerned : others,
    proposerMay: able.includes(change.proposedBy),
  };
}
