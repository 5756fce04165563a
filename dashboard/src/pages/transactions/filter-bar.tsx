import { Button, Select, TextInput } from "@mantine/core";
import { useDebouncedCallback } from "@mantine/hooks";
import { IconSearch } from "@tabler/icons-react";
import { useEffect, useState } from "react";
import { AmountInput } from "../../ui/forms/amount-input.tsx";
import { parseAmount } from "../../ui/money/parse-amount.ts";
import { methodNames } from "../../ui/money/payment-methods.ts";
import { choicesOf, kindNames, statusNames } from "../../ui/money/transaction-labels.ts";
import classes from "./filter-bar.module.css";
import { endsBeforeItBegins, type Filters, isFiltered } from "./filters.ts";

/** Each change is in the URL, so that it can be shared and undone with Back. */
export function FilterBar({
  filters,
  accounts,
  onChange,
}: {
  readonly filters: Filters;
  readonly accounts: readonly { readonly id: string; readonly name: string }[];
  /** An undefined member removes that filter. */
  readonly onChange: (change: { readonly [Name in keyof Filters]?: Filters[Name] | undefined }) => void;
}) {
  const select = (
    name: "account" | "status" | "method" | "kind",
    label: string,
    data: readonly { value: string; label: string }[],
  ) => (
    <Select
      label={label}
      placeholder="All"
      data={[...data]}
      value={filters[name] ?? null}
      onChange={(value) => onChange({ [name]: value ?? undefined })}
      clearable
      size="xs"
      clearButtonProps={{ "aria-label": `Clear ${label.toLowerCase()}` }}
    />
  );
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
        {select(
          "account",
          "Account",
          accounts.map(({ id, name }) => ({ value: id, label: name })),
        )}
        {select("status", "Status", choicesOf({ ...statusNames, sent: "Sent or received" }))}
        {select("method", "Method", choicesOf(methodNames))}
        {select("kind", "Kind", choicesOf(kindNames))}
        {(["from", "to"] as const).map((name) => (
          <TextInput
            key={name}
            type="date"
            label={name === "from" ? "From" : "To"}
            size="xs"
            value={filters[name] ?? ""}
            error={name === "to" && endsBeforeItBegins(filters) ? "Earlier than the From date" : undefined}
            onChange={(event) => onChange({ [name]: event.currentTarget.value || undefined })}
          />
        ))}
        {(["min", "max"] as const).map((name) => (
          <Amount
            key={name}
            label={name === "min" ? "Minimum amount" : "Maximum amount"}
            value={filters[name]}
            onChange={(value) => onChange({ [name]: value })}
          />
        ))}
      </div>
      {isFiltered(filters) && (
        <Button
          variant="subtle"
          color="gray"
          size="xs"
          onClick={() =>
            onChange({
              search: undefined,
              account: undefined,
              status: undefined,
              method: undefined,
              kind: undefined,
              counterparty: undefined,
              from: undefined,
              to: undefined,
              min: undefined,
              max: undefined,
            })
          }
        >
          Clear filters
        </Button>
      )}
    </search>
  );
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
