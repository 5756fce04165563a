import { Button } from "@mantine/core";
import { useState } from "react";
import type { TreasuryNetReturn } from "../../api/generated/types.gen.ts";
import { Empty } from "../../ui/feedback/empty.tsx";
import { StatusMark } from "../../ui/feedback/status-mark.tsx";
import { formatMoney, Money } from "../../ui/money/money.tsx";
import { Section } from "../../ui/page/section.tsx";
import classes from "./treasury.module.css";
import { formatMonth, returnStatuses } from "./treasury-labels.ts";

const FIRST = 4;

/** Dividends minus the fee, by month. */
export function ReturnsSection({ returns }: { readonly returns: readonly TreasuryNetReturn[] }) {
  const [all, setAll] = useState(false);
  const shown = all ? returns : returns.slice(0, FIRST);
  return (
    <Section
      title="Net returns"
      flush
      actions={
        returns.length > FIRST && (
          <Button variant="subtle" size="compact-xs" onClick={() => setAll(!all)}>
            {all ? "Show fewer" : "Show all"}
          </Button>
        )
      }
    >
      {returns.length === 0 ? (
        <Empty title="No returns yet">Dividends are paid on the last day of each month.</Empty>
      ) : (
        <ul className={classes["list"]} aria-label="Net returns by month">
          {shown.map(({ month, netAmount, treasuryFee, dividends, status }) => (
            <li key={month} className={classes["item"]}>
              <span>
                {formatMonth(month)}
                <span className={classes["second"]}>
                  {formatMoney(dividends.reduce((sum, { amount }) => sum + amount, 0))} dividends,{" "}
                  {formatMoney(treasuryFee)} fee
                </span>
              </span>
              <span style={{ textAlign: "right" }}>
                <Money amount={netAmount} signed />
                <span className={classes["second"]}>
                  <StatusMark color={returnStatuses[status].color}>{returnStatuses[status].label}</StatusMark>
                </span>
              </span>
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}
