import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { getRecipientOptions, getRecipientsOptions } from "../../api/generated/@tanstack/react-query.gen.ts";
import type { Recipient } from "../../api/generated/types.gen.ts";
import { OFFERED, SearchSelect } from "./search-select.tsx";

const labelOf = ({ name, nickname }: Recipient): string => (nickname === null ? name : `${name} (${nickname})`);

const useFound = (search: string | undefined, enabled: boolean) => {
  const { data, isPending } = useQuery({
    ...getRecipientsOptions({ query: { limit: OFFERED, search } }),
    enabled,
  });
  return { data: data?.recipients, isPending };
};

export function RecipientSelect({
  recipientId,
  error,
  isInPopover = false,
  onChange,
}: {
  readonly recipientId: string;
  readonly error: string | undefined;
  readonly isInPopover?: boolean;
  readonly onChange: (recipient: Recipient) => void;
}) {
  const [picked, setPicked] = useState<Recipient>();
  const chosen = useQuery({
    ...getRecipientOptions({ path: { recipientId } }),
    enabled: recipientId !== "",
    ...(picked?.id === recipientId ? { placeholderData: picked } : {}),
  });
  return (
    <SearchSelect
      label="Recipient"
      nothingFound="No recipients found"
      error={error ?? (chosen.error ? "This recipient was not found. Choose another." : undefined)}
      chosen={chosen.data}
      labelOf={labelOf}
      useFound={useFound}
      isInPopover={isInPopover}
      onChange={(recipient) => {
        setPicked(recipient);
        onChange(recipient);
      }}
    />
  );
}
