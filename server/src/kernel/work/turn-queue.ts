/** Who is waiting. Users on a device known for the account have their own lane, which goes first. */
export interface Place {
  readonly isKnown: boolean;
  readonly account: string;
  readonly network: string;
}

export interface TurnQueueOptions {
  readonly atOnce: number;
  /** In each of the two lanes. */
  readonly waitingMax: number;
  readonly waitMsMax: number;
}

/** No turn was given: the queue is full, or the wait was too long. */
export class TurnRefused extends Error {
  override readonly name = "TurnRefused";
}

interface Waiter {
  readonly place: Place;
  readonly since: number;
  readonly start: () => void;
  readonly giveUp: () => void;
}

/**
 * A bounded queue for expensive work. Within a lane, turns alternate between the account and the network that waited
 * longest since their last turn: a flood at one account delays nobody at another, and a network that floods many
 * accounts delays nobody elsewhere. A full lane admits a newcomer at the expense of the account or network with the
 * most places.
 */
export function createTurnQueue({ atOnce, waitingMax, waitMsMax }: TurnQueueOptions) {
  const firstLane = createLane();
  const others = createLane();
  let running = 0;
  let turns = 0;

  /** Every fifth turn goes to the lane without a known device, so that it always advances. */
  const nextWaiter = (): Waiter | undefined => {
    turns += 1;
    return turns % 5 === 0 ? (others.take() ?? firstLane.take()) : (firstLane.take() ?? others.take());
  };

  function startNext(): void {
    while (running < atOnce) {
      const waiter = nextWaiter();
      if (waiter === undefined) return;
      if (performance.now() - waiter.since > waitMsMax) waiter.giveUp();
      else {
        running += 1;
        waiter.start();
      }
    }
  }

  function enter(place: Place): Promise<void> {
    const lane = place.isKnown ? firstLane : others;
    if (lane.size() >= waitingMax) {
      const displaced = lane.displaceFor(place);
      if (displaced === undefined) return Promise.reject(new TurnRefused("the queue is full"));
      displaced.giveUp();
    }
    return new Promise((resolve, reject) => {
      const giveUp = () => reject(new TurnRefused("the wait was too long"));
      lane.add({ place, since: performance.now(), start: resolve, giveUp });
      startNext();
    });
  }

  return {
    /** Runs the work when its turn comes. Rejects with TurnRefused if it does not come. */
    async run<Result>(place: Place, work: () => Promise<Result>): Promise<Result> {
      await enter(place);
      try {
        return await work();
      } finally {
        running -= 1;
        startNext();
      }
    },
    waiting: (): number => firstLane.size() + others.size(),
  };
}

function createLane() {
  const rings = [createRing(({ account }) => account), createRing(({ network }) => network)] as const;
  let turn = 0;
  let size = 0;
  const remove = (waiter: Waiter | undefined): Waiter | undefined => {
    if (waiter === undefined) return undefined;
    for (const ring of rings) ring.remove(waiter);
    size -= 1;
    return waiter;
  };
  return {
    size: () => size,
    add: (waiter: Waiter) => {
      for (const ring of rings) ring.add(waiter);
      size += 1;
    },
    take: () => {
      const waiter = rings[turn++ % 2 === 0 ? 0 : 1].first();
      if (waiter !== undefined) for (const ring of rings) ring.moveBack(waiter);
      return remove(waiter);
    },
    /**
     * Removes the newest waiter of the largest group, if that group would still have at least as many places as the
     * newcomer's.
     */
    displaceFor: (place: Place) => {
      const [largest] = rings.map((ring) => ring.newestOfLargest(place)).toSorted((a, b) => b.lead - a.lead);
      return largest !== undefined && largest.lead > 1 ? remove(largest.waiter) : undefined;
    },
  };
}

/** Waiters in groups; the group whose last turn is longest ago comes first. */
function createRing(groupOf: (place: Place) => string) {
  const groups = new Map<string, Set<Waiter>>();
  return {
    add: (waiter: Waiter) => {
      const name = groupOf(waiter.place);
      const group = groups.get(name) ?? new Set();
      groups.set(name, group.add(waiter));
    },
    remove: (waiter: Waiter) => {
      const name = groupOf(waiter.place);
      const group = groups.get(name);
      group?.delete(waiter);
      if (group?.size === 0) groups.delete(name);
    },
    first: (): Waiter | undefined => groups.values().next().value?.values().next().value,
    /** The group of this waiter had its turn, so all other groups come before its next one. */
    moveBack: (waiter: Waiter) => {
      const name = groupOf(waiter.place);
      const group = groups.get(name);
      if (group === undefined) return;
      groups.delete(name);
      groups.set(name, group);
    },
    /** How many more places the largest group has than the newcomer's, and its newest waiter. */
    newestOfLargest: (place: Place): { lead: number; waiter: Waiter | undefined } => {
      let largest = new Set<Waiter>();
      for (const group of groups.values()) if (group.size > largest.size) largest = group;
      const own = groups.get(groupOf(place))?.size ?? 0;
      return { lead: largest.size - own, waiter: [...largest].at(-1) };
    },
  };
}
