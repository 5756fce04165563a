import { Anchor, Button, Checkbox, Group, SegmentedControl, Stack, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { Empty } from "../../../ui/feedback/empty.tsx";
import { Mark } from "../../../ui/feedback/status-mark.tsx";
import { Money } from "../../../ui/money/money.tsx";
import { methodName } from "../../../ui/money/payment-methods.ts";
import { type Column, DataTable } from "../../../ui/table/data-table.tsx";
import type { FileRow } from "./csv-rows.ts";
import type { RowResult } from "./csv-store.ts";
import type { Check } from "./use-checks.ts";
import type { Choice } from "./use-row-selection.ts";

const PAGE_ROWS = 100;

/** Every row with its status, filterable by problems and possible duplicates. */
export function RowTable({
  rows,
  results,
  checkOf,
  choice,
  onEdit,
}: {
  readonly rows: readonly FileRow[];
  readonly results: ReadonlyMap<number, RowResult>;
  readonly checkOf: (row: FileRow) => Check | undefined;
  readonly choice: Choice;
  readonly onEdit: (row: FileRow) => void;
}) {
  const [filter, setFilter] = useState("all");
  const [shown, setShown] = useState(PAGE_ROWS);
  const hasProblem = (row: FileRow) => problemOf(row, results.get(row.number), checkOf(row)) !== undefined;
  const problems = rows.filter(hasProblem);
  const { doubtful } = choice;
  const wanted = filter === "all" ? rows : filter === "twice" ? doubtful : problems;
  const columns: readonly Column<FileRow>[] = [
    { header: "Row", cell: ({ number }) => <span className="figures">{number}</span>, width: 56 },
    { header: "Recipient", cell: ({ recipient, texts }) => recipient?.name ?? (texts.recipient || "—") },
    {
      header: "Method",
      cell: ({ body, texts }) => (body ? methodName(body.paymentMethod ?? null) : texts.paymentMethod),
      wideOnly: true,
    },
    { header: "Memo", cell: ({ texts }) => texts.externalMemo, wideOnly: true },
    {
      header: "Amount",
      align: "right",
      cell: ({ body, texts }) => (body ? <Money amount={body.amount} /> : texts.amount || "—"),
    },
    {
      header: "Status",
      cell: (row) => <Status row={row} result={results.get(row.number)} check={checkOf(row)} choice={choice} />,
      width: "38%",
    },
    {
      header: "Actions",
      hideHeader: true,
      align: "right",
      cell: (row) =>
        isAsked(results.get(row.number)) ? null : (
          <Button variant="subtle" size="compact-xs" aria-label={`Edit row ${row.number}`} onClick={() => onEdit(row)}>
            Edit
          </Button>
        ),
    },
  ];
  return (
    <>
      <Group p="sm">
        <SegmentedControl
          size="xs"
          aria-label="Rows shown"
          value={filter}
          onChange={setFilter}
          data={[
            { value: "all", label: `All rows (${rows.length})` },
            { value: "problems", label: `Needs fixing (${problems.length})` },
            { value: "twice", label: `Possible duplicates (${doubtful.length})` },
          ]}
        />
        {doubtful.length > 1 && (
          <Checkbox
            size="xs"
            label={`Include all ${doubtful.length} possible duplicates`}
            checked={doubtful.every(choice.isTicked)}
            indeterminate={doubtful.some(choice.isTicked) && !doubtful.every(choice.isTicked)}
            onChange={({ currentTarget }) => choice.tick(doubtful, currentTarget.checked)}
          />
        )}
      </Group>
      {wanted.length === 0 ? (
        <Empty title={emptyTitles[filter] ?? ""} />
      ) : (
        <DataTable label="Payments in the file" rows={wanted.slice(0, shown)} rowKey={rowKey} columns={columns} />
      )}
      {wanted.length > shown && (
        <Group justify="center" p="sm">
          <Button variant="subtle" size="xs" onClick={() => setShown(shown + PAGE_ROWS)}>
            Show more rows
          </Button>
        </Group>
      )}
    </>
  );
}

const emptyTitles: Readonly<Record<string, string>> = {
  all: "The file has no rows",
  problems: "No rows need fixing",
  twice: "No possible duplicates",
};
const rowKey = ({ number }: FileRow): string => String(number);
const isAsked = (result: RowResult | undefined): boolean =>
  result?.state === "requested" || result?.state === "requestedBefore";

const problemOf = (row: FileRow, result: RowResult | undefined, check: Check | undefined): string | undefined =>
  isAsked(result) ? undefined : (row.problem ?? check?.refused ?? result?.message);

function Status({
  row,
  result,
  check,
  choice,
}: {
  readonly row: FileRow;
  readonly result: RowResult | undefined;
  readonly check: Check | undefined;
  readonly choice: Choice;
}) {
  if (result !== undefined && isAsked(result))
    return (
      <Group gap="xs" display="inline-flex">
        <Mark color="evergreen">{result.state === "requested" ? "Requested" : "Already requested"}</Mark>
        <Anchor component={Link} to={`/approvals/${result.requestId}`} size="sm">
          View request
        </Anchor>
      </Group>
    );
  const problem = problemOf(row, result, check);
  if (problem !== undefined)
    return (
      <Stack gap={2}>
        <span>
          <Mark color="red">{row.problem === undefined && result !== undefined ? "Failed" : "Needs fixing"}</Mark>
        </span>
        <Text size="sm">{problem}</Text>
      </Stack>
    );
  if (check === undefined)
    return (
      <Text size="sm" c="dimmed">
        Checking…
      </Text>
    );
  const doubt = choice.doubtOf(row);
  return (
    <Stack gap={2}>
      <span>
        <Mark color={doubt === undefined ? "gray" : "yellow"}>
          {doubt === undefined ? "Ready" : "Possible duplicate"}
        </Mark>
      </span>
      {doubt !== undefined && (
        <>
          <Text size="sm">{doubt}</Text>
          <Checkbox
            size="xs"
            label={`Include row ${row.number} anyway`}
            checked={choice.isTicked(row)}
            onChange={({ currentTarget }) => choice.tick([row], currentTarget.checked)}
          />
        </>
      )}
      {check.warnings.map((warning) => (
        <Text key={warning} size="sm">
          {warning}
        </Text>
      ))}
      {check.fee > 0 && (
        <Text size="sm" c="dimmed">
          Fee <Money amount={check.fee} />
        </Text>
      )}
    </Stack>
  );
}
