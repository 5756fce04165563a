import { Button, Menu } from "@mantine/core";
import { IconChevronDown, IconDownload } from "@tabler/icons-react";

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

/** Downloads of a statement, or of a month's statements of all accounts, each in a file of its own. */
export function DownloadMenu({
  text,
  label,
  ids,
}: {
  readonly text: string;
  /** For screen readers, which do not see the row. */
  readonly label: string;
  readonly ids: readonly string[];
}) {
  const [first = "", ...others] = ids;
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <Button
          variant="default"
          size="compact-sm"
          leftSection={<IconDownload size={14} aria-hidden />}
          rightSection={<IconChevronDown size={14} aria-hidden />}
          aria-label={label}
        >
          {text}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {formats.map(({ path, label: name }) => (
          <Menu.Item
            key={path}
            component="a"
            href={addressOf(first, path)}
            download
            onClick={() => void downloadEach(others.map((id) => addressOf(id, path)))}
          >
            {name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

/** Browsers drop downloads that begin at the same time. */
const PAUSE_MS = 300;

async function downloadEach(addresses: readonly string[]): Promise<void> {
  for (const href of addresses) {
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    Object.assign(document.createElement("a"), { href, download: "" }).click();
  }
}
