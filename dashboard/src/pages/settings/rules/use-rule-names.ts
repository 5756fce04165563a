import { useQuery } from "@tanstack/react-query";
import { getRecipientsOptions, getUsersOptions, listTokensOptions } from "#api/generated/@tanstack/react-query.gen.ts";
import { fullNameOf, useRight } from "#app/session/session.ts";
import { useAccountNames } from "#ui/money/account-names.ts";

export interface RuleOption {
  readonly value: string;
  readonly label: string;
}

const STALE_MS = 30_000;

/** The names that rules refer to. Lists that the user may not see are empty. */
export function useRuleNames() {
  const { accounts } = useAccountNames();
  const users = useQuery({ ...getUsersOptions(), enabled: useRight("fetchUsers"), staleTime: STALE_MS });
  const recipients = useQuery({ ...getRecipientsOptions(), enabled: useRight("fetchRecipients"), staleTime: STALE_MS });
  const tokens = useQuery({ ...listTokensOptions(), enabled: useRight("manageTokens"), staleTime: STALE_MS });
  const people: readonly RuleOption[] = (users.data?.users ?? []).map((user) => ({
    value: user.userId,
    label: fullNameOf(user),
  }));
  return {
    people,
    accounts: accounts.map(({ id, name }): RuleOption => ({ value: id, label: name })),
    recipients: (recipients.data?.recipients ?? []).map(({ id, name }): RuleOption => ({ value: id, label: name })),
    tokens: (tokens.data?.tokens ?? []).map(({ tokenId, name }): RuleOption => ({ value: tokenId, label: name })),
    nameOfPerson: (userId: string): string => people.find(({ value }) => value === userId)?.label ?? "Unknown user",
  };
}

export type RuleOptionLists = ReturnType<typeof useRuleNames>;
