import type { ReactNode } from "react";
import classes from "./two-lines.module.css";

/** A cell with a secondary line. */
export function TwoLines({
  first,
  second,
  strong = true,
}: {
  readonly first: ReactNode;
  readonly second: ReactNode;
  /** Whether the first line identifies the row. */
  readonly strong?: boolean;
}) {
  return (
    <span className={classes["lines"]}>
      <span className={strong ? classes["strong"] : undefined}>{first}</span>
      <span className={classes["second"]}>{second}</span>
    </span>
  );
}
