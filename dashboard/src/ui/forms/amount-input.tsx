import { TextInput, type TextInputProps } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { amountProblem, parseAmount } from "../money/parse-amount.ts";

const REST_MS = 400;
const written = new Intl.NumberFormat("en-US", { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** As people write it: 1,250.00. */
export const writtenAmount = (amount: number): string => written.format(amount);

interface AmountInputProps extends Omit<TextInputProps, "onChange"> {
  readonly value: string;
  readonly onChange: (event: { readonly currentTarget: { readonly value: string } }) => void;
}

/**
 * An amount in dollars and cents. It is validated once the user stops typing, because a half-typed amount is not valid,
 * and written as 1,250.00 when the user leaves it, so that a digit too many is seen.
 */
export function AmountInput({ value, error, onChange, onBlur, ...input }: AmountInputProps) {
  const [rested] = useDebouncedValue(value, REST_MS);
  const amount = parseAmount(value);
  const text = amount === undefined ? value : writtenAmount(amount);
  return (
    <TextInput
      placeholder="0.00"
      leftSection="$"
      inputMode="decimal"
      autoComplete="off"
      classNames={{ input: "figures" }}
      {...input}
      value={value}
      error={error ?? (rested === value ? amountProblem(value) : undefined)}
      onChange={onChange}
      onBlur={(event) => {
        if (text !== value) onChange({ currentTarget: { value: text } });
        onBlur?.(event);
      }}
    />
  );
}
