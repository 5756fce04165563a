import { NativeSelect, SimpleGrid, Text } from "@mantine/core";
import { type FileField, fileFields } from "./csv-file.ts";
import type { PaymentFileJob } from "./csv-store.ts";

/** Assigns the file's columns to the fields of a payment. */
export function ColumnMapping({
  job: { file, mapping },
  disabled,
  onChange,
}: {
  readonly job: PaymentFileJob;
  readonly disabled: boolean;
  readonly onChange: (mapping: PaymentFileJob["mapping"]) => void;
}) {
  const columnsOf = (name: FileField) => ({
    value: mapping[name] === undefined ? "" : String(mapping[name]),
    onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) => {
      const { [name]: _, ...others } = mapping;
      onChange(value === "" ? others : { ...others, [name]: Number.parseInt(value, 10) });
    },
  });
  return (
    <div>
      <Text size="sm" fw={500} mb={4}>
        Columns
      </Text>
      <SimpleGrid cols={{ base: 2, sm: 4, lg: 7 }} spacing="xs">
        {fileFields.map(({ name, label, needed }) => (
          <NativeSelect
            key={name}
            size="xs"
            label={label}
            disabled={disabled}
            error={needed && mapping[name] === undefined ? "Choose a column" : undefined}
            data={[
              { value: "", label: needed ? "Choose" : "Not in the file" },
              ...file.headers.map((header, column) => ({
                value: String(column),
                label: header || `Column ${column + 1}`,
              })),
            ]}
            {...columnsOf(name)}
          />
        ))}
      </SimpleGrid>
    </div>
  );
}
