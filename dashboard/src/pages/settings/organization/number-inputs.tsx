import { NumberInput } from "@mantine/core";

interface FigureProps {
  readonly label: string;
  readonly description?: string;
  readonly value: number;
  readonly error: string | undefined;
  readonly disabled: boolean;
  readonly onChange: (value: number) => void;
}

const numberOf = (value: string | number): number => (typeof value === "number" ? value : 0);

export function WholeNumber({ onChange, ...props }: FigureProps) {
  return (
    <NumberInput
      maw={320}
      min={0}
      allowDecimal={false}
      allowNegative={false}
      hideControls
      classNames={{ input: "figures" }}
      onChange={(value) => onChange(numberOf(value))}
      {...props}
    />
  );
}

export function Dollars({ onChange, ...props }: FigureProps) {
  return (
    <NumberInput
      maw={320}
      min={0}
      decimalScale={2}
      fixedDecimalScale
      thousandSeparator=","
      allowNegative={false}
      prefix="$"
      hideControls
      classNames={{ input: "figures" }}
      onChange={(value) => onChange(numberOf(value))}
      {...props}
    />
  );
}
