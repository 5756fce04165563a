import type { ReactNode } from "react";
import classes from "./facts.module.css";

export interface Fact {
  readonly label: string;
  /** Facts whose value is undefined are left out. */
  readonly value: ReactNode | undefined;
}

/** Names and values, aligned: the details of one thing. */
export function Facts({ facts }: { readonly facts: readonly Fact[] }) {
  return (
    <dl className={classes["facts"]}>
      {facts
        .filter(({ value }) => value !== undefined)
        .map(({ label, value }) => (
          <div key={label} className={classes["fact"]}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  );
}
