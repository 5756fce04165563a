import { Loader, Select } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { getRecipientOptions, getRecipientsOptions } from "../../api/generated/@tanstack/react-query.gen.ts";
import type { Recipient } from "../../api/generated/types.gen.ts";

const OFFERED = 20;
const labelOf = ({ name, nickname }: Recipient): string => (nickname === null ? name : `${name} (${nickname})`);

/** Searches recipients on the server, because there can be any number of them. */
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
  const [picked, setPicked] = useState<Recipient>();
  const chosen = useQuery({
    ...getRecipientOptions({ path: { recipientId } }),
    enabled: recipientId !== "",
    ...(picked?.id === recipientId ? { placeholderData: picked } : {}),
  });
  const isChosen = chosen.data !== undefined && typed === labelOf(chosen.data);
  const term = typed.trim();
  const [searched] = useDebouncedValue(term, 200);
  const found = useQuery({
    ...getRecipientsOptions({ query: { limit: OFFERED, search: searched || undefined } }),
    enabled: !isChosen,
  });
  // Without a current answer nothing is offered: Down and Enter would choose the wrong recipient.
  const matching = !isChosen && searched === term ? (found.data?.recipients ?? []) : [];
  const isLooking = !isChosen && (searched !== term || found.isPending);
  // Select needs the chosen option in its data even when it is not offered.
  const known = chosen.data === undefined || matching.some(({ id }) => id === recipientId) ? [] : [chosen.data];
  const recipients = [...known, ...matching];
  const isOffered = (id: string) => isChosen || matching.some((one) => one.id === id);
  return (
    <Select
      label="Recipient"
      placeholder="Search by name"
      required
      searchable
      allowDeselect={false}
      error={error ?? (chosen.error ? "This recipient was not found. Choose another." : undefined)}
      value={chosen.data === undefined ? null : recipientId}
      data={recipients.map((recipient) => ({ value: recipient.id, label: labelOf(recipient) }))}
      filter={({ options }) => options.filter((option) => "value" in option && isOffered(option.value))}
      searchValue={typed}
      onSearchChange={setTyped}
      // Enter chooses an option here; it must not submit the form while a name is half typed.
      onKeyDown={(event) => {
        if (event.key === "Enter") event.preventDefault();
      }}
      onChange={(id) => {
        const recipient = recipients.find((one) => one.id === id);
        if (recipient === undefined) return;
        setPicked(recipient);
        onChange(recipient);
      }}
      nothingFoundMessage={isLooking ? "Searching…" : "No recipients found"}
      rightSection={isLooking && typed !== "" ? <Loader size={14} /> : undefined}
    />
  );
}
