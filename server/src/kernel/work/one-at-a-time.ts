/** Runs tasks one after another in the order of the calls; a failed task does not stop the next one. */
export type Turns = <T>(work: () => Promise<T>) => Promise<T>;

export function oneAtATime(): Turns {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const turn = last.then(work, work);
    last = turn.catch(() => undefined);
    return turn;
  };
}

/** One queue per owner, such as a database, and optionally per part, such as an organization. */
export function turnsOf(): (owner: object, part?: string) => Turns {
  const known = new WeakMap<object, Map<string, Turns>>();
  return (owner, part = "") => {
    const ofOwner = known.get(owner) ?? new Map<string, Turns>();
    known.set(owner, ofOwner);
    const turns = ofOwner.get(part) ?? oneAtATime();
    ofOwner.set(part, turns);
    return turns;
  };
}
