import type { ReactNode } from "react";
import { formatMoney } from "../money/money.tsx";
import { countText } from "../page/count-text.ts";
import type { TableTotals } from "./sums.ts";
import classes from "./totals-bar.module.css";

interface Noun {
  readonly one: string;
  readonly many: string;
}

/**
 * The last line of a table: the totals of everything that the filters match, and of the selection while there is one.
 */
export function TotalsBar({
  noun,
  totals,
  isPart = false,
  selected,
  idle,
  children,
}: {
  readonly noun: Noun;
  /** Undefined while they are being counted; null where a table has none, and only a selection has a line. */
  readonly totals: TableTotals | undefined | null;
  /** More match than were added up. */
  readonly isPart?: boolean;
  readonly selected: TableTotals;
  /** What can be done without a selection. */
  readonly idle?: ReactNode;
  /** What can be done with the selection. */
  readonly children?: ReactNode;
}) {
  const isSelecting = selected.count > 0;
  return (
    <section className={classes["bar"]} aria-label="Totals" data-idle={(!isSelecting && totals === null) || undefined}>
      <div className={classes["line"]} role="status">
        {isSelecting && (
          <>
            <strong>{countText(selected.count, noun.one, noun.many)} selected</strong>
            <Sums totals={selected} />
          </>
        )}
      </div>
      {isSelecting && children}
      {!isSelecting && totals && (
        <div className={classes["line"]}>
          <strong>
            {isPart && "At least "}
            {countText(totals.count, noun.one, noun.many)}
          </strong>
          <Sums totals={totals} />
          {idle}
        </div>
      )}
    </section>
  );
}

const Sums = ({ totals: { sums } }: { readonly totals: TableTotals }) =>
  sums
    .filter(({ amount }) => amount !== 0)
    .map(({ label, amount }) => (
      <span key={label} className={classes["sum"]}>
        {label} <span className="figures">{formatMoney(amount)}</span>
      </span>
    ));
