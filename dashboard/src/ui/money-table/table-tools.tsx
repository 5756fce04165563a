import { Title } from "@mantine/core";
import type { ReactNode } from "react";
import classes from "./table-tools.module.css";
import { type Shortcut, ShortcutHelp } from "./view/shortcut-help.tsx";
import type { TableView } from "./view/use-table-view.ts";
import { ViewMenu } from "./view/view-menu.tsx";

/** The line above a table: its filters, and what shows it differently. */
export function TableTools<Row>({
  view,
  shortcuts,
  exports,
  title,
  filtersLabel,
  children,
}: {
  /** Absent: the table has the same columns for everyone. */
  readonly view?: TableView<Row>;
  /** Keys of the page. */
  readonly shortcuts?: readonly Shortcut[];
  readonly exports?: ReactNode;
  /** The heading of a table without filters, in the line of its menus. */
  readonly title?: string;
  /** The name of the filters for screen readers. */
  readonly filtersLabel?: string;
  /** The filters. */
  readonly children?: ReactNode;
}) {
  return (
    <div className={classes["tools"]}>
      {title !== undefined && (
        <Title order={2} className={classes["title"] ?? ""}>
          {title}
        </Title>
      )}
      {children !== undefined && (
        <search className={classes["filters"]} aria-label={filtersLabel}>
          {children}
        </search>
      )}
      <div className={classes["menus"]}>
        <ShortcutHelp more={shortcuts} />
        {view && <ViewMenu view={view} />}
        {exports}
      </div>
    </div>
  );
}

/** Why the rows are not as requested. */
export const TableHint = ({ text }: { readonly text: string | undefined }) =>
  text !== undefined && (
    <p className={classes["hint"]} role="status">
      {text}
    </p>
  );
