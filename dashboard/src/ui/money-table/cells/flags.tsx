import classes from "./cells.module.css";

/** Something about a row that its other cells do not say. */
export interface Flag {
  /** A word or two. */
  readonly label: string;
  /** The whole sentence, on hover. */
  readonly detail?: string;
  readonly tone?: "bad" | "warning";
}

/** In one line, the first flag and how many more there are; on a phone, all of them. */
export function Flags({ flags }: { readonly flags: readonly Flag[] }) {
  const more = flags.slice(1);
  return (
    <>
      {flags.map(({ label, detail, tone }, index) => (
        <span
          key={label}
          className={classes["flag"]}
          data-tone={tone}
          data-more={index > 0 || undefined}
          title={detail ?? label}
        >
          {label}
          {detail !== undefined && <span className="visuallyHidden">: {detail}</span>}
        </span>
      ))}
      {more.length > 0 && (
        <span className={classes["more"]} aria-hidden title={more.map(({ label }) => label).join(", ")}>
          +{more.length}
        </span>
      )}
    </>
  );
}
