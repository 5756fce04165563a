import { Text } from "@mantine/core";
import type { ReactNode } from "react";
import classes from "./figures.module.css";

/** The few amounts that sum up a page, next to each other. Small ones sum up a part of it. */
export const Figures = ({
  label,
  isSmall,
  children,
}: {
  /** Its name for screen readers. */
  readonly label?: string;
  readonly isSmall?: true;
  readonly children: ReactNode;
}) => (
  <dl className={classes["figures"]} data-small={isSmall} aria-label={label}>
    {children}
  </dl>
);

export function Figure({
  label,
  large = false,
  note,
  children,
}: {
  readonly label: string;
  /** The page's most important one. */
  readonly large?: boolean;
  /** A line below it. */
  readonly note?: string;
  readonly children: ReactNode;
}) {
  return (
    <div className={`${classes["figure"]} ${large ? classes["large"] : ""}`}>
      <Text component="dt" size="xs" c="dimmed">
        {label}
      </Text>
      <Text component="dd" m={0} lh={1.4} className={`figures ${classes["value"]}`}>
        {children}
        {note && (
          <Text span size="xs" c="dimmed" fw={400} className={classes["note"] ?? ""}>
            {note}
          </Text>
        )}
      </Text>
    </div>
  );
}
