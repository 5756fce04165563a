import { Button } from "@mantine/core";
import { type NamedAccount, useAccountNames } from "#ui/money/account-names.ts";
import { choicesOf } from "#ui/money/transaction-labels.ts";
import { choiceLabels, OneChoice } from "#ui/money-table/filters/choices.tsx";
import { FilterChips } from "#ui/money-table/filters/filter-chips.tsx";
import type { FilterField } from "#ui/money-table/filters/filter-field.ts";
import type { QueueSearch } from "../queue-search.ts";
import { isQueueStatus, queueStatusNames, SHOWN_FIRST } from "./queue-status.ts";

interface FilterProps {
  readonly search: Partial<QueueSearch>;
  readonly onChange: (part: Partial<QueueSearch>) => void;
}

/** The filters of the queue, kept in the URL. */
export function QueueFilters({ search, onChange }: FilterProps) {
  const { accounts } = useAccountNames();
  return (
    <>
      <Button
        size="xs"
        variant={search.mine ? "light" : "default"}
        aria-pressed={search.mine === true}
        onClick={() => onChange({ mine: search.mine ? undefined : true })}
      >
        Needs my approval
      </Button>
      <FilterChips
        fields={fieldsOf({ search, onChange, accounts })}
        onClear={() => onChange({ status: undefined, kind: undefined, account: undefined, flagged: undefined })}
      />
    </>
  );
}

const { [SHOWN_FIRST]: shownFirst, ...otherStatuses } = queueStatusNames;

function fieldsOf({
  search,
  onChange,
  accounts,
}: FilterProps & { readonly accounts: readonly NamedAccount[] }): readonly FilterField[] {
  const kinds = choicesOf({ payment: "Payments", transfer: "Transfers" });
  const accountChoices = accounts.map(({ id, name, lastFour }) => ({ value: id, label: `${name} ••${lastFour}` }));
  return [
    flaggedField(search, onChange),
    statusField(search, onChange, otherStatuses, shownFirst),
    {
      id: "kind",
      label: "Type",
      value: choiceLabels(kinds, search.kind),
      onRemove: () => onChange({ kind: undefined }),
      editor: (
        <OneChoice
          legend="Type"
          choices={kinds}
          value={search.kind}
          onChange={(value) => onChange({ kind: (["payment", "transfer"] as const).find((kind) => kind === value) })}
        />
      ),
    },
    ...(accounts.length === 0
      ? []
      : [
          {
            id: "account",
            label: "Account",
            value: choiceLabels(accountChoices, search.account),
            onRemove: () => onChange({ account: undefined }),
            editor: (
              <OneChoice
                legend="Account"
                choices={accountChoices}
                value={search.account}
                onChange={(account) => onChange({ account })}
              />
            ),
          },
        ]),
  ];
}

const flagChoices = choicesOf({ flagged: "Flagged" });

export const flaggedField = (search: FilterProps["search"], onChange: FilterProps["onChange"]): FilterField => ({
  id: "flagged",
  label: "Flags",
  value: choiceLabels(flagChoices, search.flagged && "flagged"),
  onRemove: () => onChange({ flagged: undefined }),
  editor: (
    <OneChoice
      legend="Flags"
      choices={flagChoices}
      value={search.flagged && "flagged"}
      onChange={(value) => onChange({ flagged: value === undefined ? undefined : true })}
    />
  ),
});

/** @param any - the name of the status without a filter */
export function statusField(
  search: FilterProps["search"],
  onChange: FilterProps["onChange"],
  names: Readonly<Record<string, string>>,
  any: string,
): FilterField {
  const choices = choicesOf(names);
  return {
    id: "status",
    label: "Status",
    value: choiceLabels(choices, search.status),
    onRemove: () => onChange({ status: undefined }),
    editor: (
      <OneChoice
        legend="Status"
        choices={choices}
        any={any}
        value={search.status}
        onChange={(status) => onChange({ status: isQueueStatus(status) ? status : undefined })}
      />
    ),
  };
}
