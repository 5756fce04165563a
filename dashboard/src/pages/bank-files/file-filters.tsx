import { Button } from "@mantine/core";
import { railNames } from "#ui/bank-connections/connection-words.ts";
import type { BankConnection } from "../../api/generated/types.gen.ts";
import { choicesOf } from "../../ui/money/transaction-labels.ts";
import { choiceLabels, type FilterChoice, OneChoice } from "../../ui/money-table/filters/choices.tsx";
import { FilterChips } from "../../ui/money-table/filters/filter-chips.tsx";
import type { FilterField } from "../../ui/money-table/filters/filter-field.ts";
import classes from "./bank-files.module.css";
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
  const field = (id: Filter, label: string, choices: readonly FilterChoice[]): FilterField => ({
    id,
    label,
    value: choiceLabels(choices, search[id]),
    onRemove: () => onChange({ [id]: undefined }),
    editor: (
      <OneChoice legend={label} choices={choices} value={search[id]} onChange={(value) => onChange({ [id]: value })} />
    ),
  });
  const fields = [
    field("direction", "Direction", choicesOf(directionNames)),
    field("rail", "Method", choicesOf(railNames)),
    field("state", "State", choicesOf(stateNames)),
    field("format", "Format", choicesOf(formatNames)),
    field(
      "connection",
      "Connection",
      connections.map(({ id, name }) => ({ value: id, label: name })),
    ),
  ];
  const clear = () =>
    onChange({ direction: undefined, rail: undefined, state: undefined, format: undefined, connection: undefined });
  return (
    <search className={classes["filters"]} aria-label="Filter files">
      <Button
        size="xs"
        variant={search.attention === true ? "light" : "default"}
        aria-pressed={search.attention === true}
        onClick={() => onChange({ attention: search.attention === true ? undefined : true })}
      >
        Needs attention
      </Button>
      <FilterChips fields={fields} onClear={clear} />
    </search>
  );
}
