import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { isApiError } from "#api/api-error.ts";
import { getActivityTotalsOptions } from "#api/generated/@tanstack/react-query.gen.ts";
import { listActivity } from "#api/generated/sdk.gen.ts";
import type { GetActivityTotalsData, ListActivityData, Transaction } from "#api/generated/types.gen.ts";
import { defaultSort, type ListState, sortOf } from "./list-state.ts";

type Query = NonNullable<ListActivityData["query"]>;
/** Which transactions. */
export type ActivityFilter = NonNullable<GetActivityTotalsData["query"]>;

/** A transaction, and who requested it, if a user or a token did. */
export interface ListedTransaction extends Transaction {
  readonly requester?: string | undefined;
}

const REFRESH_MS = 10_000;
const TOTALS_REFRESH_MS = 30_000;

interface Listed {
  readonly filter: ActivityFilter;
  readonly list: ListState;
  readonly limit: number;
  readonly enabled: boolean;
}

/** One page. If there are too many to sort, it is in the default order, and `refusal` says why. */
export function useActivity({ filter, list, limit, enabled }: Listed) {
  const { start_after, end_before } = list;
  const sort = sortOf(list);
  const isFirstPage = start_after === undefined && end_before === undefined;
  const read = async (by: typeof sort, signal: AbortSignal) => {
    const cursor = {
      ...(start_after === undefined ? {} : { start_after }),
      ...(end_before === undefined ? {} : { end_before }),
    };
    // The API rejects an outdated column of an old link with a message.
    const query: Query = { ...filter, ...cursor, limit, sort: by.by as Query["sort"], order: by.order };
    const { data } = await listActivity({ query, signal, throwOnError: true });
    const requesters = new Map(data.requesters.map(({ transactionId, name }) => [transactionId, name]));
    const transactions = data.transactions.map(
      (transaction): ListedTransaction => ({ ...transaction, requester: requesters.get(transaction.id) }),
    );
    return { transactions, page: data.page, sort: by, refusal: undefined };
  };
  return useQuery({
    queryKey: ["activity", filter, sort, { start_after, end_before, limit }],
    queryFn: async ({ signal }) => {
      try {
        return await read(sort, signal);
      } catch (error) {
        if (!isApiError(error, "tooManyToSort")) throw error;
        return { ...(await read(defaultSort, signal)), refusal: error.message };
      }
    },
    placeholderData: keepPreviousData,
    enabled,
    refetchInterval: isFirstPage ? REFRESH_MS : false,
  });
}

export const useActivityTotals = (filter: ActivityFilter, enabled: boolean) =>
  useQuery({
    ...getActivityTotalsOptions({ query: filter }),
    placeholderData: keepPreviousData,
    enabled,
    refetchInterval: TOTALS_REFRESH_MS,
  });
