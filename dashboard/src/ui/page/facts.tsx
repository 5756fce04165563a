import type { ReactNode } from "react";
import classes from "./facts.module.css";

export interface Fact {
  readonly label: string;
  /** Facts with an undefined value are left out. */
  readonly value: ReactNode | undefined;
  /** Longer than half of the width. */
  readonly isWide?: boolean;
}

/** Labels and values of one thing, in two columns where there is room. */
export function Facts({ facts }: { readonly facts: readonly Fact[] }) {
  return (
    <dl className={classes["facts"]}>
      {facts
        .filter(({ value }) => value !== undefined)
        .map(({ label, value, isWide }) => (
          <div key={label} className={classes["fact"]} data-wide={isWide || undefined}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  );
}
