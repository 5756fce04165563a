import { Button, Group, Progress, Stack, Text } from "@mantine/core";
import { IconDownload, IconPlayerPause } from "@tabler/icons-react";
import { download } from "../../../ui/files/download.ts";
import { totalOf } from "../../../ui/money/total.ts";
import { resultFile } from "./csv-results.ts";
import type { FileRow } from "./csv-rows.ts";
import type { PaymentFileJob, RowResult } from "./csv-store.ts";
import type { RowSelection } from "./use-row-selection.ts";
import type { Run } from "./use-run.ts";

interface RunBarProps {
  readonly job: PaymentFileJob;
  readonly rows: readonly FileRow[];
  readonly run: Run;
  readonly selection: RowSelection;
  readonly onLeave: () => void;
}

/** Progress, and the actions available now. */
export function RunBar(props: RunBarProps) {
  const { rows, run, selection } = props;
  const isBegun = run.results.size > 0;
  const answered = run.results.size - countOf(run, "unanswered");
  const share = rows.length === 0 ? 0 : (100 * answered) / rows.length;
  return (
    <Stack gap="xs">
      {(isBegun || run.isRunning) && (
        <Progress.Root size="md">
          <Progress.Section value={share} aria-label={`${answered} of ${rows.length} rows`} />
        </Progress.Root>
      )}
      <Group justify="space-between" gap="sm">
        <Text size="sm" role="status" className="figures">
          {summaryOf(rows, run, selection)}
        </Text>
        <RunActions {...props} />
      </Group>
    </Stack>
  );
}

const countOf = ({ results }: Run, ...states: readonly RowResult["state"][]): number =>
  [...results.values()].filter(({ state }) => states.includes(state)).length;

function summaryOf(rows: readonly FileRow[], run: Run, selection: RowSelection): string {
  const requested = countOf(run, "requested", "requestedBefore");
  const failed = countOf(run, "refused");
  const leftOut = selection.duplicates.filter((row) => !selection.isIncluded(row)).length;
  const parts =
    run.isRunning || run.results.size > 0
      ? [`${requested} of ${rows.length} requested`, ...(failed > 0 ? [`${failed} failed`] : [])]
      : [rows.length === 1 ? "1 row" : `${rows.length} rows`, `${selection.ready.length} ready`];
  if (leftOut > 0) parts.push(leftOut === 1 ? "1 possible duplicate" : `${leftOut} possible duplicates`);
  if (selection.unchecked > 0 && !run.isRunning) parts.push(`checking ${selection.unchecked}`);
  return parts.join(", ");
}

function RunActions({ job: { file, accountId }, rows, run, selection, onLeave }: RunBarProps) {
  const { results } = run;
  const failed = selection.ready.filter(({ number }) => results.get(number)?.state === "refused");
  const fresh = selection.ready.filter((row) => !failed.includes(row));
  const isBegun = results.size > 0;
  return (
    <Group gap="xs">
      {isBegun && (
        <Button
          variant="default"
          size="xs"
          leftSection={<IconDownload size={14} aria-hidden />}
          onClick={() => download(`${file.name.replace(/\.csv$/i, "")}-results.csv`, resultFile(rows, results))}
        >
          Download results
        </Button>
      )}
      {run.isRunning ? (
        <Button size="xs" leftSection={<IconPlayerPause size={14} aria-hidden />} onClick={run.pause}>
          Pause
        </Button>
      ) : (
        <>
          <Button variant="default" size="xs" onClick={onLeave}>
            Choose another file
          </Button>
          {failed.length > 0 && (
            <Button variant="default" size="xs" disabled={accountId === ""} onClick={() => void run.start(failed)}>
              Retry {failed.length} failed
            </Button>
          )}
          {fresh.length > 0 && (
            <Button size="xs" disabled={accountId === ""} onClick={() => void run.start(fresh)}>
              {isBegun ? "Continue with" : "Request"} {paymentsText(fresh)}
            </Button>
          )}
        </>
      )}
    </Group>
  );
}

const paymentsText = (rows: readonly FileRow[]): string =>
  `${rows.length === 1 ? "1 payment" : `${rows.length} payments`}, ${totalOf(rows.map(({ body }) => body?.amount ?? 0))}`;
