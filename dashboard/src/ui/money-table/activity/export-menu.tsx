import type { ExportActivityData } from "#api/generated/types.gen.ts";
import { FileFormatMenu } from "../../table/file-format-menu.tsx";
import type { MoneyColumn, Sort } from "../money-column.ts";
import type { ActivityFilter } from "./use-activity.ts";

type ExportedColumn = NonNullable<NonNullable<ExportActivityData["query"]>["columns"]>[number];

/** Columns of the table that a file can have. */
const exported: Readonly<Record<string, ExportedColumn>> = {
  counterparty: "counterparty",
  memo: "memo",
  account: "account",
  method: "method",
  kind: "kind",
  category: "category",
  created: "created",
  posted: "posted",
  settled: "posted",
  status: "status",
  requester: "requester",
  amount: "amount",
};

/** Everything that the filters match, with the columns shown, in the order shown. */
export function ExportMenu({
  filter,
  sort,
  columns,
}: {
  readonly filter: ActivityFilter;
  readonly sort: Sort;
  readonly columns: readonly Pick<MoneyColumn<never>, "id">[];
}) {
  const addressOf = (format: string): string => {
    const parameters = new URLSearchParams({ format, sort: sort.by, order: sort.order });
    parameters.set("columns", [...new Set(columns.flatMap(({ id }) => exported[id] ?? []))].join(","));
    for (const [name, value] of Object.entries(filter)) parameters.set(name, String(value));
    return `/api/v1/activity/export?${parameters.toString()}`;
  };
  return <FileFormatMenu addressOf={addressOf} />;
}
