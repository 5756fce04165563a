import type { ReactNode } from "react";
import classes from "./data-table.module.css";

export interface Column<Row> {
  readonly header: string;
  readonly cell: (row: Row) => ReactNode;
  /** Amounts and counts stand at the right. */
  readonly align?: "right";
  /** Left out on phones, where a row is a small card of its columns. */
  readonly wideOnly?: true;
  readonly width?: number | string;
  /** The header is for screen readers alone: columns of buttons and checkboxes. */
  readonly hideHeader?: true;
}

/** Rows of one kind. On a phone each row stands by itself, its values named. `onOpen` makes the first column a
 * button. Plain elements: a page of a hundred rows of components takes a browser half a second. */
export function DataTable<Row>({
  label,
  columns,
  rows,
  rowKey,
  onOpen,
  selectedKey,
}: {
  /** What the table holds, for screen readers. */
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row) => string;
  readonly onOpen?: (row: Row) => void;
  readonly selectedKey?: string | undefined;
}) {
  return (
    <div className={classes["scroll"]}>
      <table aria-label={label} className={classes["table"]}>
        <thead>
          <tr>
            {columns.map(({ header, align, width, hideHeader }) => (
              <th key={header} data-align={align} style={width === undefined ? undefined : { width }}>
                {hideHeader ? <span className={classes["hidden"]}>{header}</span> : header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr
              key={rowKey(row)}
              data-selected={rowKey(row) === selectedKey || undefined}
              {...(onOpen ? { className: classes["opens"], onClick: () => onOpen(row) } : {})}
            >
              {columns.map((column, index) => (
                <td
                  key={column.header}
                  data-align={column.align}
                  data-label={column.hideHeader ? undefined : column.header}
                  className={column.wideOnly ? classes["wideOnly"] : undefined}
                >
                  {index === 0 && onOpen ? (
                    <button
                      type="button"
                      className={classes["open"]}
                      onClick={(event) => {
                        event.stopPropagation();
                        onOpen(row);
                      }}
                    >
                      {column.cell(row)}
                    </button>
                  ) : (
                    column.cell(row)
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
