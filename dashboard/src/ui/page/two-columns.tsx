import type { ReactNode } from "react";
import classes from "./two-columns.module.css";

/** Main content and a narrow column next to it; below or above each other on narrow screens. */
export function TwoColumns({
  side,
  sideFirst = false,
  children,
}: {
  readonly side: ReactNode;
  /** The narrow column comes first on narrow screens. */
  readonly sideFirst?: boolean;
  readonly children: ReactNode;
}) {
  return (
    <div className={classes["grid"]}>
      <div className={classes["column"]}>{children}</div>
      <div className={`${classes["column"]} ${sideFirst ? classes["first"] : ""}`}>{side}</div>
    </div>
  );
}
