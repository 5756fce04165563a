import { Button, Menu } from "@mantine/core";
import { IconChevronDown, IconDownload } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { type Lines, type SavedFormat, savedFormats, saveLines } from "../files/workbook/save-lines.ts";
import { useAction } from "../forms/use-action.ts";

const labels: Readonly<Record<SavedFormat, string>> = { csv: "CSV", xlsx: "Excel (XLSX)" };

/** Downloads a list as a file, in the chosen format. */
export const FileFormatMenu = ({ addressOf }: { readonly addressOf: (format: SavedFormat) => string }) => (
  <ExportButton>
    {savedFormats.map((format) => (
      <Menu.Item key={format} component="a" href={addressOf(format)} download>
        {labels[format]}
      </Menu.Item>
    ))}
  </ExportButton>
);

/** Saves what a table of this page shows, in the chosen format. */
export function SaveLinesMenu({
  name,
  linesOf,
}: {
  /** Of the file, without its ending. */
  readonly name: string;
  readonly linesOf: () => Lines | Promise<Lines>;
}) {
  const { busy, run } = useAction([]);
  return (
    <ExportButton busy={busy}>
      {savedFormats.map((format) => (
        <Menu.Item
          key={format}
          onClick={() => void run(async () => saveLines(name, format, await linesOf()), `${labels[format]} file saved`)}
        >
          {labels[format]}
        </Menu.Item>
      ))}
    </ExportButton>
  );
}

const ExportButton = ({ busy = false, children }: { readonly busy?: boolean; readonly children: ReactNode }) => (
  <Menu position="bottom-end">
    <Menu.Target>
      <Button
        size="xs"
        variant="default"
        loading={busy}
        leftSection={<IconDownload size={14} aria-hidden />}
        rightSection={<IconChevronDown size={12} aria-hidden />}
      >
        Export
      </Button>
    </Menu.Target>
    <Menu.Dropdown>{children}</Menu.Dropdown>
  </Menu>
);
