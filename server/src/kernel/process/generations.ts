/**
 * What a process keeps in memory about rows means nothing once the rows are gone. A test double that returns to its first
 * state (main/double) begins a new generation; what was kept in an earlier one is forgotten when it is next looked at.
 */
let generation = 0;

/** Everything kept until now is forgotten. */
export const beginGeneration = (): void => {
  generation += 1;
};

/** Returns a function to call before each look at what is kept: it calls `forget` once per new generation. */
export function inThisGeneration(forget: () => void): () => void {
  let seen = generation;
  return () => {
    if (seen === generation) return;
    seen = generation;
    forget();
  };
}

/** What each owner keeps, such as each vault, which no two processes share: made when it is first needed. */
export function keptBy<Owner extends object, Kept>(create: () => Kept): (owner: Owner) => Kept {
  let kept = new WeakMap<Owner, Kept>();
  const forgetOld = inThisGeneration(() => {
    kept = new WeakMap();
  });
  return (owner) => {
    forgetOld();
    const found = kept.get(owner);
    if (found !== undefined) return found;
    const made = create();
    kept.set(owner, made);
    return made;
  };
}
