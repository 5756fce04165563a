import { type CSSProperties, useEffect, useRef } from "react";
import { type MoneyColumn, nextSort, type Sort } from "./money-column.ts";
import classes from "./money-table.module.css";
import type { SelectedRows } from "./use-selected-rows.ts";

/** Column headers. Those by which the list can be sorted are buttons, also on a phone, where the others are hidden. */
export function HeaderRow<Row>({
  columns,
  leftOut,
  sort,
  onSort,
  selection,
  selectable,
}: {
  readonly columns: readonly MoneyColumn<Row>[];
  /** IDs of columns for which the table has no room. */
  readonly leftOut: ReadonlySet<string>;
  readonly sort: Sort | undefined;
  readonly onSort: ((sort: Sort) => void) | undefined;
  readonly selection: SelectedRows | undefined;
  readonly selectable: readonly string[];
}) {
  return (
    <tr>
      {selection && (
        <th className={classes["select"]}>
          <SelectAll selection={selection} selectable={selectable} />
        </th>
      )}
      {columns.map((column) => (
        <HeadCell key={column.id} column={column} isLeftOut={leftOut.has(column.id)} sort={sort} onSort={onSort} />
      ))}
    </tr>
  );
}

function HeadCell<Row>({
  column,
  isLeftOut,
  sort,
  onSort,
}: {
  readonly column: MoneyColumn<Row>;
  readonly isLeftOut: boolean;
  readonly sort: Sort | undefined;
  readonly onSort: ((sort: Sort) => void) | undefined;
}) {
  const { id, header, align, from, phone, width, sortsFirst } = column;
  const order = sort?.by === id ? sort.order : undefined;
  const canSort = onSort !== undefined && sortsFirst !== undefined;
  return (
    <th
      scope="col"
      data-align={align}
      data-phone={phone}
      data-from={from}
      data-left-out={isLeftOut || undefined}
      // React does not know custom properties.
      style={
        width === undefined
          ? undefined
          : ({ "--column-width": typeof width === "number" ? `${width}px` : width } as CSSProperties)
      }
      {...(canSort ? { "aria-sort": order === undefined ? "none" : directions[order] } : {})}
    >
      {canSort ? (
        <button type="button" className={classes["sort"]} onClick={() => onSort(nextSort(column, sort))}>
          {header}
          <span aria-hidden className={classes["arrow"]}>
            {order === undefined ? "" : arrows[order]}
          </span>
        </button>
      ) : (
        <span className={classes["header"]}>{header}</span>
      )}
    </th>
  );
}

const directions = { asc: "ascending", desc: "descending" } as const;
const arrows = { asc: "↑", desc: "↓" } as const;

function SelectAll({
  selection,
  selectable,
}: {
  readonly selection: SelectedRows;
  readonly selectable: readonly string[];
}) {
  const box = useRef<HTMLInputElement>(null);
  const chosen = selectable.filter((key) => selection.keys.has(key)).length;
  const isPartly = chosen > 0 && chosen < selectable.length;
  useEffect(() => {
    // There is no attribute for it.
    if (box.current) box.current.indeterminate = isPartly;
  }, [isPartly]);
  return (
    <label className={classes["all"]}>
      <input
        ref={box}
        type="checkbox"
        className={classes["box"]}
        aria-label="Select all"
        disabled={selectable.length === 0}
        checked={selectable.length > 0 && chosen === selectable.length}
        onChange={({ currentTarget }) => selection.set(currentTarget.checked ? selectable : [])}
      />
    </label>
  );
}
