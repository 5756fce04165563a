import { NativeSelect, SimpleGrid, Stack, Text } from "@mantine/core";
import {
  type ActivityField,
  type ActivityMapping,
  type ActivityType,
  type ActivityTypes,
  activityFields,
  type CustodianFile,
  unknownTypes,
} from "./activity-file.ts";
import { typeNames } from "./treasury-labels.ts";

const offeredTypes = (Object.keys(typeNames) as ActivityType[])
  .map((value) => ({ value, label: typeNames[value] }))
  .toSorted((a, b) => a.label.localeCompare(b.label));

/** Which columns of the file are what, and what its words for types mean. */
export function ActivityColumns({
  table,
  mapping,
  types,
  onMapping,
  onTypes,
}: {
  readonly table: CustodianFile;
  readonly mapping: ActivityMapping;
  readonly types: ActivityTypes;
  readonly onMapping: (mapping: ActivityMapping) => void;
  readonly onTypes: (types: ActivityTypes) => void;
}) {
  const unknown = unknownTypes(table, mapping);
  return (
    <Stack gap="md">
      <SimpleGrid cols={{ base: 2, sm: 4, lg: 5 }} spacing="xs">
        {activityFields.map(({ name, needed }) => (
          <NativeSelect
            key={name}
            size="xs"
            label={name}
            error={needed && mapping[name] === undefined ? "Choose a column" : undefined}
            value={mapping[name] === undefined ? "" : String(mapping[name])}
            data={[
              { value: "", label: needed ? "Choose" : "Not in the file" },
              ...table.headers.map((header, column) => ({
                value: String(column),
                label: header.slice(0, 60) || `Column ${column + 1}`,
              })),
            ]}
            onChange={({ currentTarget: { value } }) => onMapping(withColumn(mapping, name, value))}
          />
        ))}
      </SimpleGrid>
      {unknown.length > 0 && (
        <fieldset style={{ all: "unset", display: "block" }} aria-label="Types">
          <Text size="sm" mb={6}>
            What these types in the file mean:
          </Text>
          <SimpleGrid cols={{ base: 1, sm: 3 }} spacing="xs">
            {unknown.map((text) => (
              <NativeSelect
                key={text}
                size="xs"
                label={text}
                error={types[text] === undefined ? "Choose a type" : undefined}
                value={types[text] ?? ""}
                data={[{ value: "", label: "Choose" }, ...offeredTypes]}
                onChange={({ currentTarget: { value } }) => {
                  const { [text]: _, ...others } = types;
                  const chosen = offeredTypes.find((type) => type.value === value)?.value;
                  onTypes(chosen === undefined ? others : { ...others, [text]: chosen });
                }}
              />
            ))}
          </SimpleGrid>
        </fieldset>
      )}
    </Stack>
  );
}

/** A column that another field had is taken from it. */
function withColumn(mapping: ActivityMapping, field: ActivityField, value: string): ActivityMapping {
  const column = value === "" ? undefined : Number(value);
  const others = Object.entries(mapping).filter(([name, taken]) => name !== field && taken !== column);
  return Object.fromEntries(column === undefined ? others : [...others, [field, column]]);
}
