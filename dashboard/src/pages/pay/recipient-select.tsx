import { Loader, Select } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { getRecipientOptions, getRecipientsOptions } from "../../api/generated/@tanstack/react-query.gen.ts";
import type { Recipient } from "../../api/generated/types.gen.ts";

const OFFERED = 20;
const labelOf = ({ name, nickname }: Recipient): string => (nickname === null ? name : `${name} (${nickname})`);

/** Finds a recipient by part of a name; the service looks, so it does not matter how many there are. */
export function RecipientSelect({
  recipientId,
  error,
  onChange,
}: {
  readonly recipientId: string;
  readonly error: string | undefined;
  readonly onChange: (recipient: Recipient) => void;
}) {
  const [typed, setTyped] = useState("");
  const [search] = useDebouncedValue(typed.replace(/ \([^)]*\)$/, ""), 200);
  const chosen = useQuery({
    ...getRecipientOptions({ path: { recipientId } }),
    enabled: recipientId !== "",
  });
  const found = useQuery({
    ...getRecipientsOptions({ query: { limit: OFFERED, search: search || undefined } }),
    placeholderData: keepPreviousData,
  });
  const isChosen = chosen.data !== undefined && typed === labelOf(chosen.data);
  const offered = (isChosen ? [] : (found.data?.recipients ?? [])).filter(({ id }) => id !== chosen.data?.id);
  const recipients = [...(chosen.data === undefined ? [] : [chosen.data]), ...offered];
  return (
    <Select
      label="Recipient"
      placeholder="Type part of a name"
      required
      searchable
      error={error ?? (chosen.error ? "This recipient was not found: choose another one." : undefined)}
      value={chosen.data === undefined ? null : recipientId}
      data={recipients.map((recipient) => ({ value: recipient.id, label: labelOf(recipient) }))}
      filter={({ options }) => options}
      searchValue={typed}
      onSearchChange={setTyped}
      onChange={(id) => {
        const recipient = recipients.find((one) => one.id === id);
        if (recipient !== undefined) onChange(recipient);
      }}
      nothingFoundMessage={found.isFetching ? "Looking…" : "Nobody found"}
      rightSection={found.isFetching && typed !== "" && !isChosen ? <Loader size={14} /> : undefined}
    />
  );
}
