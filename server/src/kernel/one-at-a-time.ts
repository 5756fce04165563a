/** Runs pieces of work one after the other, in the order they were asked for; one that fails does not stop the next. */
export type Turns = <T>(work: () => Promise<T>) => Promise<T>;

export function oneAtATime(): Turns {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const turn = last.then(work, work);
    last = turn.catch(() => undefined);
    return turn;
  };
}

/** Turns that belong to a thing, such as a database: whoever asks for the same thing's turns waits in the same line. */
export function turnsOf(): (owner: object) => Turns {
  const known = new WeakMap<object, Turns>();
  return (owner) => {
    const turns = known.get(owner) ?? oneAtATime();
    known.set(owner, turns);
    return turns;
  };
}
