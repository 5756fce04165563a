import { Button, Menu } from "@mantine/core";
import { IconChevronDown, IconDownload } from "@tabler/icons-react";
import type { StatementSummary } from "../../api/generated/types.gen.ts";
import { statementPeriod } from "./period.ts";

const formats = [
  { path: "pdf", label: "PDF" },
  { path: "csv", label: "CSV" },
  { path: "ofx", label: "OFX (QuickBooks, Xero)" },
  { path: "camt053", label: "camt.053 (ISO 20022)" },
  { path: "json", label: "JSON" },
] as const;

/** Downloads of one statement. */
export function DownloadMenu({ statement }: { readonly statement: StatementSummary }) {
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <Button
          variant="default"
          size="compact-sm"
          leftSection={<IconDownload size={14} aria-hidden />}
          rightSection={<IconChevronDown size={14} aria-hidden />}
          aria-label={`Download ${statement.accountName}, ${statementPeriod(statement)}`}
        >
          Download
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {formats.map(({ path, label }) => (
          <Menu.Item key={path} component="a" href={`/api/v1/statements/${statement.id}/${path}`} download>
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
