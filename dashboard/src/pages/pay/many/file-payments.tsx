import { Alert, Button, SimpleGrid, Stack, TextInput } from "@mantine/core";
import { useEffect, useRef, useState } from "react";
import { Loaded } from "#ui/feedback/loaded.tsx";
import { FormProblem } from "#ui/forms/form-problem.tsx";
import { Section } from "#ui/page/section.tsx";
import { AccountSelect } from "../account-select.tsx";
import { useSavedDraft } from "./draft/use-saved-draft.ts";
import classes from "./file-payments.module.css";
import type { PaymentFileJob, RowResult } from "./file-store.ts";
import { FileLayout } from "./questions/file-layout.tsx";
import { FileTotal } from "./questions/file-total.tsx";
import { MethodWords } from "./questions/method-words.tsx";
import { RecipientQuestions } from "./questions/recipient-questions.tsx";
import { VendorCredits } from "./questions/vendor-credits.tsx";
import { EditRow } from "./rows/edit-row.tsx";
import { rowPlace } from "./rows/file-rows.ts";
import type { RowTexts } from "./rows/row-cells.ts";
import { RowTable } from "./rows/row-table.tsx";
import { useChecks } from "./rows/use-checks.ts";
import { useRowSelection } from "./rows/use-row-selection.ts";
import { useTotalsAbove } from "./rows/use-totals-above.ts";
import { RunBar } from "./run/run-bar.tsx";
import { useBatchedRun } from "./run/use-batched-run.ts";
import type { FileBatch } from "./run/use-file-batch.ts";
import { useRun } from "./run/use-run.ts";
import { type FileJob, useJob } from "./use-job.ts";

/** A file in progress: how it is read, what it asks, its rows, and the run that requests them. */
export function FilePayments({
  job: first,
  results: before,
  onLeave,
  onReload,
}: {
  readonly job: PaymentFileJob;
  readonly results: readonly RowResult[];
  readonly onLeave: () => Promise<void>;
  /** Loads the file as another browser has left it. */
  readonly onReload: () => Promise<void>;
}) {
  const state = useJob(first);
  const { job, rows, recipients } = state;
  const [editing, setEditing] = useState<number>();
  const run = useRun(job, before);
  const checkOf = useChecks(job.accountId, rows, !run.isRunning);
  const selection = useRowSelection(rows, { state, results: run.results, checkOf });
  const { fileBatch, start } = useBatchedRun({ state, run, selection });
  const { saved: draft, stop } = useSavedDraft(state, run, fileBatch.batch?.state === "open");
  // Another account would turn the same rows into different payments.
  const disabled = run.results.size > 0 || run.isRunning || state.isReading || draft === "changed";
  const bar = useTotalsAbove();
  const questions = useFirstQuestion(rows.length > 0);
  return (
    <Stack gap="md" ref={questions} className={classes["file"] ?? ""}>
      {draft === "changed" && <ContinuedElsewhere onReload={onReload} />}
      <FileSettings
        state={state}
        fileBatch={fileBatch}
        problem={run.problem ?? state.problem}
        isBegun={run.results.size > 0 || run.isRunning}
        disabled={disabled}
        onLeave={run.isRunning ? undefined : () => void stop().then(onLeave)}
      />
      <FileTotal state={state} disabled={disabled} />
      <VendorCredits state={state} disabled={disabled} />
      <MethodWords state={state} disabled={disabled} />
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
        <RunBar
          state={state}
          run={run}
          fileBatch={fileBatch}
          draft={draft}
          onStart={start}
          checkOf={checkOf}
          selection={selection}
        />
      </div>
      <EditedRow state={state} number={editing} onClose={() => setEditing(undefined)} />
    </Stack>
  );
}

function ContinuedElsewhere({ onReload }: { readonly onReload: () => Promise<void> }) {
  const [isLoading, setLoading] = useState(false);
  const load = () => {
    setLoading(true);
    void onReload().finally(() => setLoading(false));
  };
  return (
    <Alert color="yellow" title="This file was continued in another browser">
      <Button size="xs" loading={isLoading} onClick={load}>
        Load it again
      </Button>
    </Alert>
  );
}

/** Gives the first field that needs an answer the focus, once, when the file has been read. */
function useFirstQuestion(isRead: boolean) {
  const holder = useRef<HTMLDivElement>(null);
  const wasRead = useRef(false);
  useEffect(() => {
    if (!isRead || wasRead.current) return;
    wasRead.current = true;
    holder.current
      ?.querySelector<HTMLElement>('[aria-invalid="true"]:not(:disabled), [data-attention]:not(:disabled)')
      ?.focus();
  }, [isRead]);
  return holder;
}

/** The row that the user edits, if any. */
function EditedRow({
  state: { job, rows, recipients, decide },
  number,
  onClose,
}: {
  readonly state: FileJob;
  readonly number: number | undefined;
  readonly onClose: () => void;
}) {
  const row = rows.find((each) => each.number === number);
  if (row === undefined) return null;
  const save = (texts: RowTexts) => {
    // The confirmation was given for the row's previous contents.
    decide(({ edits, included }) => ({
      edits: { ...edits, [row.number]: texts },
      included: included.filter((each) => each !== row.number),
    }));
    onClose();
  };
  return (
    <EditRow
      row={row}
      place={rowPlace(job.file, row)}
      recipients={recipients.data ?? []}
      onClose={onClose}
      onSave={save}
    />
  );
}

/** The account, the name that approvers see, and how the file is read. */
function FileSettings({
  state,
  fileBatch,
  problem,
  isBegun,
  disabled,
  onLeave,
}: {
  readonly state: FileJob;
  readonly fileBatch: FileBatch;
  readonly problem: string | undefined;
  /** Payments were requested: nothing of this can be changed anymore. */
  readonly isBegun: boolean;
  readonly disabled: boolean;
  /** Undefined while payments are requested. */
  readonly onLeave: (() => void) | undefined;
}) {
  const { job, change } = state;
  return (
    <Section
      title={job.file.name}
      actions={
        onLeave !== undefined && (
          <Button variant="default" size="xs" onClick={onLeave}>
            Choose another file
          </Button>
        )
      }
    >
      <Stack gap="md">
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
          <AccountSelect
            accountId={job.accountId}
            disabled={disabled}
            onChoose={(accountId) => change({ accountId })}
          />
          <TextInput
            label="Batch name"
            description="Approvers see the file as one item with this name"
            inputWrapperOrder={["label", "input", "description", "error"]}
            maxLength={100}
            disabled={disabled}
            value={fileBatch.name}
            error={fileBatch.name.trim() === "" && "Enter a name."}
            onChange={({ currentTarget }) => fileBatch.rename(currentTarget.value)}
          />
        </SimpleGrid>
        <FormProblem problem={problem} />
        {!isBegun && <FileLayout state={state} disabled={disabled} />}
      </Stack>
    </Section>
  );
}
