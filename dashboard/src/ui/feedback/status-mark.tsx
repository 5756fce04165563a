import classes from "./status-badge.module.css";

/** A short label for a row's state, with the look of a status. Green is the product's. */
export const StatusMark = ({ color, children }: { readonly color: string; readonly children: string }) => (
  <span className={classes["badge"]} data-tone={color === "evergreen" ? "green" : color}>
    {children}
  </span>
);
