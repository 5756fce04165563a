import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { isApiError } from "#api/api-error.ts";
import { getActivityTotalsOptions } from "#api/generated/@tanstack/react-query.gen.ts";
import { listActivity } from "#api/generated/sdk.gen.ts";
import type { GetActivityTotalsData, ListActivityData, Transaction } from "#api/generated/types.gen.ts";
import type { Sort } from "../money-column.ts";
import { type ListState, sortOf } from "./list-state.ts";

type Query = NonNullable<ListActivityData["query"]>;
/** Which transactions. */
export type ActivityFilter = NonNullable<GetActivityTotalsData["query"]>;

/** A transaction, and who requested it, if a user or a token did. */
export interface ListedTransaction extends Transaction {
  readonly requester?: string | undefined;
  /** What the account contained right after it settled, in dollars. */
  readonly balance?: number | undefined;
}

/** Newest first. */
const defaultSort: Sort = { by: "created", order: "desc" };
/** The order of one account's ledger, newest first: each balance is the one below and the amount. */
const ledgerSort: Sort = { by: "settled", order: "desc" };

/** Balances have a meaning where all transactions of one account are listed. */
export const listsOneAccount = ({ accountId, ...others }: ActivityFilter): boolean =>
  accountId?.length === 1 && Object.keys(others).length === 0;

/** The order of a list, and the one that it has until another is chosen. */
export function ordersOf(filter: ActivityFilter, list: ListState): { readonly sort: Sort; readonly usual: Sort } {
  const usual = listsOneAccount(filter) ? ledgerSort : defaultSort;
  // An order that a filter has made impossible.
  const isLost = list.sort === ledgerSort.by && usual !== ledgerSort;
  return { sort: isLost ? usual : sortOf(list, usual), usual };
}

const REFRESH_MS = 10_000;
const TOTALS_REFRESH_MS = 30_000;

interface Listed {
  readonly filter: ActivityFilter;
  readonly list: ListState;
  readonly limit: number;
  readonly enabled: boolean;
}

/** One page. If there are too many to sort, it is in the usual order, and `refusal` says why. */
export function useActivity({ filter, list, limit, enabled }: Listed) {
  const { start_after, end_before } = list;
  const { sort, usual } = ordersOf(filter, list);
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
    const balances = new Map(data.balances.map(({ transactionId, balance }) => [transactionId, balance]));
    const transactions = data.transactions.map(
      (transaction): ListedTransaction => ({
        ...transaction,
        requester: requesters.get(transaction.id),
        balance: balances.get(transaction.id),
      }),
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
        return { ...(await read(usual, signal)), refusal: error.message };
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
