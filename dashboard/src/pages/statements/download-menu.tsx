import { ActionIcon, Button, Menu } from "@mantine/core";
import { IconChevronDown, IconDownload } from "@tabler/icons-react";
import { useState } from "react";
import { notifyProblem } from "../../ui/feedback/notify.ts";
import { saveFile } from "../../ui/files/download.ts";
import { type ArchivedFile, zipFile } from "../../ui/files/zip-file.ts";
import { fetchDownload } from "./fetch-download.ts";
import { periodTitle, type StatementsOfDays } from "./periods.ts";

const formats = [
  { path: "pdf", label: "PDF" },
  { path: "csv", label: "CSV" },
  { path: "qbo", label: "QuickBooks (QBO)" },
  { path: "quickbooks-csv", label: "QuickBooks (spreadsheet)" },
  { path: "xero-csv", label: "Xero (spreadsheet)" },
  { path: "ofx", label: "OFX" },
  { path: "hledger", label: "hledger" },
  { path: "beancount", label: "Beancount" },
  { path: "camt053", label: "camt.053 (ISO 20022)" },
  { path: "json", label: "JSON" },
] as const;
type Format = (typeof formats)[number]["path"];

const addressOf = (id: string, format: Format): string => `/api/v1/statements/${id}/${format}`;

/** Downloads of one statement. */
export function DownloadMenu({
  id,
  label,
}: {
  readonly id: string;
  /** For screen readers, which do not see the row. */
  readonly label: string;
}) {
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={label} title="Download" data-row-actions>
          <IconDownload size={16} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {formats.map(({ path, label: name }) => (
          <Menu.Item key={path} component="a" href={addressOf(id, path)} download>
            {name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

/** One archive of all accounts' statements in a format. What the custodian issued exists as PDF only. */
export function ZipMenu({ period }: { readonly period: StatementsOfDays }) {
  const [busy, setBusy] = useState(false);
  const save = async (format: Format) => {
    setBusy(true);
    try {
      const addresses = [
        ...period.statements.map(({ id }) => addressOf(id, format)),
        ...period.treasury.map(({ id, accountId }) => `/api/v1/treasury/${accountId}/statements/${id}/pdf`),
      ];
      // One after the other: the service draws one document at a time, and refuses those that wait too long.
      const files: ArchivedFile[] = [];
      for (const address of addresses) files.push(await fetchDownload(address));
      const month = period.kind === "monthly" ? period.startsOn.slice(0, 7) : `${period.startsOn}-to-${period.endsOn}`;
      saveFile(`statements-${month}-${format}.zip`, zipFile(files, "application/zip"));
    } catch (error) {
      notifyProblem(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <Button
          variant="default"
          size="compact-sm"
          loading={busy}
          leftSection={<IconDownload size={14} aria-hidden />}
          rightSection={<IconChevronDown size={14} aria-hidden />}
          aria-label={`Download ZIP, ${periodTitle(period)}`}
        >
          ZIP
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {formats.map(({ path, label }) => (
          <Menu.Item key={path} onClick={() => void save(path)}>
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
