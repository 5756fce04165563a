import { Checkbox, Group, Select } from "@mantine/core";
import { railNames } from "#ui/bank-connections/connection-words.ts";
import type { BankConnection } from "../../api/generated/types.gen.ts";
import { choicesOf } from "../../ui/money/transaction-labels.ts";
import type { BankFilesSearch } from "./bank-files-search.ts";
import { directionNames, formatNames, stateNames } from "./file-labels.ts";

type Filter = "direction" | "rail" | "format" | "state" | "connection";

/** The filters of the list, as texts of the URL: the route drops what it does not know. */
export function FileFilters({
  search,
  connections,
  onChange,
}: {
  readonly search: BankFilesSearch;
  readonly connections: readonly BankConnection[];
  readonly onChange: (
    changed: Readonly<Partial<Record<Filter, string | undefined>> & { attention?: true | undefined }>,
  ) => void;
}) {
  const filters = [
    { name: "direction", label: "Direction", data: choicesOf(directionNames) },
    { name: "rail", label: "Method", data: choicesOf(railNames) },
    { name: "state", label: "State", data: choicesOf(stateNames) },
    { name: "format", label: "Format", data: choicesOf(formatNames) },
    { name: "connection", label: "Connection", data: connections.map(({ id, name }) => ({ value: id, label: name })) },
  ] as const satisfies readonly { name: Filter; label: string; data: readonly object[] }[];
  return (
    <Group component="search" gap="sm" px="md" pb="sm" align="flex-end">
      {filters.map(({ name, label, data }) => (
        <Select
          key={name}
          label={label}
          placeholder="Any"
          size="xs"
          w={150}
          data={[...data]}
          value={search[name] ?? null}
          onChange={(value) => onChange({ [name]: value ?? undefined })}
          clearable
          clearButtonProps={{ "aria-label": `Clear ${label.toLowerCase()}` }}
        />
      ))}
      <Checkbox
        label="Needs attention"
        size="xs"
        pb={7}
        checked={search.attention === true}
        onChange={(event) => onChange({ attention: event.currentTarget.checked || undefined })}
      />
    </Group>
  );
}
