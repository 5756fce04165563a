import { SimpleGrid, Stack, Text, TextInput, type TextInputProps } from "@mantine/core";

/** What ACH files say in addition to the bank details, with their lengths in the file. */
export const achFieldNames = [
  "companyEntryDescription",
  "companyDiscretionaryData",
  "individualIdentificationNumber",
] as const;
export type AchFieldName = (typeof achFieldNames)[number];
export type TypedAchFields = Readonly<Record<AchFieldName, string>>;

const labels: Readonly<Record<AchFieldName, { readonly label: string; readonly lengthMax: number }>> = {
  companyEntryDescription: { label: "Entry description (optional)", lengthMax: 10 },
  companyDiscretionaryData: { label: "Discretionary data (optional)", lengthMax: 20 },
  individualIdentificationNumber: { label: "Identification number (optional)", lengthMax: 15 },
};

/** The API's member `achFields`, apart from when a payment settles; null if nothing was typed. */
export const achFieldsBody = (typed: TypedAchFields): Partial<TypedAchFields> | null => {
  const given = achFieldNames.filter((name) => typed[name].trim() !== "");
  return given.length === 0 ? null : Object.fromEntries(given.map((name) => [name, typed[name].trim()]));
};

/** Fields that few payments need: banks ask for them, or recipients recognize payments by them. */
export function AchFieldInputs({
  hint,
  field,
}: {
  readonly hint: string;
  readonly field: (name: AchFieldName) => Pick<TextInputProps, "value" | "error" | "onChange">;
}) {
  return (
    <Stack gap={6}>
      <Text size="sm" c="dimmed">
        {hint}
      </Text>
      <SimpleGrid cols={{ base: 1, sm: 3 }} spacing="sm">
        {achFieldNames.map((name) => (
          <TextInput
            key={name}
            label={labels[name].label}
            maxLength={labels[name].lengthMax}
            autoComplete="off"
            {...field(name)}
          />
        ))}
      </SimpleGrid>
    </Stack>
  );
}
