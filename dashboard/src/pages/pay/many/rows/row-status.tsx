import { Checkbox, Group, Stack, Text } from "@mantine/core";
import { StatusMark } from "../../../../ui/feedback/status-mark.tsx";
import { Money } from "../../../../ui/money/money.tsx";
import { TextLink } from "../../../../ui/page/links.tsx";
import type { RowResult } from "../file-store.ts";
import { type FileRow, rowPlace } from "./file-rows.ts";
import type { RowContext } from "./row-context.ts";
import type { RowPreview } from "./use-checks.ts";

export const isRequested = (result: RowResult | undefined): boolean =>
  result?.state === "requested" || result?.state === "requestedBefore";

/** Everything that is wrong with the row, at once. */
export function rowProblems(
  row: FileRow,
  result: RowResult | undefined,
  check: RowPreview | undefined,
): readonly string[] {
  if (isRequested(result) || row.isExcluded) return [];
  if (row.problems.length > 0) return row.problems;
  const problem = check?.refused ?? result?.message;
  return problem === undefined ? [] : [problem];
}

/** Whether the row was requested, is excluded, needs fixing, may be a duplicate, or is ready. */
export function RowStatus({ row, context }: { readonly row: FileRow; readonly context: RowContext }) {
  const { results, checkOf } = context;
  const result = results.get(row.number);
  const check = checkOf(row);
  if (result !== undefined && isRequested(result)) return <RequestedStatus result={result} />;
  if (row.isExcluded) return <StatusMark color="gray">Excluded</StatusMark>;
  const problems = rowProblems(row, result, check);
  if (problems.length > 0)
    return (
      <Stack gap={2}>
        <span>
          <StatusMark color="red">
            {row.problems.length === 0 && result !== undefined ? "Failed" : "Needs fixing"}
          </StatusMark>
        </span>
        {problems.map((problem) => (
          <Text key={problem} size="sm" style={{ overflowWrap: "anywhere" }}>
            {problem}
          </Text>
        ))}
      </Stack>
    );
  if (check === undefined)
    return (
      <Text size="sm" c="dimmed">
        Checking…
      </Text>
    );
  return <PreviewStatus row={row} check={check} context={context} />;
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
  context: { selection, state },
}: {
  readonly row: FileRow;
  readonly check: RowPreview;
  readonly context: RowContext;
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
            label={`Include ${rowPlace(state.job.file, row)} anyway`}
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
