import { Button, Select, TextInput } from "@mantine/core";
import { useDebouncedCallback } from "@mantine/hooks";
import { IconSearch } from "@tabler/icons-react";
import { useEffect, useState } from "react";
import { AmountInput } from "../../ui/forms/amount-input.tsx";
import { useCategories } from "../../ui/money/categories.ts";
import { parseAmount } from "../../ui/money/parse-amount.ts";
import { methodNames } from "../../ui/money/payment-methods.ts";
import { choicesOf, kindNames, statusNames } from "../../ui/money/transaction-labels.ts";
import classes from "./filter-bar.module.css";
import { endsBeforeItBegins, type Filters, isFiltered, noFilters } from "./filters.ts";

interface FilterProps {
  readonly filters: Filters;
  /** An undefined member removes that filter. */
  readonly onChange: (change: { readonly [Name in keyof Filters]?: Filters[Name] | undefined }) => void;
}
interface Account {
  readonly id: string;
  readonly name: string;
}

/** Each change is in the URL, so that it can be shared and undone with Back. */
export function FilterBar({ accounts, ...props }: FilterProps & { readonly accounts: readonly Account[] }) {
  const { filters, onChange } = props;
  const { categories } = useCategories();
  const [isOpen, setOpen] = useState(false);
  return (
    <search className={classes["bar"]} aria-label="Filter transactions">
      <SearchText value={filters.search ?? ""} onChange={(search) => onChange({ search: search || undefined })} />
      <Button
        className={classes["toggle"] ?? ""}
        variant="default"
        size="xs"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        {isOpen ? "Fewer filters" : "More filters"}
      </Button>
      <div className={classes["more"]} data-open={isOpen}>
        <Choice
          name="account"
          label="Account"
          options={accounts.map(({ id, name }) => ({ value: id, label: name }))}
          {...props}
        />
        <Choice
          name="status"
          label="Status"
          options={choicesOf({ ...statusNames, sent: "Sent or received" })}
          {...props}
        />
        <Choice name="method" label="Method" options={choicesOf(methodNames)} {...props} />
        <Choice name="kind" label="Kind" options={choicesOf(kindNames)} {...props} />
        <Choice
          name="category"
          label="Category"
          options={[
            { value: "none", label: "No category" },
            ...categories.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          {...props}
        />
        <Choice name="flow" label="Flow" options={flows} {...props} />
        <Dates {...props} />
        <Amount label="Minimum amount" value={filters.min} onChange={(min) => onChange({ min })} />
        <Amount label="Maximum amount" value={filters.max} onChange={(max) => onChange({ max })} />
      </div>
      {isFiltered(filters) && (
        <Button variant="subtle" color="gray" size="xs" onClick={() => onChange(noFilters)}>
          Clear filters
        </Button>
      )}
    </search>
  );
}

/** As in the report of spending, without transfers between own accounts. */
const flows = [
  { value: "out", label: "Money out" },
  { value: "in", label: "Money in" },
];

function Choice({
  name,
  label,
  options,
  filters,
  onChange,
}: FilterProps & {
  readonly name: "account" | "status" | "method" | "kind" | "category" | "flow";
  readonly label: string;
  readonly options: { value: string; label: string }[];
}) {
  return (
    <Select
      label={label}
      placeholder="All"
      data={options}
      value={filters[name] ?? null}
      onChange={(value) => onChange({ [name]: value ?? undefined })}
      clearable
      size="xs"
      clearButtonProps={{ "aria-label": `Clear ${label.toLowerCase()}` }}
    />
  );
}

function Dates({ filters, onChange }: FilterProps) {
  return (["from", "to"] as const).map((name) => (
    <TextInput
      key={name}
      type="date"
      label={name === "from" ? "From" : "To"}
      size="xs"
      value={filters[name] ?? ""}
      error={name === "to" && endsBeforeItBegins(filters) ? "Earlier than the From date" : undefined}
      onChange={(event) => onChange({ [name]: event.currentTarget.value || undefined })}
    />
  ));
}

/** Searches once the user stops typing. */
function SearchText({ value, onChange }: { readonly value: string; readonly onChange: (text: string) => void }) {
  const [text, setText] = useState(value);
  useEffect(() => setText(value), [value]);
  const ask = useDebouncedCallback(onChange, 300);
  return (
    <TextInput
      className={classes["search"] ?? ""}
      label="Search"
      placeholder="Name or description"
      leftSection={<IconSearch size={14} aria-hidden />}
      size="xs"
      value={text}
      onChange={(event) => {
        setText(event.currentTarget.value);
        ask(event.currentTarget.value.trim());
      }}
    />
  );
}

function Amount({
  label,
  value,
  onChange,
}: {
  readonly label: string;
  readonly value: number | undefined;
  readonly onChange: (dollars: number | undefined) => void;
}) {
  const [typed, setTyped] = useState(textOf(value));
  useEffect(() => setTyped((before) => (parseAmount(before) === value ? before : textOf(value))), [value]);
  const ask = useDebouncedCallback(onChange, 400);
  return (
    <AmountInput
      label={label}
      placeholder="Any"
      size="xs"
      value={typed}
      onChange={({ currentTarget }) => {
        setTyped(currentTarget.value);
        // An invalid amount does not filter.
        ask(parseAmount(currentTarget.value));
      }}
    />
  );
}

const textOf = (dollars: number | undefined): string => (dollars === undefined ? "" : String(dollars));
