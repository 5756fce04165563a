import { Alert, Anchor, Button, Group, List, Stack, Text } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useState } from "react";
import { importTreasuryActivity, previewTreasuryImport } from "../../api/generated/sdk.gen.ts";
import type { TreasuryImport, TreasuryImportRow } from "../../api/generated/types.gen.ts";
import { useRefresh } from "../../api/refresh.ts";
import { useRight } from "../../app/session/session.ts";
import { Loaded } from "../../ui/feedback/loaded.tsx";
import { notifyDone } from "../../ui/feedback/notify.ts";
import { Problem } from "../../ui/feedback/problem.tsx";
import { StatusMark } from "../../ui/feedback/status-mark.tsx";
import { download } from "../../ui/files/download.ts";
import { DropZone } from "../../ui/files/drop-zone.tsx";
import { FileProblem } from "../../ui/files/tables/file-table.ts";
import { readInWorker } from "../../ui/files/tables/read-in-worker.ts";
import { Money } from "../../ui/money/money.tsx";
import { Facts } from "../../ui/page/facts.tsx";
import { Page } from "../../ui/page/page.tsx";
import { Section } from "../../ui/page/section.tsx";
import { useMoveOn } from "../../ui/page/use-move-on.ts";
import { formatDay } from "../../ui/page/when.tsx";
import { DataTable } from "../../ui/table/data-table.tsx";
import { TwoLines } from "../../ui/table/two-lines.tsx";
import { ActivityColumns } from "./activity-columns.tsx";
import {
  type ActivityTypes,
  activityCsv,
  activityTable,
  type CustodianFile,
  example,
  isMapped,
  lineInFile,
  sizeProblem,
  unknownTypes,
} from "./activity-file.ts";
import { ImportHelp } from "./import-help.tsx";
import { typeNames } from "./treasury-labels.ts";

const route = getRouteApi("/signedIn/treasury/$treasuryId/import");
const ROWS_SHOWN = 200;
/** The service reports at most as many. */
const PROBLEMS_SHOWN = 100;

const outcomes: Readonly<Record<TreasuryImportRow["outcome"], { readonly label: string; readonly color: string }>> = {
  new: { label: "New", color: "evergreen" },
  alreadyImported: { label: "Imported before", color: "gray" },
  confirmsTransfer: { label: "Confirms a transfer", color: "blue" },
  settlesOrder: { label: "Settles an order", color: "blue" },
};

interface ActivityFile {
  readonly fileName: string;
  readonly content: string;
}

/** Imports a custodian's activity file: choose, assign its columns, preview, import. */
export function ImportPage() {
  const mayImport = useRight("manageOrganization");
  const [table, setTable] = useState<CustodianFile>();
  const [problem, setProblem] = useState<string>();
  const [isReading, setReading] = useState(false);
  const take = async (chosen: File) => {
    setProblem(undefined);
    setReading(true);
    try {
      setTable(activityTable(chosen.name, (await readInWorker(chosen)).table));
    } catch (error) {
      setProblem(error instanceof FileProblem ? error.message : "The file could not be read.");
    } finally {
      setReading(false);
    }
  };
  return (
    <Page title="Import activity" lead="Record what your custodian reports: trades, dividends, and fees.">
      <Stack gap="md">
        {table === undefined ? (
          <>
            <Section>
              {mayImport ? (
                <DropZone label="Activity file" busy={isReading} problem={problem} onFile={(file) => void take(file)}>
                  <Text size="sm" c="dimmed" ta="center" maw={560}>
                    Any layout with a reference, a date, a type, and an amount in each row. A file is imported as a
                    whole or not at all, and a row with a known reference has no effect, so overlapping files are safe.
                  </Text>
                  <Anchor
                    component="button"
                    type="button"
                    size="sm"
                    onClick={() => download("activity-example.csv", example)}
                  >
                    Download example
                  </Anchor>
                </DropZone>
              ) : (
                <Text size="sm" c="dimmed">
                  You do not have permission to import activity.
                </Text>
              )}
            </Section>
            <ImportHelp />
          </>
        ) : (
          <ReadFile table={table} onLeave={() => setTable(undefined)} />
        )}
      </Stack>
    </Page>
  );
}

function ReadFile({ table, onLeave }: { readonly table: CustodianFile; readonly onLeave: () => void }) {
  const [mapping, setMapping] = useState(table.mapping);
  const [types, setTypes] = useState<ActivityTypes>({});
  const isReady = isMapped(mapping) && unknownTypes(table, mapping).every((text) => types[text] !== undefined);
  const file = { fileName: table.fileName, content: activityCsv(table, mapping, types) };
  const large = sizeProblem(table.rows.length, file.content);
  return (
    <>
      <Section
        title={table.fileName}
        actions={
          <Button variant="default" size="xs" onClick={onLeave}>
            Choose another file
          </Button>
        }
      >
        <ActivityColumns table={table} mapping={mapping} types={types} onMapping={setMapping} onTypes={setTypes} />
        {large !== undefined && (
          <Alert color="red" role="alert" mt="md">
            {large}
          </Alert>
        )}
      </Section>
      {isReady && large === undefined && <FilePreview table={table} file={file} />}
    </>
  );
}

function FilePreview({ table, file }: { readonly table: CustodianFile; readonly file: ActivityFile }) {
  const { treasuryId } = route.useParams();
  const preview = useQuery({
    queryKey: ["previewTreasuryImport", treasuryId, file.content],
    queryFn: async ({ signal }) =>
      (await previewTreasuryImport({ path: { treasuryId }, body: file, signal, throwOnError: true })).data,
  });
  return (
    <Loaded query={preview}>
      {(data) => (
        <Preview
          treasuryId={treasuryId}
          file={file}
          preview={{
            ...data,
            problems: data.problems.map((each) => ({ ...each, line: lineInFile(table, each.line) })),
          }}
        />
      )}
    </Loaded>
  );
}

function Preview({
  treasuryId,
  file,
  preview,
}: {
  readonly treasuryId: string;
  readonly file: ActivityFile;
  readonly preview: TreasuryImport;
}) {
  const { rows, problems, balanceBefore, balanceAfter } = preview;
  return (
    <>
      {problems.length > 0 ? (
        <Alert color="red" role="alert" title="Nothing can be imported until the file is corrected">
          <List size="sm">
            {problems.map(({ line, message }) => (
              <List.Item key={`${line} ${message}`}>
                Line {line}: {message}
              </List.Item>
            ))}
          </List>
          {problems.length >= PROBLEMS_SHOWN && (
            <Text size="sm" mt="xs">
              The first {PROBLEMS_SHOWN} problems are shown.
            </Text>
          )}
        </Alert>
      ) : (
        <Section title="Preview">
          <Facts
            facts={[
              { label: "New rows", value: rows.filter(({ outcome }) => outcome !== "alreadyImported").length },
              { label: "Imported before", value: rows.filter(({ outcome }) => outcome === "alreadyImported").length },
              { label: "Balance now", value: <Money amount={balanceBefore} /> },
              { label: "Balance after", value: <Money amount={balanceAfter} /> },
            ]}
          />
          <ImportButton treasuryId={treasuryId} file={file} />
        </Section>
      )}
      {rows.length > 0 && <Rows rows={rows} />}
    </>
  );
}

function ImportButton({ treasuryId, file }: { readonly treasuryId: string; readonly file: ActivityFile }) {
  const moveOn = useMoveOn();
  const refresh = useRefresh();
  const importing = useMutation({
    mutationFn: async () =>
      (await importTreasuryActivity({ path: { treasuryId }, body: file, throwOnError: true })).data,
    onSuccess: async (data) => {
      const waits = "changeId" in data;
      notifyDone(
        waits ? "Saved as a proposal. A second person must confirm the import." : "The activity was imported.",
      );
      void refresh("treasury", "transactions");
      if (waits) await moveOn({ to: "/settings/changes" });
      else await moveOn({ to: "/treasury", search: { account: treasuryId } });
    },
  });
  return (
    <Stack gap="xs" mt="md">
      {importing.error !== null && <Problem error={importing.error} />}
      <Group justify="flex-end">
        <Button loading={importing.isPending} onClick={() => importing.mutate()}>
          Import
        </Button>
      </Group>
    </Stack>
  );
}

function Rows({ rows }: { readonly rows: readonly TreasuryImportRow[] }) {
  return (
    <Section title="Rows" flush>
      <DataTable
        label="Rows"
        rows={rows.slice(0, ROWS_SHOWN)}
        rowKey={({ line }) => String(line)}
        columns={[
          {
            header: "Activity",
            phone: "name",
            cell: ({ type, reference }) => <TwoLines first={typeNames[type]} second={reference} />,
          },
          { header: "Day", phone: "second", cell: ({ day }) => formatDay(day), width: 120 },
          {
            header: "Result",
            phone: "status",
            cell: ({ outcome }) => <StatusMark color={outcomes[outcome].color}>{outcomes[outcome].label}</StatusMark>,
            width: 170,
          },
          {
            header: "Amount",
            align: "right",
            phone: "amount",
            cell: ({ amount }) => <Money amount={amount} />,
            width: 140,
          },
        ]}
      />
      {rows.length > ROWS_SHOWN && (
        <Text size="sm" c="dimmed" p="md">
          The first {ROWS_SHOWN} of {rows.length} rows.
        </Text>
      )}
    </Section>
  );
}
