import { TextInput } from "@mantine/core";
import { useDebouncedCallback } from "@mantine/hooks";
import { IconSearch } from "@tabler/icons-react";
import { useEffect, useState } from "react";

/** Searches once the user stops typing or leaves the field, as SearchField does. */
export function SearchBox({
  placeholder,
  value,
  onChange,
}: {
  readonly placeholder: string;
  readonly value: string | undefined;
  readonly onChange: (text: string | undefined) => void;
}) {
  const [text, setText] = useState(value ?? "");
  useEffect(() => setText(value ?? ""), [value]);
  const ask = useDebouncedCallback(onChange, 300);
  return (
    <TextInput
      type="search"
      aria-label="Search"
      placeholder={placeholder}
      leftSection={<IconSearch size={14} aria-hidden />}
      size="xs"
      w={220}
      value={text}
      onChange={(event) => {
        setText(event.currentTarget.value);
        ask(event.currentTarget.value.trim() || undefined);
      }}
      onBlur={ask.flush}
    />
  );
}
