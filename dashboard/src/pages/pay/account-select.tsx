import { NativeSelect, type NativeSelectProps } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { getAccountsOptions } from "../../api/generated/@tanstack/react-query.gen.ts";
import { formatMoney } from "../../ui/money/money.tsx";

/** The account to pay from, with its balance. Selects the first one that can send payments. */
export function AccountSelect({
  accountId,
  onChoose,
  ...select
}: NativeSelectProps & { readonly accountId: string; readonly onChoose: (accountId: string) => void }) {
  const accounts = useQuery(getAccountsOptions());
  const offered = accounts.data?.accounts.filter(({ canSendPayments }) => canSendPayments) ?? [];
  const first = offered[0]?.id;
  const chosen = offered.find(({ id }) => id === accountId);
  useEffect(() => {
    if (accountId === "" && first !== undefined) onChoose(first);
  }, [accountId, first, onChoose]);
  return (
    <NativeSelect
      label="From account"
      description={chosen === undefined ? "…" : `${formatMoney(chosen.availableBalance)} available`}
      inputWrapperOrder={["label", "input", "description", "error"]}
      {...select}
      value={accountId}
      onChange={(event) => onChoose(event.currentTarget.value)}
      data={offered.map(({ id, name }) => ({ value: id, label: name }))}
    />
  );
}
