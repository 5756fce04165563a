import { Text, type TextProps } from "@mantine/core";

const dollars = new Intl.NumberFormat("en-US", { style: "currency", currency: "USD" });

/** US dollars as the API gives them, as people write them: $1,234.56, −$20.00. */
export const formatMoney = (amount: number): string => dollars.format(amount).replace("-", "−");

/** An amount in tabular figures. `signed` marks money that comes in with a plus and its own colour. */
export function Money({
  amount,
  signed = false,
  ...text
}: TextProps & { readonly amount: number; readonly signed?: boolean }) {
  const comesIn = signed && amount > 0;
  const words = `${comesIn ? "+" : ""}${formatMoney(amount)}`;
  // In tables, where there are many of them, a plain element.
  if (Object.keys(text).length === 0) return <span className={comesIn ? "figures comesIn" : "figures"}>{words}</span>;
  return (
    <Text component="span" inherit className="figures" {...(comesIn ? { c: "var(--bursar-money-in)" } : {})} {...text}>
      {words}
    </Text>
  );
}
