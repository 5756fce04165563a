import type { ReactNode } from "react";
import classes from "./two-lines.module.css";

/** A cell's main words with smaller ones under them. */
export function TwoLines({
  first,
  second,
  strong = true,
}: {
  readonly first: ReactNode;
  readonly second: ReactNode;
  /** What the row is known by. */
  readonly strong?: boolean;
}) {
  return (
    <span className={classes["lines"]}>
      <span className={strong ? classes["strong"] : undefined}>{first}</span>
      <span className={classes["second"]}>{second}</span>
    </span>
  );
}
