import { CloseButton, Combobox, Loader, TextInput, useCombobox } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { searchEverything } from "#api/generated/sdk.gen.ts";
import type { SearchResult } from "#api/generated/types.gen.ts";
import { formatMoney } from "#ui/money/money.tsx";
import { formatInstant } from "#ui/page/when.tsx";

const PAUSE_MS = 200;
const LETTERS_MIN = 2;

const typeNames: Readonly<Record<SearchResult["type"], string>> = {
  recipient: "Recipient",
  transaction: "Transaction",
  transfer: "Transfer",
  request: "Request",
  invoice: "Invoice",
  account: "Account",
};

const labelOf = ({ type, name, amount, createdAt }: SearchResult): string =>
  [
    typeNames[type],
    name,
    ...(amount === null ? [] : [formatMoney(amount)]),
    ...(createdAt === null ? [] : [formatInstant(createdAt, "short")]),
  ].join(" · ");

/** Finds what entries are about, as the search of all pages does, and shows the history of what is chosen. */
export function ThingSearch({
  chosenId,
  onChange,
}: {
  readonly chosenId: string | undefined;
  readonly onChange: (id: string | undefined) => void;
}) {
  const combobox = useCombobox();
  const [typed, setTyped] = useState("");
  const [chosen, setChosen] = useState<{ readonly id: string; readonly label: string }>();
  const [searched] = useDebouncedValue(typed.trim(), PAUSE_MS);
  const enabled = searched.length >= LETTERS_MIN && combobox.dropdownOpened;
  const { data, isFetching } = useQuery({
    queryKey: ["search", searched],
    queryFn: async ({ signal }) =>
      (await searchEverything({ body: { text: searched }, signal, throwOnError: true })).data,
    enabled,
  });
  const results = enabled && searched === typed.trim() ? (data?.results ?? []) : [];
  const choose = (id: string) => {
    const result = results.find((each) => each.id === id);
    if (result === undefined) return;
    setChosen({ id, label: labelOf(result) });
    onChange(id);
    combobox.closeDropdown();
  };
  const clear = () => {
    setTyped("");
    onChange(undefined);
  };
  // An entry can choose, too: its thing has no label.
  const text = chosenId === undefined ? typed : chosen?.id === chosenId ? chosen.label : chosenId;
  return (
    <Combobox store={combobox} onOptionSubmit={choose}>
      <Combobox.Target>
        <TextInput
          label="Search"
          placeholder="Name, memo, amount, ID"
          size="xs"
          value={text}
          onChange={({ currentTarget: { value } }) => {
            setTyped(value);
            if (chosenId !== undefined) onChange(undefined);
            combobox.openDropdown();
            combobox.resetSelectedOption();
          }}
          onBlur={() => combobox.closeDropdown()}
          rightSection={
            isFetching ? (
              <Loader size={14} />
            ) : (
              text !== "" && <CloseButton size="xs" aria-label="Show all" onClick={clear} />
            )
          }
        />
      </Combobox.Target>
      <Combobox.Dropdown hidden={searched.length < LETTERS_MIN || searched !== typed.trim()}>
        <Combobox.Options aria-label="Search results">
          {results.map((result) => (
            <Combobox.Option key={result.id} value={result.id}>
              {labelOf(result)}
            </Combobox.Option>
          ))}
          {results.length === 0 && <Combobox.Empty>{isFetching ? "Searching…" : "Nothing found"}</Combobox.Empty>}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}
