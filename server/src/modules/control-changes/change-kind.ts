import type { Queryable, Tx } from "../../kernel/sql/database.ts";
import type { UserId } from "../../kernel/values/ids.ts";
import type { Actor } from "../audit/index.ts";
import type { ControlChange } from "./control-change.ts";

/** Who decided that a change takes effect. */
export interface Application {
  readonly actor: Actor;
  /** The second person; undefined where there was none. */
  readonly confirmedBy: UserId | undefined;
}

/** One kind of change that takes two people. The module that owns what is changed defines it. */
export interface ChangeKind<Proposal, Result = void> {
  readonly name: string;
  /** Everyone who has it sees such changes. */
  readonly permission: string;
  /** Everyone who may make this change at this moment, the proposer included. */
  whoMay(db: Queryable, change: ControlChange<Proposal>): Promise<readonly UserId[]>;
  /** The person the change restricts: they decide about it only where nobody else could. */
  restricts?(change: ControlChange<Proposal>): UserId | undefined;
  /** What to do when only the person it restricts could confirm it. */
  readonly hint?: string;
  /** The present state of the subject; a change made from another one is overtaken. */
  baseOf(db: Queryable, change: ControlChange<Proposal>): Promise<string>;
  /** Refuses what could not be applied now. Called before a change is stored; `apply` checks the same again. */
  check?(tx: Tx, change: ControlChange<Proposal>): Promise<void>;
  /** Makes the change, with the rights of the proposer and of the second person as they are now. */
  apply(tx: Tx, change: ControlChange<Proposal>, by: Application): Promise<Result>;
  /** Ends what was prepared for a change that will never be applied. */
  discard?(tx: Tx, change: ControlChange<Proposal>, actor: Actor): Promise<void>;
  /** The change in a sentence, such as "Lock Ben Oyelaran". */
  describe(db: Queryable, change: ControlChange<Proposal>): Promise<string>;
}

/** Of whatever proposal: a stored one was written by the kind of its name, so it is what that kind reads. */
export type AnyChangeKind = ChangeKind<unknown, unknown>;
export type ChangeKinds = ReadonlyMap<string, AnyChangeKind>;

export function changeKinds(kinds: readonly AnyChangeKind[]): ChangeKinds {
  const byName = new Map(kinds.map((kind) => [kind.name, kind]));
  if (byName.size !== kinds.length) throw new TypeError("Two kinds of control changes have the same name");
  return byName;
}

/** Who could confirm or decline a change now: never the proposer, and whom it restricts only where nobody else could. */
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
