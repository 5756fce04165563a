import { Box, Table, UnstyledButton } from "@mantine/core";
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

/** Rows of one kind. On a phone each row stands by itself, its values named. `onOpen` makes the first column a button. */
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
    <Box className={classes["scroll"] ?? ""}>
      <Table aria-label={label} className={classes["table"] ?? ""} highlightOnHover={onOpen !== undefined}>
        <Table.Thead>
          <Table.Tr>
            {columns.map(({ header, align, width, hideHeader }) => (
              <Table.Th key={header} ta={align ?? "left"} {...(width === undefined ? {} : { w: width })}>
                {hideHeader ? <span className={classes["hidden"]}>{header}</span> : header}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row) => (
            <Table.Tr
              key={rowKey(row)}
              data-selected={rowKey(row) === selectedKey || undefined}
              {...(onOpen ? { className: classes["opens"] ?? "", onClick: () => onOpen(row) } : {})}
            >
              {columns.map((column, index) => (
                <Table.Td
                  key={column.header}
                  ta={column.align ?? "left"}
                  data-label={column.hideHeader ? undefined : column.header}
                  className={column.wideOnly ? (classes["wideOnly"] ?? "") : ""}
                >
                  {index === 0 && onOpen ? (
                    <UnstyledButton
                      className={classes["open"] ?? ""}
                      onClick={(event) => {
                        event.stopPropagation();
                        onOpen(row);
                      }}
                    >
                      {column.cell(row)}
                    </UnstyledButton>
                  ) : (
                    column.cell(row)
                  )}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Box>
  );
}
