import { Alert, NativeSelect, SimpleGrid, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useMemo, useRef, useState } from "react";
import { messageOf } from "../../../api/api-error.ts";
import { getAccountsOptions } from "../../../api/generated/@tanstack/react-query.gen.ts";
import { Loaded } from "../../../ui/feedback/loaded.tsx";
import { formatMoney } from "../../../ui/money/money.tsx";
import { Section } from "../../../ui/page/section.tsx";
import { useAllRecipients } from "../use-recipients.ts";
import { type FileField, fileFields, rememberMapping } from "./csv-file.ts";
import { type FileRow, indexOf, rowsOf } from "./csv-rows.ts";
import { requestRows } from "./csv-run.ts";
import { type Job, keepJob, keepResult, type RowResult } from "./csv-store.ts";
import { EditRow } from "./edit-row.tsx";
import { RowTable } from "./row-table.tsx";
import { RunBar } from "./run-bar.tsx";
import { useChecks } from "./use-checks.ts";
import { useRowSelection } from "./use-row-selection.ts";

/** A file in progress: its columns, its rows, and the run that requests them. */
export function FilePayments({
  job: first,
  results: before,
  onLeave,
}: {
  readonly job: Job;
  readonly results: readonly RowResult[];
  readonly onLeave: () => Promise<void>;
}) {
  const [job, setJob] = useState(first);
  const [editing, setEditing] = useState<number>();
  const recipients = useAllRecipients();
  const { file, mapping, edits, accountId } = job;
  const rows = useMemo(
    () => (recipients.data === undefined ? [] : rowsOf(file, { mapping, edits, index: indexOf(recipients.data) })),
    [file, mapping, edits, recipients.data],
  );
  const run = useRun(job, before);
  const checkOf = useChecks(accountId, rows, !run.isRunning);
  const change = (changes: Partial<Job>) => {
    const changed = { ...job, ...changes };
    setJob(changed);
    if (changes.mapping !== undefined) rememberMapping(file, changes.mapping);
    void keepJob(changed).catch(() => undefined);
  };
  const choice = useRowSelection(rows, { results: run.results, checkOf });
  const edited = rows.find(({ number }) => number === editing);
  // Another account would turn the same rows into different payments.
  const isBegun = run.results.size > 0;
  return (
    <Stack gap="md">
      <Section title={file.name}>
        <Stack gap="md">
          <AccountChoice
            accountId={accountId}
            disabled={isBegun || run.isRunning}
            onChange={(id) => change({ accountId: id })}
          />
          <Columns job={job} disabled={isBegun || run.isRunning} onChange={(next) => change({ mapping: next })} />
          {run.problem !== undefined && (
            <Alert color="red" role="alert">
              {run.problem}
            </Alert>
          )}
          <RunBar
            file={file}
            rows={rows}
            results={run.results}
            choice={choice}
            isRunning={run.isRunning}
            mayRun={accountId !== ""}
            onRun={(chosen) => void run.start(chosen)}
            onPause={run.pause}
            onLeave={() => {
              run.pause();
              void onLeave();
            }}
          />
        </Stack>
      </Section>
      <Section flush>
        <Loaded query={recipients}>
          {() => (
            <RowTable
              rows={rows}
              results={run.results}
              checkOf={checkOf}
              choice={choice}
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
          onSave={(texts) => {
            change({ edits: { ...edits, [edited.number]: texts } });
            // The confirmation was given for the row's previous contents.
            choice.tick([edited], false);
            setEditing(undefined);
          }}
        />
      )}
    </Stack>
  );
}

/** The run: results so far, and starting and pausing it. */
function useRun({ userId, file, accountId }: Job, before: readonly RowResult[]) {
  const [results, setResults] = useState<ReadonlyMap<number, RowResult>>(
    () => new Map(before.map((result) => [result.row, result])),
  );
  const [isRunning, setRunning] = useState(false);
  const [problem, setProblem] = useState<string>();
  const stopping = useRef<AbortController>(undefined);
  useEffect(() => () => stopping.current?.abort(), []);
  const start = async (rows: readonly FileRow[]) => {
    const controller = new AbortController();
    stopping.current = controller;
    setProblem(undefined);
    setRunning(true);
    try {
      await requestRows({
        file,
        accountId,
        rows,
        signal: controller.signal,
        onResult: async (result) => {
          await keepResult(userId, result).catch(() => undefined);
          setResults((known) => new Map(known).set(result.row, result));
        },
      });
    } catch (error) {
      setProblem(`${messageOf(error)} You can continue with the remaining rows.`);
    } finally {
      setRunning(false);
    }
  };
  return { results, isRunning, problem, start, pause: () => stopping.current?.abort() };
}

function AccountChoice({
  accountId,
  disabled,
  onChange,
}: {
  readonly accountId: string;
  readonly disabled: boolean;
  readonly onChange: (accountId: string) => void;
}) {
  const accounts = useQuery(getAccountsOptions());
  const offered = accounts.data?.accounts.filter(({ canSendPayments }) => canSendPayments) ?? [];
  const first = offered[0]?.id;
  const chosen = offered.find(({ id }) => id === accountId);
  useEffect(() => {
    if (accountId === "" && first !== undefined) onChange(first);
  }, [accountId, first, onChange]);
  return (
    <NativeSelect
      label="From account"
      description={chosen === undefined ? "…" : `${formatMoney(chosen.availableBalance)} available`}
      inputWrapperOrder={["label", "input", "description", "error"]}
      maw={420}
      value={accountId}
      disabled={disabled}
      onChange={(event) => onChange(event.currentTarget.value)}
      data={offered.map(({ id, name }) => ({ value: id, label: name }))}
    />
  );
}

function Columns({
  job: { file, mapping },
  disabled,
  onChange,
}: {
  readonly job: Job;
  readonly disabled: boolean;
  readonly onChange: (mapping: Job["mapping"]) => void;
}) {
  const columnsOf = (name: FileField) => ({
    value: mapping[name] === undefined ? "" : String(mapping[name]),
    onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) => {
      const { [name]: _, ...others } = mapping;
      onChange(value === "" ? others : { ...others, [name]: Number.parseInt(value, 10) });
    },
  });
  return (
    <div>
      <Text size="sm" fw={500} mb={4}>
        Columns
      </Text>
      <SimpleGrid cols={{ base: 2, sm: 4, lg: 7 }} spacing="xs">
        {fileFields.map(({ name, label, needed }) => (
          <NativeSelect
            key={name}
            size="xs"
            label={label}
            disabled={disabled}
            error={needed && mapping[name] === undefined ? "Choose a column" : undefined}
            data={[
              { value: "", label: needed ? "Choose" : "Not in the file" },
              ...file.headers.map((header, column) => ({
                value: String(column),
                label: header || `Column ${column + 1}`,
              })),
            ]}
            {...columnsOf(name)}
          />
        ))}
      </SimpleGrid>
    </div>
  );
}
