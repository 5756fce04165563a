import { Text, Title } from "@mantine/core";
import type { ReactNode } from "react";
import { Breadcrumbs } from "./breadcrumbs.tsx";
import classes from "./page.module.css";
import { useTitle } from "./use-title.ts";

/** A page: heading, actions, and content. */
export function Page({
  title,
  heading = title,
  lead,
  actions,
  related,
  wide = false,
  children,
}: {
  readonly title: string;
  /** When the heading holds more than text. */
  readonly heading?: ReactNode;
  /** One sentence under the heading. */
  readonly lead?: ReactNode;
  readonly actions?: ReactNode;
  /** Links to the pages below this one. */
  readonly related?: ReactNode;
  /** As wide as the window: lists with many columns. */
  readonly wide?: boolean;
  readonly children: ReactNode;
}) {
  useTitle(title);
  return (
    <>
      <div className={classes["head"]} data-wide-page={wide || undefined}>
        <Breadcrumbs />
        <div className={classes["row"]}>
          <Title order={1}>{heading}</Title>
          {actions !== undefined && <div className={classes["actions"]}>{actions}</div>}
        </div>
        {lead !== undefined && (
          <Text c="dimmed" size="sm" className={classes["lead"] ?? ""}>
            {lead}
          </Text>
        )}
        {related !== undefined && (
          <nav aria-label="Related pages" className={classes["related"]}>
            {related}
          </nav>
        )}
      </div>
      {children}
    </>
  );
}
