import { memo, type ReactNode } from "react";
import type { MoneyColumn } from "./money-column.ts";
import classes from "./money-table.module.css";

interface MoneyRowProps<Row> {
  readonly row: Row;
  /** Prefix of the IDs of its cells. */
  readonly rowId: string;
  readonly rowKey: string;
  /** Its page; undefined if it has none. */
  readonly href: string | undefined;
  /** False if there is nothing more to see. */
  readonly opens: boolean;
  readonly columns: readonly MoneyColumn<Row>[];
  /** IDs of columns for which the table has no room. */
  readonly leftOut: ReadonlySet<string>;
  /** The checkbox's name; absent in tables without selection. */
  readonly selectLabel: string | undefined;
  readonly canPeek: boolean;
  readonly canSelect: boolean;
  readonly isSelected: boolean;
  readonly isCurrent: boolean;
}

/** Its clicks are handled by the table. */
function MoneyRowOnce<Row>(props: MoneyRowProps<Row>) {
  const { row, rowId, rowKey, columns, leftOut, selectLabel, canPeek, canSelect, isSelected, isCurrent } = props;
  const described = columns.filter(({ phone }) => phone === "amount" || phone === "status" || phone === "below");
  return (
    <tr
      data-key={rowKey}
      data-selected={isSelected || undefined}
      {...(isCurrent ? { "aria-current": "true" as const } : {})}
    >
      {selectLabel !== undefined && (
        <td className={classes["select"]} data-select>
          <input
            type="checkbox"
            className={classes["box"]}
            aria-label={selectLabel}
            disabled={!canSelect}
            checked={isSelected}
            onChange={handledByTable}
          />
        </td>
      )}
      {columns.map((column, index) => (
        <td
          key={column.id}
          id={`${rowId}${column.id}`}
          data-align={column.align}
          data-left-out={leftOut.has(column.id) || undefined}
          data-phone={column.phone}
          data-wraps={column.wraps}
          data-controls={column.hasControls}
        >
          {index === 0 ? (
            <span className={classes["name"]}>
              <RowLink
                {...props}
                id={`${rowId}link`}
                describedBy={described.map(({ id }) => `${rowId}${id}`).join(" ")}
                text={column.cell(row)}
              />
              {canPeek && <PeekButton describedBy={`${rowId}link`} />}
            </span>
          ) : (
            column.cell(row)
          )}
        </td>
      ))}
    </tr>
  );
}

/** Covers the row: a link to its page, a button that opens it, or only the place of the focus. */
function RowLink<Row>({
  href,
  opens,
  id,
  describedBy,
  text,
}: Pick<MoneyRowProps<Row>, "href" | "opens"> & {
  readonly id: string;
  readonly describedBy: string;
  readonly text: ReactNode;
}) {
  const same = { id, className: classes["link"], "data-row-link": true, "aria-describedby": describedBy };
  if (href !== undefined)
    return (
      <a {...same} href={href}>
        {text}
      </a>
    );
  if (opens)
    return (
      <button {...same} type="button">
        {text}
      </button>
    );
  return (
    <span {...same} tabIndex={-1} aria-describedby={undefined}>
      {text}
    </span>
  );
}

/** Shown on hover and focus; on a phone, the row opens its page. */
const PeekButton = ({ describedBy }: { readonly describedBy: string }) => (
  <button type="button" data-peek className={classes["peek"]} aria-label="Preview" aria-describedby={describedBy}>
    <svg
      viewBox="0 0 16 16"
      width="14"
      height="14"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.4"
      aria-hidden="true"
    >
      <rect x="1.7" y="2.7" width="12.6" height="10.6" rx="1.5" />
      <path d="M9.5 2.7v10.6" />
    </svg>
  </button>
);

const handledByTable = () => undefined;

/** Rows that did not change are kept. */
// `memo` forgets type parameters.
export const MoneyRow = memo(MoneyRowOnce) as typeof MoneyRowOnce;
