import { Loader, Select } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useState } from "react";

/** How many are offered at a time. */
export const OFFERED = 20;

interface Named {
  readonly id: string;
}

/** A choice that is searched on the server, because there can be any number of them. */
export function SearchSelect<Item extends Named>({
  label,
  nothingFound,
  error,
  chosen,
  labelOf,
  useFound,
  isInPopover = false,
  onChange,
}: {
  readonly label: string;
  readonly nothingFound: string;
  readonly error: string | undefined;
  readonly chosen: Item | undefined;
  readonly labelOf: (item: Item) => string;
  /** The first `OFFERED` results of a search. */
  readonly useFound: (search: string | undefined, enabled: boolean) => Found<Item>;
  /** A click on an option is then a click in the popover, which stays open. */
  readonly isInPopover?: boolean;
  readonly onChange: (item: Item) => void;
}) {
  const [typed, setTyped] = useState("");
  const [isOpen, setIsOpen] = useState(false);
  const isChosen = chosen !== undefined && typed === labelOf(chosen);
  const term = typed.trim();
  const [searched] = useDebouncedValue(term, 200);
  const found = useFound(searched || undefined, !isChosen);
  // Without a current answer nothing is offered: Down and Enter would choose the wrong one.
  const matching = !isChosen && searched === term ? (found.data ?? []) : [];
  const isLooking = !isChosen && (searched !== term || found.isPending);
  // Select needs the chosen option in its data even when it is not offered.
  const unlisted = chosen === undefined || matching.some(({ id }) => id === chosen.id) ? [] : [chosen];
  const all = [...unlisted, ...matching];
  const isOffered = (id: string) => isChosen || matching.some((item) => item.id === id);
  const choose = (id: string) => {
    const item = all.find((each) => each.id === id);
    if (item !== undefined) onChange(item);
  };
  return (
    <Select
      label={label}
      placeholder="Search by name"
      required
      searchable
      comboboxProps={{ withinPortal: !isInPopover }}
      allowDeselect={false}
      error={error}
      value={chosen?.id ?? null}
      data={all.map((item) => ({ value: item.id, label: labelOf(item) }))}
      filter={({ options }) => options.filter((option) => "value" in option && isOffered(option.value))}
      searchValue={typed}
      onSearchChange={setTyped}
      dropdownOpened={isOpen}
      onDropdownOpen={() => setIsOpen(true)}
      onDropdownClose={() => setIsOpen(false)}
      // Enter chooses the marked option, or the only one; it must not submit the form while a name is half typed.
      onKeyDown={(event) => {
        if (event.key !== "Enter") return;
        event.preventDefault();
        const [only, ...others] = matching;
        if (!isOpen || only === undefined || others.length > 0) return;
        choose(only.id);
        setIsOpen(false);
      }}
      onChange={(id) => id !== null && choose(id)}
      nothingFoundMessage={isLooking ? "Searching…" : nothingFound}
      rightSection={isLooking && typed !== "" ? <Loader size={14} /> : undefined}
    />
  );
}

interface Found<Item> {
  readonly data: readonly Item[] | undefined;
  readonly isPending: boolean;
}
