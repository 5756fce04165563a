import { Button, Group, Stack, Text } from "@mantine/core";
import { useState } from "react";
import { encodingNames, separatorNames } from "#ui/files/tables/file-table.ts";
import { HEADINGS, PRODUCT } from "../reading/columns/field-names.ts";
import type { FileJob } from "../use-job.ts";
import { ColumnMapping } from "./column-mapping.tsx";
import { dateMeaning, decimalMeaning, FileReading, openReadingOf, ReadingQuestions } from "./file-reading.tsx";

/** How the file is read, on one line, with what only the user can decide. */
export function FileLayout({ state, disabled }: { readonly state: FileJob; readonly disabled: boolean }) {
  const { mapping } = state.understanding;
  const open = openReadingOf(state);
  // What was asked stays, so that an answer can be corrected where it was given.
  const [first] = useState(open);
  const asked = {
    decimal: first.decimal || open.decimal,
    currency: first.currency || open.currency,
    dates: first.dates || open.dates,
  };
  const lacksColumns = mapping.recipient === undefined || mapping.amount === undefined;
  const [isUnfolded, setUnfolded] = useState(lacksColumns);
  const isOpen = isUnfolded || lacksColumns;
  return (
    <Stack gap="sm">
      <Group justify="space-between" gap="xs" wrap="nowrap" align="flex-start">
        <Text size="sm" c="dimmed" style={{ overflowWrap: "anywhere" }}>
          {layoutText(state)}
        </Text>
        <Button
          size="compact-xs"
          variant="subtle"
          aria-expanded={isOpen}
          disabled={lacksColumns}
          style={{ flexShrink: 0 }}
          onClick={() => setUnfolded(!isOpen)}
        >
          {isOpen ? "Hide file settings" : "File settings"}
        </Button>
      </Group>
      {isOpen ? (
        <>
          <FileReading state={state} disabled={disabled} />
          <ColumnMapping state={state} disabled={disabled} />
        </>
      ) : (
        Object.values(asked).includes(true) && <ReadingQuestions state={state} disabled={disabled} asked={asked} />
      )}
    </Stack>
  );
}

/** Separator, columns, and the meaning of numbers and dates, each with its example. */
function layoutText({ job, understanding }: FileJob): string {
  const { table } = job.file;
  const { headers, mapping, decimal, dates, hasDueDates } = understanding;
  const name = (column: number | undefined): string =>
    column === HEADINGS
      ? "the headings"
      : column === PRODUCT
        ? "quantity × unit price"
        : column === undefined
          ? "no column"
          : `“${headers[column]?.slice(0, 30) || `Column ${column + 1}`}”`;
  const how =
    table.kind === "text"
      ? `${separatorNames[table.separator]}, ${encodingNames[table.encoding]}`
      : `Sheet “${table.sheets[table.sheet] ?? ""}”`;
  const parts = [
    how,
    `recipients from ${name(mapping.recipient)}`,
    `amounts from ${name(mapping.amount)}`,
    // As Americans write them, numbers and dates need no explanation.
    ...(decimal.example !== undefined && decimal.isCertain && decimal.sign === ","
      ? [decimalMeaning(decimal.example, decimal.sign)]
      : []),
    ...(mapping.sendOn === undefined
      ? []
      : [`${hasDueDates ? "sent when due" : "sent"}, from ${name(mapping.sendOn)}`]),
    ...(dates.example !== undefined && dates.isCertain && dates.order === "dmy"
      ? [dateMeaning(dates.example, dates.order)]
      : []),
  ];
  return parts.join(" · ");
}
