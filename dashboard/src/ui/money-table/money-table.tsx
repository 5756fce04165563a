import { useRouter } from "@tanstack/react-router";
import { type CSSProperties, type MouseEvent, type ReactNode, useId, useRef } from "react";
import { showCellTitle } from "./cell-titles.ts";
import { useLeftOut } from "./fitting-columns.ts";
import { HeaderRow } from "./header-row.tsx";
import type { MoneyColumn, Sort } from "./money-column.ts";
import { MoneyRow } from "./money-row.tsx";
import classes from "./money-table.module.css";
import { SidePanel } from "./panel/side-panel.tsx";
import { opensHere, type RowTarget, useHref } from "./row-target.ts";
import { type CurrentRow, useCurrentRow } from "./use-current-row.ts";
import { closer, type Peek, stepper, useRowKeys } from "./use-row-keys.ts";
import type { SelectedRows } from "./use-selected-rows.ts";
import type { Density } from "./view/use-table-view.ts";

/** Checkboxes before the rows. */
export interface MoneySelection<Row> extends SelectedRows {
  readonly labelOf: (row: Row) => string;
  readonly canSelect?: (row: Row) => boolean;
}

/** Opens rows next to the list. A row that has left the list stays open, so it is known by its key only. */
export interface RowPanel extends Peek {
  /** Its name for screen readers. */
  readonly label: string;
  readonly targetOf: (key: string) => RowTarget;
  readonly content: (key: string) => ReactNode;
}

export interface MoneyTableProps<Row> {
  /** The table's name for screen readers. */
  readonly label: string;
  readonly rows: readonly Row[];
  /** Shown instead of a table without rows. The panel stays: the last row may have left the list because it was decided. */
  readonly empty?: ReactNode;
  /** The first one has the row's link. The same for each render, so that rows are kept. */
  readonly columns: readonly MoneyColumn<Row>[];
  readonly rowKey: (row: Row) => string;
  /** The row's page. A row without one is opened by `onOpen`. */
  readonly targetOf: (row: Row) => RowTarget | undefined;
  readonly onOpen?: ((row: Row) => void) | undefined;
  readonly selection?: MoneySelection<Row> | undefined;
  /** The order of the rows, and what a header's button does. */
  readonly sort?: Sort | undefined;
  readonly onSort?: ((sort: Sort) => void) | undefined;
  readonly density?: Density;
  readonly panel?: RowPanel | undefined;
  /** Keys of the page. Returns whether it used the key. */
  readonly onKey?: ((key: string, current: Row | undefined) => boolean) | undefined;
}

/**
 * A list of payments: one line for each, which is a link over its whole width; on a phone two lines. Plain elements,
 * because components for a hundred rows take the browser half a second.
 */
export function MoneyTable<Row>(props: MoneyTableProps<Row>) {
  const { label, rows, columns, rowKey, targetOf, selection, sort, onSort, panel } = props;
  const table = useRef<HTMLTableElement>(null);
  const box = useRef<HTMLDivElement>(null);
  const leftOut = useLeftOut(box, columns);
  const router = useRouter();
  const keys = rows.map(rowKey);
  const selectable = (selection ? rows.filter((row) => selection.canSelect?.(row) ?? true) : []).map(rowKey);
  const current = useCurrentRow(table, keys, panel?.key);
  const rowOf = (key: string | undefined) => rows.find((row) => rowKey(row) === key);
  const open = (key: string) => {
    const row = rowOf(key);
    if (row === undefined) return;
    const target = targetOf(row);
    if (target === undefined) props.onOpen?.(row);
    else void router.navigate(target);
  };
  useRowKeys({
    current,
    selection,
    selectable,
    peek: panel,
    onOpen: open,
    onKey: (key) => props.onKey?.(key, rowOf(current.key)) ?? false,
  });
  return (
    <>
      <div
        ref={box}
        className={classes["scroll"]}
        data-wide={columns.some(({ isOptional }) => isOptional) || undefined}
      >
        {rows.length === 0 && props.empty !== undefined ? (
          props.empty
        ) : (
          <table
            ref={table}
            aria-label={label}
            className={classes["table"]}
            style={leastWidth(columns)}
            data-density={props.density}
          >
            <thead>
              <HeaderRow
                columns={columns}
                leftOut={leftOut}
                sort={sort}
                onSort={onSort}
                selection={selection}
                selectable={selectable}
              />
            </thead>
            <Body {...props} leftOut={leftOut} current={current} selectable={selectable} onOpenKey={open} />
          </table>
        )}
      </div>
      {panel?.key !== undefined && (
        <SidePanel
          label={panel.label}
          shown={panel.key}
          target={panel.targetOf(panel.key)}
          onStep={stepper({ current, peek: panel })}
          onClose={closer({ current, peek: panel })}
        >
          {panel.content(panel.key)}
        </SidePanel>
      )}
    </>
  );
}

/** What columns without a width in pixels, and the checkboxes, need together. */
const FLEXIBLE_WIDTH = 400;

/** Columns that a user adds make the table scroll, rather than squeeze the names. */
function leastWidth(columns: readonly Pick<MoneyColumn<never>, "width">[]): CSSProperties {
  const fixed = columns.reduce((sum, { width }) => sum + (typeof width === "number" ? width : 0), FLEXIBLE_WIDTH);
  // React does not know custom properties.
  return { "--least-width": `${fixed}px` } as CSSProperties;
}

function Body<Row>({
  rows,
  columns,
  leftOut,
  rowKey,
  targetOf,
  selection,
  panel,
  current,
  selectable,
  onOpen,
  onOpenKey,
}: MoneyTableProps<Row> & {
  readonly leftOut: ReadonlySet<string>;
  readonly current: CurrentRow;
  readonly selectable: readonly string[];
  readonly onOpenKey: (key: string) => void;
}) {
  const id = useId();
  const hrefOf = useHref();
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the links and checkboxes in the rows take the keys
    <tbody
      onClick={clicksOn({ selection, selectable, onOpen: onOpenKey, onPeek: panel?.onPeek })}
      onPointerMove={showCellTitle}
      onFocus={({ target }) => {
        const key = keyAt(target);
        if (key !== undefined) current.onFocus(key);
      }}
    >
      {rows.map((row) => {
        const key = rowKey(row);
        const target = targetOf(row);
        return (
          <MoneyRow
            key={key}
            row={row}
            rowId={`${id}${key}`}
            rowKey={key}
            href={target && hrefOf(target)}
            opens={target !== undefined || onOpen !== undefined}
            columns={columns}
            leftOut={leftOut}
            selectLabel={selection?.labelOf(row)}
            canPeek={panel !== undefined}
            canSelect={selectable.includes(key)}
            isSelected={selection?.keys.has(key) ?? false}
            isCurrent={key === current.key}
          />
        );
      })}
    </tbody>
  );
}

const keyAt = (target: EventTarget): string | undefined =>
  target instanceof Element ? target.closest<HTMLElement>("tr[data-key]")?.dataset["key"] : undefined;

/** Clicks on what rows have, handled once for all of them. */
function clicksOn({
  selection,
  selectable,
  onOpen,
  onPeek,
}: {
  readonly selection: SelectedRows | undefined;
  readonly selectable: readonly string[];
  readonly onOpen: (key: string) => void;
  readonly onPeek: ((key: string) => void) | undefined;
}) {
  return (event: MouseEvent<HTMLElement>) => {
    const key = keyAt(event.target);
    if (key === undefined || !(event.target instanceof Element)) return;
    // The whole cell is the checkbox's, for fingers.
    if (event.target.closest("td[data-select]") !== null && selectable.includes(key))
      selection?.toggle(key, event.shiftKey ? { of: selectable } : undefined);
    if (event.target.closest("button[data-peek]") !== null) onPeek?.(key);
    if (event.target.closest("[data-row-link]") === null || !opensHere(event)) return;
    event.preventDefault();
    onOpen(key);
  };
}
