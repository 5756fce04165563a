import { assert } from "#kernel/assert.ts";
import type { Service } from "#kernel/process/service.ts";
import type { Tx } from "#kernel/sql/database.ts";
import type { OrganizationId, TransactionId } from "#kernel/values/ids.ts";
import { eachOrganization } from "#kernel/work/each-organization.ts";
import { givingWay } from "#kernel/work/giving-way.ts";
import { appendNewTopic, drainOutbox } from "#kernel/work/outbox.ts";
import type { Job } from "#kernel/work/worker.ts";
import { wordsIn } from "#records/search";
import { storedAs } from "./memo-keys.ts";
import {
  deleteBackfill,
  insertMemoWords,
  lockBackfill,
  type MemoRow,
  type MemoWord,
  memosBetween,
  memosOfEvents,
  organizationsToBackfill,
  storeBackfill,
} from "./memo-words.queries.ts";

/** Transactions of one commit of the backfill. */
const BATCH = 1_000;
/** Transactions in one row of a key: a search reads a whole row, and a common key takes a hundredth of the rows. */
const TOGETHER = 100;

/** The texts of a transaction by which it is found, besides its counterparty's names. */
export const textsOf = (row: MemoRow): readonly (string | null)[] => [row.external_memo, ...laterTextsOf(row)];

/** Those that may change. */
const laterTextsOf = (row: MemoRow): readonly (string | null)[] => [
  row.note_edited ? row.edited_note : row.note,
  row.tracking_number,
  row.check_number,
];

async function indexRows(
  tx: Tx,
  organizationId: OrganizationId,
  rows: readonly { readonly row: MemoRow; readonly texts: readonly (string | null)[] }[],
): Promise<void> {
  const idsOf = new Map<string, Set<TransactionId>>();
  for (const { row, texts } of rows)
    for (const word of wordsIn(texts)) {
      const key = storedAs(word);
      const ids = idsOf.get(key) ?? new Set();
      idsOf.set(key, ids.add(row.transaction_id));
    }
  const words: MemoWord[] = [];
  for (const [key, ids] of idsOf) {
    const newestFirst = [...ids].sort().reverse();
    for (let from = 0; from < newestFirst.length; from += TOGETHER)
      words.push({ key, transactionIds: newestFirst.slice(from, from + TOGETHER) });
  }
  if (words.length > 0) await insertMemoWords(tx, organizationId, words);
}

/** More events of one pass are a burst of payments, whose words wait until it ends. */
const BURST = 200;
/** Of one outbox row, so that a commit is bounded. */
const DEFERRED_TOGETHER = 1_000;

/**
 * Makes transactions findable by their memos, notes, and references, in the transaction that takes their events from the
 * outbox. Payments write that row anyway, so this costs them nothing but processor time, and in a burst not even that.
 */
export async function relayMemos(tx: Tx, organizationId: OrganizationId, eventIds: readonly string[]): Promise<void> {
  if (eventIds.length <= BURST) return indexMemos(tx, organizationId, eventIds);
  for (let from = 0; from < eventIds.length; from += DEFERRED_TOGETHER)
    await appendNewTopic(tx, organizationId, "memos", eventIds.slice(from, from + DEFERRED_TOGETHER));
}

const MEMO_WORDS_EVERY_MS = 2_000;
/** Words wait for the end of a burst for about a minute, then they are written during it. */
const PASSES_DEFERRED = 30;
const DEFERRED_PER_COMMIT = 4;

/** Writes the words that bursts have deferred. */
export function memoWordsJob(service: Service): Job {
  const isDue = givingWay(PASSES_DEFERRED);
  const drain = { topic: "memos", rowsPerCommit: DEFERRED_PER_COMMIT, handle: indexMemos, isDue } as const;
  return {
    name: "memo-words",
    everyMs: MEMO_WORDS_EVERY_MS,
    byTheClockOnly: true,
    run: () => drainOutbox(service, drain),
  };
}

/** Words that a note has lost stay, because a search compares what it finds with the transaction. */
async function indexMemos(tx: Tx, organizationId: OrganizationId, eventIds: readonly string[]): Promise<void> {
  const rows = await memosOfEvents(tx, organizationId, eventIds);
  await indexRows(
    tx,
    organizationId,
    rows.map((row) => ({ row, texts: row.is_new ? textsOf(row) : laterTextsOf(row) })),
  );
}

const each = eachOrganization("memo-backfill");

/** Reads the words of transactions that are older than the table of words. Returns the number of transactions. */
export async function backfillMemos(service: Pick<Service, "database" | "log">): Promise<number> {
  const { database } = service;
  const waiting = await organizationsToBackfill(database);
  return each.run(
    service,
    waiting.map((row) => row.organization_id),
    (organizationId) =>
      database.transaction(async (tx) => {
        const backfill = await lockBackfill(tx, organizationId);
        if (backfill === undefined) return 0;
        const rows = await memosBetween(tx, organizationId, {
          belowId: backfill.below_id,
          aboveId: backfill.above_id,
          limit: BATCH,
        });
        await indexRows(
          tx,
          organizationId,
          rows.map((row) => ({ row, texts: textsOf(row) })),
        );
        assert(rows.length <= BATCH, "a batch of the backfill is bounded");
        const last = rows.at(-1);
        assert(last === undefined || last.transaction_id < backfill.below_id, "each batch of the backfill is older");
        if (last === undefined) await deleteBackfill(tx, organizationId, backfill.pass);
        else await storeBackfill(tx, organizationId, backfill.pass, last.transaction_id);
        return rows.length;
      }),
  );
}

export const memoBackfillJob = (service: Service): Job => ({
  name: "memo-backfill",
  everyMs: 10_000,
  byTheClockOnly: true,
  run: () => backfillMemos(service),
});
