import { Button, FileButton, Stack, Text } from "@mantine/core";
import { IconFileSpreadsheet } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import { FormProblem } from "../forms/form-problem.tsx";
import classes from "./drop-zone.module.css";

const TABLES = ".csv,.tsv,.txt,.xlsx,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

/** A place for a CSV or Excel file, which is dropped or chosen. */
export function DropZone({
  label,
  busy,
  problem,
  children,
  onFile,
}: {
  /** The file's name for screen readers. */
  readonly label: string;
  readonly busy: boolean;
  readonly problem: string | undefined;
  /** What the file may contain. */
  readonly children: ReactNode;
  readonly onFile: (file: File) => void;
}) {
  const [over, setOver] = useState(false);
  const take = (file: File | null | undefined) => file && onFile(file);
  return (
    <fieldset
      aria-label="File drop area"
      className={classes["zone"]}
      data-over={over || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        take(event.dataTransfer.files[0]);
      }}
    >
      <Stack align="center" gap="sm">
        <IconFileSpreadsheet size={32} stroke={1.4} aria-hidden />
        <Text size="sm" className="forMouse">
          Drop a CSV or Excel file here, or
        </Text>
        <FileButton onChange={take} accept={TABLES} inputProps={{ "aria-label": label }}>
          {(props) => (
            <Button {...props} loading={busy}>
              Choose file
            </Button>
          )}
        </FileButton>
        <FormProblem problem={problem} />
        {children}
      </Stack>
    </fieldset>
  );
}
