import { SimpleGrid, TextInput } from "@mantine/core";

/** A person's first and last name. */
export function NameFields({ form }: { readonly form: { getInputProps(name: "firstName" | "lastName"): object } }) {
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
      <TextInput label="First name" autoComplete="given-name" required {...form.getInputProps("firstName")} />
      <TextInput label="Last name" autoComplete="family-name" required {...form.getInputProps("lastName")} />
    </SimpleGrid>
  );
}
