import { Text, type TextProps } from "@mantine/core";

const dollars = new Intl.NumberFormat("en-US", { style: "currency", currency: "USD" });

/** US dollars: $1,234.56, −$20.00. */
export const formatMoney = (amount: number): string => dollars.format(amount).replace("-", "−");

/** `signed` marks incoming money with a plus sign and color. */
export function Money({
  amount,
  signed = false,
  ...text
}: TextProps & { readonly amount: number; readonly signed?: boolean }) {
  const comesIn = signed && amount > 0;
  const words = `${comesIn ? "+" : ""}${formatMoney(amount)}`;
  // A plain element, because tables hold many amounts.
  if (Object.keys(text).length === 0) return <span className={comesIn ? "figures comesIn" : "figures"}>{words}</span>;
  return (
    <Text component="span" inherit className="figures" {...(comesIn ? { c: "var(--bursar-money-in)" } : {})} {...text}>
      {words}
    </Text>
  );
}

const compact = new Intl.NumberFormat("en-US", {
  style: "currency",
  currency: "USD",
  notation: "compact",
  maximumFractionDigits: 2,
});
/** "$1.25M", for axes of charts. */
export const shortMoney = (amount: number): string => compact.format(amount);
