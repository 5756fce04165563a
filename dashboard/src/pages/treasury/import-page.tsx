import { Alert, Anchor, Badge, Button, FileButton, Group, List, Stack, Text } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useState } from "react";
import { importTreasuryActivity, previewTreasuryImport } from "../../api/generated/sdk.gen.ts";
import type { TreasuryImport, TreasuryImportRow } from "../../api/generated/types.gen.ts";
import { useRefresh } from "../../api/refresh.ts";
import { useRight } from "../../app/session/session.ts";
import { notifyDone } from "../../ui/feedback/notify.ts";
import { Problem } from "../../ui/feedback/problem.tsx";
import { download } from "../../ui/files/download.ts";
import { FormProblem } from "../../ui/forms/form-problem.tsx";
import { Money } from "../../ui/money/money.tsx";
import { Facts } from "../../ui/page/facts.tsx";
import { Page } from "../../ui/page/page.tsx";
import { Section } from "../../ui/page/section.tsx";
import { useMoveOn } from "../../ui/page/use-move-on.ts";
import { formatDay } from "../../ui/page/when.tsx";
import { DataTable } from "../../ui/table/data-table.tsx";
import { TwoLines } from "../../ui/table/two-lines.tsx";
import { example, sizeProblem, textOf } from "./activity-file.ts";
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

/** Imports a custodian's activity file: choose, preview, import. */
export function ImportPage() {
  const { treasuryId } = route.useParams();
  const mayImport = useRight("manageOrganization");
  const [file, setFile] = useState<ActivityFile>();
  const [problem, setProblem] = useState<string>();
  const preview = useMutation({
    mutationFn: async (body: ActivityFile) =>
      (await previewTreasuryImport({ path: { treasuryId }, body, throwOnError: true })).data,
  });
  const take = async (chosen: File | null) => {
    if (chosen === null) return;
    const content = await textOf(chosen);
    const large = sizeProblem(content);
    setProblem(large);
    const read = { fileName: chosen.name.slice(0, 120), content };
    setFile(large === undefined ? read : undefined);
    if (large === undefined) preview.mutate(read);
  };
  return (
    <Page title="Import activity" lead="Record what your custodian reports: trades, dividends, and fees.">
      <Stack gap="md">
        <Section title="File">
          <Stack gap="sm" align="flex-start">
            <Text size="sm" maw={640}>
              CSV with the columns Reference, Date, Type, and Amount. A file is imported as a whole or not at all, and a
              row with a known reference has no effect, so overlapping files are safe.
            </Text>
            <Anchor
              component="button"
              type="button"
              size="sm"
              onClick={() => download("activity-example.csv", example)}
            >
              Download example
            </Anchor>
            {mayImport ? (
              <FileButton
                onChange={(chosen) => void take(chosen)}
                accept=".csv,text/csv"
                inputProps={{ "aria-label": "CSV file" }}
              >
                {(props) => (
                  <Button {...props} variant={file === undefined ? "filled" : "default"} loading={preview.isPending}>
                    {file === undefined ? "Choose file" : "Choose another file"}
                  </Button>
                )}
              </FileButton>
            ) : (
              <Text size="sm" c="dimmed">
                You do not have permission to import activity.
              </Text>
            )}
            <FormProblem problem={problem} />
            {preview.error !== null && <Problem error={preview.error} />}
          </Stack>
        </Section>
        {file !== undefined && preview.data !== undefined && (
          <Preview treasuryId={treasuryId} file={file} preview={preview.data} />
        )}
        <ImportHelp />
      </Stack>
    </Page>
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
        <Section title={file.fileName}>
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
      <Group>
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
            cell: ({ type, reference }) => <TwoLines first={typeNames[type]} second={reference} />,
          },
          { header: "Day", cell: ({ day }) => formatDay(day), width: 120 },
          {
            header: "Result",
            cell: ({ outcome }) => (
              <Badge variant="light" size="sm" radius="sm" tt="none" color={outcomes[outcome].color}>
                {outcomes[outcome].label}
              </Badge>
            ),
            width: 170,
          },
          { header: "Amount", align: "right", cell: ({ amount }) => <Money amount={amount} />, width: 140 },
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
