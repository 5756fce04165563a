import { Stack } from "@mantine/core";
import { useState } from "react";
import { Loaded } from "../../../ui/feedback/loaded.tsx";
import { FormProblem } from "../../../ui/forms/form-problem.tsx";
import { Section } from "../../../ui/page/section.tsx";
import { AccountSelect } from "../account-select.tsx";
import classes from "./file-payments.module.css";
import type { PaymentFileJob, RowResult } from "./file-store.ts";
import { ColumnMapping } from "./questions/column-mapping.tsx";
import { FileReading } from "./questions/file-reading.tsx";
import { RecipientQuestions } from "./questions/recipient-questions.tsx";
import { TotalRows } from "./questions/total-rows.tsx";
import { EditRow } from "./rows/edit-row.tsx";
import { type FileRow, rowPlace } from "./rows/file-rows.ts";
import type { RowTexts } from "./rows/row-cells.ts";
import { RowTable } from "./rows/row-table.tsx";
import { useChecks } from "./rows/use-checks.ts";
import { useRowSelection } from "./rows/use-row-selection.ts";
import { useTotalsAbove } from "./rows/use-totals-above.ts";
import { RunBar } from "./run/run-bar.tsx";
import { useRun } from "./run/use-run.ts";
import { type FileJob, useJob } from "./use-job.ts";

/** A file in progress: how it is read, what it asks, its rows, and the run that requests them. */
export function FilePayments({
  job: first,
  results: before,
  onLeave,
}: {
  readonly job: PaymentFileJob;
  readonly results: readonly RowResult[];
  readonly onLeave: () => Promise<void>;
}) {
  const state = useJob(first);
  const { job, rows, recipients, decide } = state;
  const [editing, setEditing] = useState<number>();
  const run = useRun(job, before);
  const checkOf = useChecks(job.accountId, rows, !run.isRunning);
  const selection = useRowSelection(rows, { state, results: run.results, checkOf });
  const edited = rows.find(({ number }) => number === editing);
  // Another account would turn the same rows into different payments.
  const disabled = run.results.size > 0 || run.isRunning || state.isReading;
  const save = ({ number }: FileRow, texts: RowTexts) => {
    // The confirmation was given for the row's previous contents.
    decide(({ edits, included }) => ({
      edits: { ...edits, [number]: texts },
      included: included.filter((each) => each !== number),
    }));
    setEditing(undefined);
  };
  const bar = useTotalsAbove();
  const leave = () => {
    run.pause();
    void onLeave();
  };
  return (
    <Stack gap="md">
      <FileSettings state={state} problem={run.problem ?? state.problem} disabled={disabled} />
      <TotalRows state={state} />
      <RecipientQuestions state={state} />
      <Section flush>
        <Loaded query={recipients}>
          {() => (
            <RowTable
              state={state}
              results={run.results}
              checkOf={checkOf}
              selection={selection}
              onEdit={({ number }) => setEditing(number)}
            />
          )}
        </Loaded>
      </Section>
      <div ref={bar} className={classes["bar"]}>
        <RunBar state={state} run={run} checkOf={checkOf} selection={selection} onLeave={leave} />
      </div>
      {edited !== undefined && (
        <EditRow
          row={edited}
          place={rowPlace(job.file, edited)}
          recipients={recipients.data ?? []}
          onClose={() => setEditing(undefined)}
          onSave={(texts) => save(edited, texts)}
        />
      )}
    </Stack>
  );
}

/** The account, and how the file is read. */
function FileSettings({
  state,
  problem,
  disabled,
}: {
  readonly state: FileJob;
  readonly problem: string | undefined;
  readonly disabled: boolean;
}) {
  const { job, change } = state;
  return (
    <Section title={job.file.name}>
      <Stack gap="md">
        <AccountSelect
          accountId={job.accountId}
          disabled={disabled}
          maw={420}
          onChoose={(accountId) => change({ accountId })}
        />
        <FormProblem problem={problem} />
        <FileReading state={state} disabled={disabled} />
        <ColumnMapping state={state} disabled={disabled} />
      </Stack>
    </Section>
  );
}
