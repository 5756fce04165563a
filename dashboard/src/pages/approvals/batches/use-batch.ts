import { keepPreviousData, useQueries, useQuery } from "@tanstack/react-query";
import { getApprovalBatchOptions, listApprovalBatchesOptions } from "#api/generated/@tanstack/react-query.gen.ts";
import type { ApprovalBatch } from "#api/generated/types.gen.ts";
import type { QueueSearch } from "../queue-search.ts";

export type { ApprovalBatch };

/** How soon others' changes appear, and how far a decision is. */
const REFRESH_MS = 4_000;
const RUNNING_MS = 700;
/** Evaluating many requests takes the service longer. */
const LARGE_REFRESH_MS = 15_000;
const LARGE = 1_000;

export const isRunning = ({ decision }: ApprovalBatch): boolean => decision?.state === "running";

/** A batch, refreshed while it is open. */
export const useBatch = (batchId: string) =>
  useQuery({
    ...getApprovalBatchOptions({ path: { batchId } }),
    refetchInterval: ({ state: { data } }) => {
      if (data === undefined) return REFRESH_MS;
      if (isRunning(data)) return RUNNING_MS;
      return data.waiting.count > LARGE ? LARGE_REFRESH_MS : REFRESH_MS;
    },
  });

const QUEUE_REFRESH_MS = 8_000;
/** As many as the API lists; who has more opens the oldest first. */
const LISTED_MAX = 50;

/**
 * The batches of the queue that match its filters; none on later pages, and none where the requests of batches are listed
 * one by one. `isCut`: there are more.
 */
export function useQueuedBatches({ status, kind, account, mine, flagged, start_after }: Partial<QueueSearch>) {
  const isGrouped = [status, kind, account, start_after].every((filter) => filter === undefined);
  const { data } = useQuery({
    ...listApprovalBatchesOptions({ query: { limit: LISTED_MAX } }),
    enabled: isGrouped,
    refetchInterval: QUEUE_REFRESH_MS,
    placeholderData: keepPreviousData,
  });
  const batches = useEvaluated(isGrouped ? (data?.batches ?? []) : []);
  return {
    batches: batches.filter(
      (batch) =>
        (!mine || batch.allowedActions.includes("approve") || isUnknown(batch)) &&
        (!flagged || (batch.evaluation?.flagged ?? 0) > 0 || isUnknown(batch)),
    ),
    isCut: isGrouped && data?.page.nextPage !== undefined,
  };
}

/** The same batches; those that are too large to be evaluated in a list are read one by one. */
function useEvaluated(listed: readonly ApprovalBatch[]): readonly ApprovalBatch[] {
  const evaluated = useQueries({
    queries: listed.filter(isUnknown).map(({ batchId }) => ({
      ...getApprovalBatchOptions({ path: { batchId } }),
      refetchInterval: LARGE_REFRESH_MS,
    })),
    combine: (results) => new Map(results.flatMap(({ data }) => (data ? [[data.batchId, data] as const] : []))),
  });
  return listed.map((batch) => evaluated.get(batch.batchId) ?? batch);
}

/** Not evaluated, or not yet. */
const isUnknown = ({ evaluation, waiting }: ApprovalBatch): boolean => evaluation === null && waiting.count > 0;
