import { useQuery } from "@tanstack/react-query";
import { getAccountsOptions } from "../../api/generated/@tanstack/react-query.gen.ts";
import { useRight } from "../../app/session/session.ts";

/** The organization's accounts by name; empty for users who may not see accounts. */
export function useAccountNames() {
  const enabled = useRight("fetchDepositoryAccounts");
  const { data } = useQuery({ ...getAccountsOptions(), enabled, staleTime: 30_000 });
  const accounts = (data?.accounts ?? []).map(({ id, name, nickname }) => ({ id, name: nickname ?? name }));
  return {
    accounts,
    nameOf: (accountId: string): string => accounts.find(({ id }) => id === accountId)?.name ?? "",
  };
}
