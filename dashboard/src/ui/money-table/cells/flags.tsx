import classes from "./cells.module.css";

/** Something about a row that its other cells do not say. */
export interface Flag {
  /** A word or two. */
  readonly label: string;
  /** The whole sentence, on hover. */
  readonly detail?: string;
  readonly tone?: "bad" | "warning";
}

export function Flags({ flags }: { readonly flags: readonly Flag[] }) {
  return flags.map(({ label, detail, tone }) => (
    <span key={label} className={classes["flag"]} data-tone={tone} title={detail ?? label}>
      {label}
      {detail !== undefined && <span className={classes["hidden"]}>: {detail}</span>}
    </span>
  ));
}
