import { Button, Group, Progress, Stack, Text } from "@mantine/core";
import { IconDownload, IconPlayerPause } from "@tabler/icons-react";
import { download } from "#ui/files/download.ts";
import { useAction } from "#ui/forms/use-action.ts";
import { totalOf } from "#ui/money/total.ts";
import { countText } from "#ui/page/count-text.ts";
import { ButtonLink } from "#ui/page/links.tsx";
import { Section } from "#ui/page/section.tsx";
import type { SavedDraft } from "../draft/use-saved-draft.ts";
import type { RowResult } from "../file-store.ts";
import { sumText } from "../questions/cents-text.ts";
import { hasOpenDifference } from "../questions/total-difference.ts";
import type { FileRow } from "../rows/file-rows.ts";
import { isRequested, rowProblems } from "../rows/row-status.tsx";
import type { RowPreview } from "../rows/use-checks.ts";
import type { RowSelection } from "../rows/use-row-selection.ts";
import type { FileJob } from "../use-job.ts";
import { resultFile } from "./results-file.ts";
import classes from "./run-bar.module.css";
import type { FileBatch } from "./use-file-batch.ts";
import type { Run } from "./use-run.ts";

interface RunBarProps {
  readonly state: FileJob;
  readonly run: Run;
  readonly checkOf: (row: FileRow) => RowPreview | undefined;
  readonly selection: RowSelection;
  readonly fileBatch: FileBatch;
  readonly draft: SavedDraft;
  readonly onStart: (rows: readonly FileRow[]) => void;
}

/** Totals, progress, and the actions available now. Always visible at the bottom of the window. */
export function RunBar(props: RunBarProps) {
  const { state, run, selection, fileBatch } = props;
  const { payments } = state;
  const isBegun = run.results.size > 0;
  const answered = run.results.size - countOf(run, "unanswered");
  const share = payments.length === 0 ? 0 : (100 * answered) / payments.length;
  return (
    <div className={classes["bar"]}>
      <Section>
        <Stack gap="xs">
          {(isBegun || run.isRunning) && (
            <Progress.Root size="md">
              <Progress.Section value={share} aria-label={`${answered} of ${payments.length} rows`} />
            </Progress.Root>
          )}
          <Group justify="space-between" gap="sm">
            <Stack gap={2}>
              <FileTotals {...props} />
              <Text size="xs" c="dimmed" role="status" className="figures">
                {summaryOf(payments, run, selection)}
                {isBegun && !run.isRunning && nextStepOf(fileBatch)}
                {props.draft === "tooLarge" && ". The file is too large to continue in another browser."}
              </Text>
            </Stack>
            <RunActions {...props} />
          </Group>
        </Stack>
      </Section>
    </div>
  );
}

/** How many rows there are of each kind, and what they add up to. */
function FileTotals({ state: { payments: rows }, run, checkOf, selection }: RunBarProps) {
  const kinds = [
    { name: "Payments", of: rows },
    { name: "Requested", of: rows.filter(({ number }) => isRequested(run.results.get(number))) },
    { name: "Ready", of: selection.ready },
    { name: "Excluded", of: rows.filter(({ isExcluded }) => isExcluded) },
    {
      name: "Needs fixing",
      of: rows.filter((row) => rowProblems(row, run.results.get(row.number), checkOf(row)).length > 0),
    },
  ].filter(({ of }, index) => index === 0 || of.length > 0);
  return (
    <dl className={classes["totals"]} aria-label="Totals of the file">
      {kinds.map(({ name, of }) => (
        <div key={name}>
          <dt>
            {name}: {of.length}
          </dt>
          <dd className="figures">{sumText(of.map(({ cents }) => cents))}</dd>
        </div>
      ))}
    </dl>
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
      : [countText(rows.length, "row"), `${selection.ready.length} ready`];
  if (leftOut > 0) parts.push(countText(leftOut, "possible duplicate"));
  if (selection.unchecked > 0 && !run.isRunning) parts.push(`checking ${selection.unchecked}`);
  return parts.join(", ");
}

/** What happens to the payments that were requested, if they form a batch. */
function nextStepOf({ batch }: FileBatch): string {
  if (batch?.state === "open") return ". Approvers see the batch when you submit it.";
  if (batch?.state === "submitted") return ". The batch was submitted for approval.";
  return "";
}

function RunActions({ state, run, selection, fileBatch, draft, onStart }: RunBarProps) {
  const { file, accountId } = state.job;
  const isDisabled =
    accountId === "" || fileBatch.name.trim() === "" || hasOpenDifference(state) || draft === "changed";
  // A row that is still checked may be a duplicate, or cannot be paid.
  const isChecking = accountId !== "" && selection.unchecked > 0;
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
          onClick={() =>
            download(`${file.name.replace(/\.(csv|txt|tsv|xlsx)$/i, "")}-results.csv`, resultFile(state.rows, results))
          }
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
          {failed.length > 0 && (
            <Button variant="default" size="xs" disabled={isDisabled || isChecking} onClick={() => onStart(failed)}>
              Retry {failed.length} failed
            </Button>
          )}
          {isChecking ? (
            <Button size="xs" disabled>
              Checking {countText(selection.unchecked, "row")}…
            </Button>
          ) : (
            fresh.length > 0 && (
              <Button size="xs" disabled={isDisabled} onClick={() => onStart(fresh)}>
                {isBegun ? "Continue with" : "Request"} {paymentsText(fresh)}
              </Button>
            )
          )}
          <BatchActions fileBatch={fileBatch} isAlone={fresh.length === 0} />
        </>
      )}
    </Group>
  );
}

/** Submits a batch that is not complete, and opens it. */
function BatchActions({
  fileBatch: { batch, submit },
  isAlone,
}: {
  readonly fileBatch: FileBatch;
  /** No row is ready: submitting the batch is the next step. */
  readonly isAlone: boolean;
}) {
  const { busy, run } = useAction(["approvals"]);
  if (batch === undefined) return null;
  const { batchId, state, arrived } = batch;
  return (
    <>
      {state === "open" && arrived.count > 0 && (
        <Button
          size="xs"
          variant={isAlone ? "filled" : "default"}
          loading={busy}
          onClick={() => void run(() => submit(batchId), "Submitted for approval")}
        >
          Submit batch of {arrived.count}
        </Button>
      )}
      {state !== "ungrouped" && (
        <ButtonLink to="/approvals/batches/$batchId" params={{ batchId }} variant="default" size="xs">
          View batch
        </ButtonLink>
      )}
    </>
  );
}

const paymentsText = (rows: readonly FileRow[]): string =>
  `${countText(rows.length, "payment")}, ${totalOf(rows.map(({ body }) => body?.amount ?? 0))}`;
