import { useQuery } from "@tanstack/react-query";
import { getAccountsOptions } from "../../api/generated/@tanstack/react-query.gen.ts";
import { useRight } from "../../app/session/session.ts";

/** The organisation's accounts by name, for lists and selects; an account the person may not see is its id. */
export function useAccountNames() {
  const enabled = useRight("fetchDepositoryAccounts");
  const { data } = useQuery({ ...getAccountsOptions(), enabled, staleTime: 30_000 });
  const accounts = (data?.accounts ?? []).map(({ id, name, nickname }) => ({ id, name: nickname ?? name }));
  return {
    accounts,
    nameOf: (accountId: string): string => accounts.find(({ id }) => id === accountId)?.name ?? "",
  };
}
