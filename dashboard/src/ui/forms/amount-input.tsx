import { TextInput, type TextInputProps } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { amountProblem } from "../money/parse-amount.ts";

const REST_MS = 400;

/** A field for dollars and cents. That something is no amount is said once the typing rests: half an amount is none either. */
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
