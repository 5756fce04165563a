import { Button, Menu } from "@mantine/core";
import { IconChevronDown, IconDownload } from "@tabler/icons-react";
import type { ExportActivityData } from "../../../api/generated/types.gen.ts";
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
  status: "status",
  amount: "amount",
};

const formats = [
  { format: "csv", label: "CSV" },
  { format: "xlsx", label: "Excel (XLSX)" },
] as const;

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
    parameters.set("columns", columns.flatMap(({ id }) => exported[id] ?? []).join(","));
    for (const [name, value] of Object.entries(filter)) parameters.set(name, String(value));
    return `/api/v1/activity/export?${parameters.toString()}`;
  };
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button
          size="xs"
          variant="default"
          leftSection={<IconDownload size={14} aria-hidden />}
          rightSection={<IconChevronDown size={12} aria-hidden />}
        >
          Export
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {formats.map(({ format, label }) => (
          <Menu.Item key={format} component="a" href={addressOf(format)} download>
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
