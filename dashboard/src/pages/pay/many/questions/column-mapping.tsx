import { Button, NativeSelect, SimpleGrid, Text } from "@mantine/core";
import { useState } from "react";
import { textOfCell } from "#ui/files/tables/file-table.ts";
import { withColumn } from "../payment-file.ts";
import { type FileField, fileFields, HEADINGS, type Mapping, PRODUCT } from "../reading/columns/field-names.ts";
import { cellOf } from "../reading/understand-table.ts";
import type { FileJob } from "../use-job.ts";

/** What a field can be besides a column. */
function structureOptions(field: FileField, { quantity, unitAmount }: Mapping) {
  if (field === "recipient") return [{ value: String(HEADINGS), label: "Headings above the rows" }];
  const hasPrice = field === "amount" && quantity !== undefined && unitAmount !== undefined;
  return hasPrice ? [{ value: String(PRODUCT), label: "Quantity × unit price" }] : [];
}

/** Assigns the file's columns to the fields of a payment. Fields that the file does not have are shown on request. */
export function ColumnMapping({ state, disabled }: { readonly state: FileJob; readonly disabled: boolean }) {
  const { headers, records, mapping } = state.understanding;
  const [showsAll, setShowsAll] = useState(false);
  // A field whose column was just taken away stays in its place.
  const [found] = useState(() => fileFields.filter(({ name, needed }) => needed || mapping[name] !== undefined));
  const isShown = (field: (typeof fileFields)[number]) =>
    showsAll || found.includes(field) || mapping[field.name] !== undefined;
  const hidden = fileFields.filter((field) => !isShown(field));
  const example = (column: number) =>
    records.map((record) => textOfCell(cellOf(record, column))).find((text) => text !== "");
  const columnsOf = (name: FileField) => ({
    value: mapping[name] === undefined ? "" : String(mapping[name]),
    onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) =>
      state.choose({ mapping: withColumn(mapping, name, value === "" ? undefined : Number.parseInt(value, 10)) }),
  });
  return (
    <div>
      <Text size="sm" fw={500} mb={4}>
        Columns
      </Text>
      <SimpleGrid cols={{ base: 2, sm: 4, lg: 5 }} spacing="xs">
        {fileFields.filter(isShown).map(({ name, label, needed }) => (
          <NativeSelect
            key={name}
            size="xs"
            label={label}
            disabled={disabled}
            error={needed && mapping[name] === undefined ? "Choose a column" : undefined}
            data={[
              { value: "", label: needed ? "Choose" : "Not in the file" },
              ...structureOptions(name, mapping),
              ...headers.map((header, column) => ({
                value: String(column),
                label: header.slice(0, 60) || `Column ${column + 1}: ${example(column)?.slice(0, 30) ?? "empty"}`,
              })),
            ]}
            {...columnsOf(name)}
          />
        ))}
      </SimpleGrid>
      {hidden.length > 0 && (
        <Button
          size="compact-xs"
          variant="subtle"
          mt="xs"
          ml={-8}
          disabled={disabled}
          onClick={() => setShowsAll(true)}
        >
          Show {hidden.length} more {hidden.length === 1 ? "field" : "fields"}
        </Button>
      )}
    </div>
  );
}
