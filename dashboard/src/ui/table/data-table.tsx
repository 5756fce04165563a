import type { ReactNode } from "react";
import cells from "./cells.module.css";
import classes from "./data-table.module.css";

export interface TableColumn<Row> {
  readonly header: string;
  readonly cell: (row: Row) => ReactNode;
  /** For amounts and counts. */
  readonly align?: "right";
  /** Hidden on phones, where each row is a card. */
  readonly wideOnly?: true;
  readonly width?: number | string;
  /** Hides the header visually: columns of buttons and checkboxes. */
  readonly hideHeader?: true;
}

/**
 * A table; on a phone, each row is a card with labeled values. `onOpen` turns the first column into a button. Plain
 * elements, because components for a hundred rows take the browser half a second.
 */
export function DataTable<Row>({
  label,
  columns,
  rows,
  rowKey,
  onOpen,
  selectedKey,
}: {
  /** The table's name for screen readers. */
  readonly label: string;
  readonly columns: readonly TableColumn<Row>[];
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row) => string;
  readonly onOpen?: (row: Row) => void;
  readonly selectedKey?: string | undefined;
}) {
  return (
    <div className={classes["scroll"]}>
      <table aria-label={label} className={`${cells["cells"]} ${classes["table"]}`}>
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
