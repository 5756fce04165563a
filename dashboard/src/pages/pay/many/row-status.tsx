import { Checkbox, Group, Stack, Text } from "@mantine/core";
import { StatusMark } from "../../../ui/feedback/status-mark.tsx";
import { Money } from "../../../ui/money/money.tsx";
import { TextLink } from "../../../ui/page/links.tsx";
import type { FileRow } from "./csv-rows.ts";
import type { RowResult } from "./csv-store.ts";
import type { RowPreview } from "./use-checks.ts";
import type { RowSelection } from "./use-row-selection.ts";

export const isRequested = (result: RowResult | undefined): boolean =>
  result?.state === "requested" || result?.state === "requestedBefore";

export const problemOf = (
  row: FileRow,
  result: RowResult | undefined,
  check: RowPreview | undefined,
): string | undefined => (isRequested(result) ? undefined : (row.problem ?? check?.refused ?? result?.message));

/** Whether the row was requested, needs fixing, may be a duplicate, or is ready. */
export function RowStatus({
  row,
  result,
  check,
  selection,
}: {
  readonly row: FileRow;
  readonly result: RowResult | undefined;
  readonly check: RowPreview | undefined;
  readonly selection: RowSelection;
}) {
  if (result !== undefined && isRequested(result)) return <RequestedStatus result={result} />;
  const problem = problemOf(row, result, check);
  if (problem !== undefined)
    return (
      <Stack gap={2}>
        <span>
          <StatusMark color="red">
            {row.problem === undefined && result !== undefined ? "Failed" : "Needs fixing"}
          </StatusMark>
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
  return <PreviewStatus row={row} check={check} selection={selection} />;
}

function RequestedStatus({ result: { state, requestId } }: { readonly result: RowResult }) {
  return (
    <Group gap="xs" display="inline-flex">
      <StatusMark color="evergreen">{state === "requested" ? "Requested" : "Already requested"}</StatusMark>
      {requestId !== undefined && (
        <TextLink to="/approvals/$requestId" params={{ requestId }} size="sm">
          View request
        </TextLink>
      )}
    </Group>
  );
}

function PreviewStatus({
  row,
  check,
  selection,
}: {
  readonly row: FileRow;
  readonly check: RowPreview;
  readonly selection: RowSelection;
}) {
  const reason = selection.duplicateReason(row);
  return (
    <Stack gap={2}>
      <span>
        <StatusMark color={reason === undefined ? "gray" : "yellow"}>
          {reason === undefined ? "Ready" : "Possible duplicate"}
        </StatusMark>
      </span>
      {reason !== undefined && (
        <>
          <Text size="sm">{reason}</Text>
          <Checkbox
            size="xs"
            label={`Include row ${row.number} anyway`}
            checked={selection.isIncluded(row)}
            onChange={({ currentTarget }) => selection.include([row], currentTarget.checked)}
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
