import { formatMoney, Money } from "../../money/money.tsx";
import classes from "./cells.module.css";

/** An amount. Money that did not move is struck through, and named for screen readers. */
export function Amount({
  amount,
  moved,
  signed = false,
}: {
  readonly amount: number;
  readonly moved: boolean;
  readonly signed?: boolean;
}) {
  if (moved) return <Money amount={amount} signed={signed} />;
  const reason = amount > 0 && signed ? "Not received" : "Did not leave";
  return (
    <span className="figures" title={reason}>
      <s className={classes["struck"]}>{formatMoney(amount)}</s>
      <span className={classes["hidden"]}> ({reason.toLowerCase()})</span>
    </span>
  );
}
