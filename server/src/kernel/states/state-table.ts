/** One trigger: from where it moves a row, and to which state. */
export interface Move<State extends string> {
  readonly from: readonly State[];
  readonly to: State;
  /** What happened, for docs/use/states.md. */
  readonly when: string;
  /** The refusal code in every other state. Without one, the trigger changes nothing in those states. */
  readonly refusal?: string;
}

interface StateSpec<State extends string, Moves> {
  /** The kind of row, as a plural noun: the heading in docs/use/states.md. */
  readonly title: string;
  /** Where it is stored. */
  readonly table: string;
  readonly column: string;
  /** Every state and what it means, for the API's text and docs/use/states.md. */
  readonly states: Readonly<Record<State, string>>;
  /** The states a row is inserted in. */
  readonly initial: readonly NoInfer<State>[];
  /** States that follow from the current time and are never stored. */
  readonly byTheClock?: readonly NoInfer<State>[];
  /** Columns tied to the state: in which states one is set, and in which it may be. In all others it is null. */
  readonly columns: Readonly<Record<string, { set: readonly NoInfer<State>[]; either?: readonly NoInfer<State>[] }>>;
  readonly moves: Moves;
}

export interface StateTable<State extends string, Moves extends Readonly<Record<string, Move<State>>>>
  extends Omit<StateSpec<State, Moves>, "states"> {
  readonly meanings: Readonly<Record<State, string>>;
  readonly states: readonly State[];
  readonly triggers: readonly (keyof Moves & string)[];
  /** Where the trigger leads from the state; undefined where it leads nowhere. */
  next(state: State, trigger: keyof Moves): State | undefined;
  /** The stored states that the trigger moves: what an update names. */
  statesBefore(trigger: keyof Moves): readonly State[];
  /** True if no trigger moves a row from this state. */
  isFinal(state: State): boolean;
}

/** A table of any states and triggers. */
export type AnyStateTable = StateTable<string, Readonly<Record<string, Move<string>>>>;

export type StatesOf<Table> = Table extends { readonly states: readonly (infer State)[] } ? State : never;
export type TriggersOf<Table> = Table extends { readonly triggers: readonly (infer Trigger)[] } ? Trigger : never;

/**
 * The states of one kind of row, as data (docs/adr/0031-state-tables.md). Commands and SQL statements consult it. The
 * database's constraints, the API's texts, docs/use/states.md, and the tests are generated from it or compared with it.
 */
export function stateTable<
  const State extends string,
  const Moves extends Readonly<Record<string, Move<NoInfer<State>>>>,
>(spec: StateSpec<State, Moves>): StateTable<State, Moves> {
  const moveOf = (trigger: keyof Moves): Move<State> => spec.moves[trigger] as Move<State>;
  // Object.keys widens to string; the type lists the same keys.
  const states = Object.keys(spec.states) as State[];
  const triggers = Object.keys(spec.moves) as (keyof Moves & string)[];
  return {
    ...spec,
    meanings: spec.states,
    states,
    triggers,
    next: (state, trigger) => (moveOf(trigger).from.includes(state) ? moveOf(trigger).to : undefined),
    statesBefore: (trigger) => moveOf(trigger).from.filter((state) => !spec.byTheClock?.includes(state)),
    isFinal: (state) => triggers.every((trigger) => !moveOf(trigger).from.includes(state)),
  };
}

/** What the states mean, in a sentence each, for a schema's description. */
export const inWords = <State extends string>(
  { meanings, states: all }: { readonly meanings: Readonly<Record<State, string>>; readonly states: readonly State[] },
  states: readonly State[] = all,
): string => states.map((state) => `\`${state}\`: ${meanings[state]}.`).join(" ");
