import { useQuery } from "@tanstack/react-query";
import { getRecipientsOptions } from "#api/generated/@tanstack/react-query.gen.ts";
import { useRight } from "#app/session/session.ts";
import { useAccountNames } from "#ui/money/account-names.ts";

/** Names of recipients and accounts, to choose from and to show. Lists that the user may not see are empty. */
export function useNames() {
  const { accounts } = useAccountNames();
  const enabled = useRight("fetchRecipients");
  const { data, isLoading } = useQuery({ ...getRecipientsOptions(), enabled, staleTime: 30_000 });
  const recipients = (data?.recipients ?? []).map(({ id, name, nickname }) => ({ value: id, label: nickname ?? name }));
  const choices = accounts.map(({ id, name }) => ({ value: id, label: name }));
  const labelIn = (options: readonly { value: string; label: string }[]) => (id: string) =>
    options.find(({ value }) => value === id)?.label;
  return {
    isLoading,
    recipients,
    accounts: choices,
    nameOf: { recipient: labelIn(recipients), account: labelIn(choices) },
  };
}
