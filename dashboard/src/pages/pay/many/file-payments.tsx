import { Stack } from "@mantine/core";
import { useMemo, useState } from "react";
import { Loaded } from "../../../ui/feedback/loaded.tsx";
import { FormProblem } from "../../../ui/forms/form-problem.tsx";
import { Section } from "../../../ui/page/section.tsx";
import { AccountSelect } from "../account-select.tsx";
import { useAllRecipients } from "../use-recipients.ts";
import { ColumnMapping } from "./column-mapping.tsx";
import { rememberMapping } from "./csv-file.ts";
import { type FileRow, indexOf, type RowTexts, rowsOf } from "./csv-rows.ts";
import { keepJob, type PaymentFileJob, type RowResult } from "./csv-store.ts";
import { EditRow } from "./edit-row.tsx";
import { RowTable } from "./row-table.tsx";
import { RunBar } from "./run-bar.tsx";
import { useChecks } from "./use-checks.ts";
import { useRowSelection } from "./use-row-selection.ts";
import { useRun } from "./use-run.ts";

/** A file in progress: its columns, its rows, and the run that requests them. */
export function FilePayments({
  job: first,
  results: before,
  onLeave,
}: {
  readonly job: PaymentFileJob;
  readonly results: readonly RowResult[];
  readonly onLeave: () => Promise<void>;
}) {
  const { job, rows, recipients, change } = useJob(first);
  const [editing, setEditing] = useState<number>();
  const run = useRun(job, before);
  const checkOf = useChecks(job.accountId, rows, !run.isRunning);
  const selection = useRowSelection(rows, { results: run.results, checkOf });
  const edited = rows.find(({ number }) => number === editing);
  // Another account would turn the same rows into different payments.
  const disabled = run.results.size > 0 || run.isRunning;
  const save = (row: FileRow, texts: RowTexts) => {
    change({ edits: { ...job.edits, [row.number]: texts } });
    // The confirmation was given for the row's previous contents.
    selection.include([row], false);
    setEditing(undefined);
  };
  const leave = () => {
    run.pause();
    void onLeave();
  };
  return (
    <Stack gap="md">
      <Section title={job.file.name}>
        <Stack gap="md">
          <AccountSelect
            accountId={job.accountId}
            disabled={disabled}
            maw={420}
            onChoose={(accountId) => change({ accountId })}
          />
          <ColumnMapping job={job} disabled={disabled} onChange={(mapping) => change({ mapping })} />
          <FormProblem problem={run.problem} />
          <RunBar job={job} rows={rows} run={run} selection={selection} onLeave={leave} />
        </Stack>
      </Section>
      <Section flush>
        <Loaded query={recipients}>
          {() => (
            <RowTable
              rows={rows}
              results={run.results}
              checkOf={checkOf}
              selection={selection}
              onEdit={({ number }) => setEditing(number)}
            />
          )}
        </Loaded>
      </Section>
      {edited !== undefined && (
        <EditRow
          row={edited}
          recipients={recipients.data ?? []}
          onClose={() => setEditing(undefined)}
          onSave={(texts) => save(edited, texts)}
        />
      )}
    </Stack>
  );
}

/** The job with its rows; changes are stored in the browser. */
function useJob(first: PaymentFileJob) {
  const [job, setJob] = useState(first);
  const recipients = useAllRecipients();
  const { file, mapping, edits } = job;
  const rows = useMemo(
    () => (recipients.data === undefined ? [] : rowsOf(file, { mapping, edits, index: indexOf(recipients.data) })),
    [file, mapping, edits, recipients.data],
  );
  const change = (changes: Partial<PaymentFileJob>) => {
    const changed = { ...job, ...changes };
    setJob(changed);
    if (changes.mapping !== undefined) rememberMapping(file, changes.mapping);
    void keepJob(changed).catch(() => undefined);
  };
  return { job, rows, recipients, change };
}
