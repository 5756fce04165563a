import { NativeSelect, SimpleGrid, Text } from "@mantine/core";
import { withColumn } from "../payment-file.ts";
import { type FileField, fileFields } from "../reading/columns/field-names.ts";
import { textOfCell } from "../reading/file-table.ts";
import { cellOf } from "../reading/understand-table.ts";
import type { FileJob } from "../use-job.ts";

/** Assigns the file's columns to the fields of a payment. */
export function ColumnMapping({ state, disabled }: { readonly state: FileJob; readonly disabled: boolean }) {
  const { headers, records, mapping } = state.understanding;
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
        {fileFields.map(({ name, label, needed }) => (
          <NativeSelect
            key={name}
            size="xs"
            label={label}
            disabled={disabled}
            error={needed && mapping[name] === undefined ? "Choose a column" : undefined}
            data={[
              { value: "", label: needed ? "Choose" : "Not in the file" },
              ...headers.map((header, column) => ({
                value: String(column),
                label: header.slice(0, 60) || `Column ${column + 1}: ${example(column)?.slice(0, 30) ?? "empty"}`,
              })),
            ]}
            {...columnsOf(name)}
          />
        ))}
      </SimpleGrid>
    </div>
  );
}
