import { Checkbox, Stack, Text } from "@mantine/core";
import { StatusMark } from "#ui/feedback/status-mark.tsx";
import { Money } from "#ui/money/money.tsx";
import type { RowResult } from "../file-store.ts";
import { centsText } from "../questions/cents-text.ts";
import { type FileRow, linesText, rowPlace } from "./file-rows.ts";
import { rowKindNames } from "./kind-names.ts";
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

interface StatusOfRow {
  readonly label: string;
  /** Undefined while the row is checked. */
  readonly color: string | undefined;
  /** What is wrong, or what should be noticed. */
  readonly details: readonly string[];
  /** Included only if the user says so. */
  readonly isDuplicate?: true;
}

/** Whether the row was requested, is excluded, needs fixing, may be a duplicate, or is ready. */
export function statusOfRow(row: FileRow, { results, checkOf, selection }: RowContext): StatusOfRow {
  const result = results.get(row.number);
  if (result?.state === "requested") return { label: "Requested", color: "evergreen", details: [] };
  if (result?.state === "requestedBefore") return { label: "Already requested", color: "evergreen", details: [] };
  if (row.isExcluded) return { label: "Excluded", color: "gray", details: [] };
  if (row.kind !== "payment")
    return { label: rowKindNames[row.kind], color: "gray", details: [`${row.reason ?? ""}.`] };
  const check = checkOf(row);
  const problems = rowProblems(row, result, check);
  const label = row.problems.length === 0 && result !== undefined ? "Failed" : "Needs fixing";
  if (problems.length > 0) return { label, color: "red", details: problems };
  if (check === undefined) return { label: "Checking…", color: undefined, details: [] };
  const reason = selection.duplicateReason(row);
  return reason === undefined
    ? { label: "Ready", color: "gray", details: [...deducted(row), ...check.warnings] }
    : {
        label: "Possible duplicate",
        color: "yellow",
        details: [reason, ...deducted(row), ...check.warnings],
        isDuplicate: true,
      };
}

const deducted = ({ deduction }: FileRow): readonly string[] =>
  deduction === undefined
    ? []
    : [`${centsText(deduction.cents)} less, by the credit on ${linesText(deduction.lines)}.`];

export function RowStatus({ row, context }: { readonly row: FileRow; readonly context: RowContext }) {
  const { checkOf, selection, state } = context;
  const { label, color, details, isDuplicate } = statusOfRow(row, context);
  if (color === undefined)
    return (
      <Text size="sm" c="dimmed">
        {label}
      </Text>
    );
  const isReady = label === "Ready";
  const fee = isReady || isDuplicate ? (checkOf(row)?.fee ?? 0) : 0;
  return (
    <Stack gap={2}>
      <span>
        <StatusMark color={color}>{label}</StatusMark>
      </span>
      {details.map((detail) => (
        <Text
          key={detail}
          size={row.kind === "payment" ? "sm" : "xs"}
          {...(row.kind === "payment" ? {} : { c: "dimmed" })}
          style={{ overflowWrap: "anywhere" }}
        >
          {detail}
        </Text>
      ))}
      {isDuplicate && (
        <Checkbox
          size="xs"
          label={`Include ${rowPlace(state.job.file, row)} anyway`}
          checked={selection.isIncluded(row)}
          onChange={({ currentTarget }) => selection.include([row], currentTarget.checked)}
        />
      )}
      {fee > 0 && (
        <Text size="sm" c="dimmed">
          Fee <Money amount={fee} />
        </Text>
      )}
    </Stack>
  );
}
