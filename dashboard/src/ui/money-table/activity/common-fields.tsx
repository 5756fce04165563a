import type { NamedAccount } from "../../money/account-names.ts";
import { AmountFilter, amountsLabel } from "../filters/amount-filter.tsx";
import { choiceLabels, type FilterChoice, ManyChoices } from "../filters/choices.tsx";
import { DateFilter, datesLabel } from "../filters/date-filter.tsx";
import type { FilterField } from "../filters/filter-field.ts";
import type { CommonFilters } from "./common-filters.ts";

type Change = (changed: CommonFilters) => void;

/** Any of several values. */
export const manyField = (
  field: { readonly id: string; readonly label: string; readonly choices: readonly FilterChoice[] },
  value: string | undefined,
  onChange: (value: string | undefined) => void,
): FilterField => ({
  id: field.id,
  label: field.label,
  value: choiceLabels(field.choices, value),
  onRemove: () => onChange(undefined),
  editor: <ManyChoices legend={field.label} choices={field.choices} value={value} onChange={onChange} />,
});

export const accountField = (
  filters: CommonFilters,
  { label = "Account", accounts, onChange }: { label?: string; accounts: readonly NamedAccount[]; onChange: Change },
): FilterField =>
  manyField(
    {
      id: "account",
      label,
      choices: accounts.map(({ id, name, lastFour }) => ({ value: id, label: `${name} ••${lastFour}` })),
    },
    filters.account,
    (account) => onChange({ account }),
  );

export const dateField = (filters: CommonFilters, onChange: Change): FilterField => ({
  id: "date",
  label: "Date",
  value: datesLabel(filters),
  onRemove: () => onChange({ period: undefined, from: undefined, to: undefined }),
  editor: <DateFilter dates={filters} onChange={onChange} />,
});

export const amountField = (filters: CommonFilters, onChange: Change): FilterField => ({
  id: "amount",
  label: "Amount",
  value: amountsLabel(filters),
  onRemove: () => onChange({ min: undefined, max: undefined }),
  editor: <AmountFilter amounts={filters} onChange={onChange} />,
});
