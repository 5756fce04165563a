import { useDebouncedCallback } from "@mantine/hooks";
import { useEffect, useState } from "react";
import { AmountInput } from "../../forms/amount-input.tsx";
import { formatMoney } from "../../money/money.tsx";
import { parseAmount } from "../../money/parse-amount.ts";
import classes from "./filters.module.css";

/** US dollars. */
export interface Amounts {
  readonly min?: number | undefined;
  readonly max?: number | undefined;
}

/** In words; undefined without bounds. */
export function amountsLabel({ min, max }: Amounts): string | undefined {
  if (min !== undefined && max !== undefined) return `${formatMoney(min)} – ${formatMoney(max)}`;
  if (min !== undefined) return `at least ${formatMoney(min)}`;
  return max === undefined ? undefined : `at most ${formatMoney(max)}`;
}

export function AmountFilter({
  amounts: { min, max },
  onChange,
}: {
  readonly amounts: Amounts;
  readonly onChange: (amounts: Amounts) => void;
}) {
  return (
    <div className={classes["pair"]}>
      <Bound label="Minimum amount" value={min} onChange={(changed) => onChange({ min: changed })} />
      <Bound label="Maximum amount" value={max} onChange={(changed) => onChange({ max: changed })} />
    </div>
  );
}

/** Filters once the user stops typing. */
function Bound({
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
  const ask = useDebouncedCallback(onChange, { delay: 400, flushOnUnmount: true });
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
