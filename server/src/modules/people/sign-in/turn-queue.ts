import { SECOND_MS } from "../../../kernel/clock/clock.ts";

/** Who waits. Somebody on a device known for the account waits with such people only, and before everybody else. */
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

/** Turns that are not given: too many wait already, or the wait was too long. */
export class NoTurn extends Error {
  override readonly name = "NoTurn";
}

interface Waiter {
  readonly place: Place;
  readonly since: number;
  readonly start: () => void;
  readonly giveUp: () => void;
}

/**
 * Gives turns at scarce work, a bounded number at once, to a bounded number of people who wait. Within a lane turns go
 * alternately to the account and to the network that has waited longest since its last turn: a flood at one account from a
 * thousand networks holds up nobody at another account, and one network that floods a thousand accounts nobody elsewhere.
 * A full lane makes room for somebody new at the cost of the account or network that has the most places in it.
 */
export function createTurnQueue({ atOnce, waitingMax, waitMsMax }: TurnQueueOptions) {
  const known = createLane();
  const others = createLane();
  let running = 0;
  let turns = 0;

  /** Every fifth turn is for those without a known device, so that they are never held up for good. */
  const nextWaiter = (): Waiter | undefined => {
    turns += 1;
    return turns % 5 === 0 ? (others.take() ?? known.take()) : (known.take() ?? others.take());
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
    const lane = place.isKnown ? known : others;
    if (lane.size() >= waitingMax) {
      const displaced = lane.displaceFor(place);
      if (displaced === undefined) return Promise.reject(new NoTurn("too many wait"));
      displaced.giveUp();
    }
    return new Promise((resolve, reject) => {
      const giveUp = () => reject(new NoTurn("the wait was too long"));
      lane.add({ place, since: performance.now(), start: resolve, giveUp });
      startNext();
    });
  }

  return {
    /** Does the work when its turn comes. Rejects with NoTurn when it does not come. */
    async run<Result>(place: Place, work: () => Promise<Result>): Promise<Result> {
      await enter(place);
      try {
        return await work();
      } finally {
        running -= 1;
        startNext();
      }
    },
    waiting: (): number => known.size() + others.size(),
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
    /** Takes the newest waiter of the largest group out, if that group would still have no fewer places than the newcomer's. */
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
    /** The waiter's group has its turn: all others come before its next one. */
    moveBack: (waiter: Waiter) => {
      const name = groupOf(waiter.place);
      const group = groups.get(name);
      if (group === undefined) return;
      groups.delete(name);
      groups.set(name, group);
    },
    /** By how many places the largest group leads the one the newcomer belongs to, and who came to it last. */
    newestOfLargest: (place: Place): { lead: number; waiter: Waiter | undefined } => {
      let largest = new Set<Waiter>();
      for (const group of groups.values()) if (group.size > largest.size) largest = group;
      const own = groups.get(groupOf(place))?.size ?? 0;
      return { lead: largest.size - own, waiter: [...largest].at(-1) };
    },
  };
}

/** For passwords: two hashes at once leave threads for files and names; twenty seconds are as long as a browser's user waits. */
export const PASSWORD_TURNS: TurnQueueOptions = { atOnce: 2, waitingMax: 1_024, waitMsMax: 20 * SECOND_MS };
