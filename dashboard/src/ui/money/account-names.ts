import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { getAccountsOptions } from "../../api/generated/@tanstack/react-query.gen.ts";
import { useRight } from "../../app/session/session.ts";

export interface NamedAccount {
  readonly id: string;
  readonly name: string;
  /** Of its number. */
  readonly lastFour: string;
}

/** The organization's accounts by name; empty for users who may not see accounts. */
export function useAccountNames() {
  const enabled = useRight("fetchDepositoryAccounts");
  const { data, isLoading } = useQuery({ ...getAccountsOptions(), enabled, staleTime: 30_000 });
  return useMemo(() => {
    const accounts: readonly NamedAccount[] = (data?.accounts ?? []).map(({ id, name, nickname, accountNumber }) => ({
      id,
      name: nickname ?? name,
      lastFour: accountNumber.slice(-4),
    }));
    const byId = new Map(accounts.map((account) => [account.id, account]));
    return {
      accounts,
      isLoading,
      accountOf: (accountId: string): NamedAccount | undefined => byId.get(accountId),
      nameOf: (accountId: string): string => byId.get(accountId)?.name ?? "",
    };
  }, [data, isLoading]);
}
