import { TextInput, type TextInputProps } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { amountProblem } from "../money/parse-amount.ts";

const REST_MS = 400;

/**
 * An amount in dollars and cents. It is validated once the user stops typing, because a half-typed amount is not valid.
 */
export function AmountInput({ value, error, ...input }: TextInputProps & { readonly value: string }) {
  const [rested] = useDebouncedValue(value, REST_MS);
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
    />
  );
}
