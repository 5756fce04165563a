/** What a run is: chosen when its journal is opened for the first time, and never changed. */
export interface RunHeader {
  /** Part of the keys of its payments. */
  readonly run: string;
  /** The organization that pays. */
  readonly organizationId: string;
  /** Whether its rows are sent without approval. */
  readonly direct: boolean;
}

/** What happened to a row, which is named by its idempotency key. */
export interface JournalEntry {
  readonly key: string;
  /** Of the payment's content. */
  readonly digest: string;
  /** `sending` is recorded before the first request of a row. */
  readonly state: "sending" | "accepted" | "refused";
  /** Of the transaction or the approval request, if it was accepted. */
  readonly id?: string;
}

/**
 * Remembers a run, so that it can be continued. Keys follow from the run and the row, so two processes that open one
 * journal at the same time, or a journal that lost its end, still pay each row once. A journal that is lost does not.
 */
export interface Journal {
  /**
   * Returns the header of the run and its entries. The first call stores `proposed` in one step that cannot be torn or
   * done twice; all later ones, by any process, return what that call stored.
   */
  open(proposed: RunHeader): Promise<{ readonly header: RunHeader; readonly entries: readonly JournalEntry[] }>;
  /** Resolves when an entry that is `sending` survives a power failure; for the others, this is not needed. */
  append(entry: JournalEntry): Promise<void>;
  /** After a run, also one that stopped early. */
  close?(): Promise<void>;
}

/** A journal that ends with the process: retries and a second call of `payMany` are safe, a crash is not. */
export function memoryJournal(): Journal {
  let stored: RunHeader | undefined;
  const entries: JournalEntry[] = [];
  return {
    open: async (proposed) => {
      stored ??= proposed;
      return { header: stored, entries: [...entries] };
    },
    append: async (entry) => {
      entries.push(entry);
    },
  };
}
