export interface Gatherer<Item> {
  /** Adds an item for the next batch; `hurry` starts that batch at once. */
  add(item: Item, hurry: boolean): void;
  /** Items that no batch has taken yet. */
  readonly waiting: ReadonlySet<Item>;
  clear(): void;
  /** Works on what is left, without delay. */
  close(): Promise<void>;
}

export interface GathererOptions<Item> {
  readonly gatherMs: number;
  readonly batchMax: number;
  /** Works on one batch; batches do not overlap. Must not reject. */
  readonly work: (batch: readonly Item[]) => Promise<void>;
}

/** Gathers items while the previous batch is in progress, and otherwise for a moment, unless someone waits. */
export function createGatherer<Item>({ gatherMs, batchMax, work }: GathererOptions<Item>): Gatherer<Item> {
  const waiting = new Set<Item>();
  let working: Promise<void> | undefined;
  let hurries = false;
  let wake = (): void => undefined;

  async function workOff(): Promise<void> {
    while (waiting.size > 0) {
      await new Promise<void>((resolve) => {
        wake = resolve;
        setTimeout(resolve, hurries ? 0 : gatherMs);
      });
      hurries = waiting.size > batchMax;
      const batch = [...waiting].slice(0, batchMax);
      for (const item of batch) waiting.delete(item);
      await work(batch);
    }
    working = undefined;
  }

  const start = (): void => {
    working ??= workOff();
  };
  return {
    waiting,
    add: (item, hurry) => {
      waiting.add(item);
      hurries ||= hurry;
      if (hurry) wake();
      start();
    },
    clear: () => waiting.clear(),
    close: async () => {
      hurries = true;
      wake();
      start();
      await working;
    },
  };
}
