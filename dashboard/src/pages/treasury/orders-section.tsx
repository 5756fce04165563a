import type { TreasuryOrder } from "../../api/generated/types.gen.ts";
import { Money } from "../../ui/money/money.tsx";
import { Section } from "../../ui/page/section.tsx";
import { formatDay } from "../../ui/page/when.tsx";
import classes from "./treasury.module.css";

const reasons: Readonly<Record<TreasuryOrder["reason"], string>> = {
  sweep: "Daily sweep",
  withdrawal: "For a withdrawal",
  fee: "For a fee",
};

/** Orders that have not settled; hidden when there are none. */
export function OrdersSection({ orders }: { readonly orders: readonly TreasuryOrder[] }) {
  if (orders.length === 0) return null;
  return (
    <Section title="Open orders" flush>
      <ul className={classes["list"]} aria-label="Open orders">
        {orders.map(({ id, action, reason, amount, settlesOn }) => (
          <li key={id} className={classes["item"]}>
            <span>
              {action === "buy" ? "Buy shares" : "Sell shares"}
              <span className={classes["second"]}>
                {reasons[reason]} ·{" "}
                {settlesOn === null ? "executes at the end of the banking day" : `settles ${formatDay(settlesOn)}`}
              </span>
            </span>
            <Money amount={amount} />
          </li>
        ))}
      </ul>
    </Section>
  );
}
