import { Text, type TextProps } from "@mantine/core";
import { formatMoney, Money } from "../../money/money.tsx";
import classes from "./cells.module.css";

/** An amount. Money that did not move is struck through, and named for screen readers. */
export function Amount({
  amount,
  moved,
  signed = false,
  ...text
}: TextProps & {
  readonly amount: number;
  readonly moved: boolean;
  readonly signed?: boolean;
}) {
  if (moved) return <Money amount={amount} signed={signed} {...text} />;
  const reason = amount > 0 && signed ? "Not received" : "Did not leave";
  const struck = (
    <>
      <s className={classes["struck"]}>{formatMoney(amount)}</s>
      <span className="visuallyHidden"> ({reason.toLowerCase()})</span>
    </>
  );
  // A plain element, because tables hold many amounts.
  if (Object.keys(text).length === 0)
    return (
      <span className="figures" title={reason}>
        {struck}
      </span>
    );
  return (
    <Text component="span" inherit title={reason} {...text} className={`figures ${text.className ?? ""}`}>
      {struck}
    </Text>
  );
}
