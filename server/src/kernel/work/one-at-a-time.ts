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
  const turnsByOwner = new WeakMap<object, Map<string, Turns>>();
  return (owner, part = "") => {
    const ofOwner = turnsByOwner.get(owner) ?? new Map<string, Turns>();
    turnsByOwner.set(owner, ofOwner);
    const turns = ofOwner.get(part) ?? oneAtATime();
    ofOwner.set(part, turns);
    return turns;
  };
}

/** The task did not run: too many tasks are waiting, or it waited too long. */
export class TooManyWaiting extends Error {
  override readonly name = "TooManyWaiting";
}

export interface QueueLimits {
  /** Tasks behind the running one. */
  readonly waitingMax: number;
  readonly waitingMs: number;
}

/** One after another, for callers that would rather be refused than wait long. Rejects with TooManyWaiting. */
export function oneAtATimeWithin({ waitingMax, waitingMs }: QueueLimits): Turns {
  const turns = oneAtATime();
  let waiting = 0;
  let running = false;
  return (work) =>
    new Promise((resolve, reject) => {
      // A task whose turn has just come counts as running, though it starts a moment later.
      if (waiting + Number(running) > waitingMax) return reject(new TooManyWaiting("The queue is full"));
      waiting += 1;
      let state: "waiting" | "given up" | "started" = "waiting";
      const giveUp = setTimeout(() => {
        state = "given up";
        waiting -= 1;
        reject(new TooManyWaiting(`Waited ${waitingMs} ms`));
      }, waitingMs);
      void turns(async () => {
        if (state === "given up") return;
        state = "started";
        clearTimeout(giveUp);
        waiting -= 1;
        running = true;
        try {
          resolve(await work());
        } catch (error) {
          reject(error);
        } finally {
          running = false;
        }
      });
    });
}
