import { Group, Paper, type PaperProps, Title } from "@mantine/core";
import type { ReactNode } from "react";
import classes from "./section.module.css";

/** A titled part of a page. Sections are never nested. */
export function Section({
  title,
  actions,
  flush = false,
  children,
  ...paper
}: PaperProps & {
  readonly title?: string;
  readonly actions?: ReactNode;
  /** Content extends to the edges: tables and lists. */
  readonly flush?: boolean;
  readonly children: ReactNode;
}) {
  return (
    <Paper
      component="section"
      className={classes["section"] ?? ""}
      {...(title === undefined ? {} : { "aria-label": title })}
      {...paper}
    >
      {title !== undefined && (
        <Group justify="space-between" px="md" pt="sm" pb={flush ? "xs" : 0} gap="xs">
          <Title order={2}>{title}</Title>
          {actions}
        </Group>
      )}
      <div className={flush ? undefined : classes["padded"]}>{children}</div>
    </Paper>
  );
}
