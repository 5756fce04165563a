import { Checkbox } from "@mantine/core";
import { useRouter } from "@tanstack/react-router";
import { Fragment, type MouseEvent, type ReactNode } from "react";
import { opensHere, type RowTarget, useHref } from "../money-table/row-target.ts";
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
  /** Its place on a phone. If a column has one, rows there are two or three lines of the columns with a place, not cards. */
  readonly phone?: "name" | "amount" | "second" | "status" | "below";
  /** On phones, text across the card instead of a value with its label. */
  readonly isText?: true;
}

/** Checkboxes before the rows. */
export interface TableSelection<Row> {
  readonly keys: ReadonlySet<string>;
  readonly labelOf: (row: Row) => string;
  readonly onToggle: (row: Row) => void;
  readonly onToggleAll: (on: boolean) => void;
}

/**
 * A table; on a phone, each row is a card with labeled values. `targetOf` turns the first column into links, `onOpen` into
 * buttons. Plain elements, because components for a hundred rows take the browser half a second.
 */
export function DataTable<Row>({
  label,
  columns,
  rows,
  rowKey,
  targetOf,
  onOpen,
  selectedKey,
  selection,
  headingOf,
}: {
  /** The table's name for screen readers. */
  readonly label: string;
  readonly columns: readonly TableColumn<Row>[];
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row) => string;
  /** The page of a row. */
  readonly targetOf?: (row: Row) => RowTarget;
  /** For what has no page, such as a dialog. */
  readonly onOpen?: (row: Row) => void;
  readonly selectedKey?: string | undefined;
  readonly selection?: TableSelection<Row> | undefined;
  /** A heading above each run of rows that have it in common, such as their day. */
  readonly headingOf?: (row: Row) => string;
}) {
  const open = useOpening(targetOf, onOpen);
  const hrefOf = useHref();
  const headings = headingOf && rows.map(headingOf);
  const hasTwoLines = columns.some(({ phone }) => phone !== undefined);
  return (
    <div className={classes["scroll"]}>
      <table
        aria-label={label}
        className={`${cells["cells"]} ${classes["table"]}`}
        data-two-lines={hasTwoLines || undefined}
      >
        <thead>
          <HeadRow columns={columns} rows={rows} rowKey={rowKey} selection={selection} />
        </thead>
        <tbody>
          {rows.map((row, at) => (
            <Fragment key={rowKey(row)}>
              <Heading
                text={headings?.[at]}
                above={headings?.[at - 1]}
                columns={columns.length + (selection ? 1 : 0)}
              />
              <tr
                data-selected={rowKey(row) === selectedKey || selection?.keys.has(rowKey(row)) || undefined}
                {...(open ? { className: classes["opens"], onClick: (event) => open(row, event) } : {})}
              >
                {selection && (
                  <SelectRow selection={selection} row={row} isSelected={selection.keys.has(rowKey(row))} />
                )}
                {columns.map((column, index) => (
                  <td
                    key={column.header}
                    data-align={column.align}
                    data-label={column.hideHeader || column.isText ? undefined : column.header}
                    data-text={column.isText}
                    data-phone={column.phone}
                    className={column.wideOnly ? classes["wideOnly"] : undefined}
                  >
                    {index === 0 && open ? (
                      <Opener href={targetOf && hrefOf(targetOf(row))}>{column.cell(row)}</Opener>
                    ) : (
                      column.cell(row)
                    )}
                  </td>
                ))}
              </tr>
            </Fragment>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Heading({
  text,
  above,
  columns,
}: {
  readonly text: string | undefined;
  /** That of the row before. */
  readonly above: string | undefined;
  readonly columns: number;
}) {
  if (text === undefined || text === above) return null;
  return (
    <tr className={classes["heading"]} data-heading>
      <th colSpan={columns} scope="rowgroup">
        {text}
      </th>
    </tr>
  );
}

/** Opens a row where the user clicked it; a link that is to open in another tab is left to the browser. */
function useOpening<Row>(
  targetOf: ((row: Row) => RowTarget) | undefined,
  onOpen: ((row: Row) => void) | undefined,
): ((row: Row, event: MouseEvent) => void) | undefined {
  const router = useRouter();
  if (onOpen)
    return (row, event) => {
      if (isForRow(event)) onOpen(row);
    };
  if (!targetOf) return undefined;
  return (row, event) => {
    if (!opensHere(event) || !isForRow(event)) return;
    event.preventDefault();
    void router.navigate(targetOf(row));
  };
}

/** Other links and buttons in the row, and menus that they open, have effects of their own. */
function isForRow({ currentTarget, target }: MouseEvent): boolean {
  if (!(target instanceof Element) || !currentTarget.contains(target)) return false;
  const control = target.closest("a, button");
  return control === null || control.matches(`.${classes["open"]}`);
}

/** The click reaches the row, which opens. */
const Opener = ({ href, children }: { readonly href: string | undefined; readonly children: ReactNode }) =>
  href === undefined ? (
    <button type="button" className={classes["open"]} data-row-link>
      {children}
    </button>
  ) : (
    <a href={href} className={classes["open"]} data-row-link>
      {children}
    </a>
  );

function HeadRow<Row>({
  columns,
  rows,
  rowKey,
  selection,
}: {
  readonly columns: readonly TableColumn<Row>[];
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row) => string;
  readonly selection: TableSelection<Row> | undefined;
}) {
  return (
    <tr>
      {selection && <SelectAll selection={selection} rows={rows} rowKey={rowKey} />}
      {columns.map(({ header, align, width, hideHeader }) => (
        <th key={header} data-align={align} style={width === undefined ? undefined : { width }}>
          {hideHeader ? <span className="visuallyHidden">{header}</span> : header}
        </th>
      ))}
    </tr>
  );
}

function SelectRow<Row>({
  selection,
  row,
  isSelected,
}: {
  readonly selection: TableSelection<Row>;
  readonly row: Row;
  readonly isSelected: boolean;
}) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the checkbox inside takes the keys
    <td
      className={classes["select"]}
      data-select
      onClick={(event) => {
        event.stopPropagation();
        // A finger may miss the checkbox, but not its cell.
        if (event.target === event.currentTarget) selection.onToggle(row);
      }}
    >
      <Checkbox
        size="xs"
        aria-label={selection.labelOf(row)}
        checked={isSelected}
        onChange={() => selection.onToggle(row)}
      />
    </td>
  );
}

function SelectAll<Row>({
  selection,
  rows,
  rowKey,
}: {
  readonly selection: TableSelection<Row>;
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row) => string;
}) {
  const chosen = rows.filter((row) => selection.keys.has(rowKey(row))).length;
  const areAll = rows.length > 0 && chosen === rows.length;
  return (
    <th
      className={classes["select"]}
      data-select
      onClick={({ target, currentTarget }) => {
        if (target === currentTarget) selection.onToggleAll(!areAll);
      }}
    >
      <Checkbox
        size="xs"
        aria-label="Select all"
        checked={areAll}
        indeterminate={chosen > 0 && !areAll}
        onChange={({ currentTarget }) => selection.onToggleAll(currentTarget.checked)}
      />
    </th>
  );
}
