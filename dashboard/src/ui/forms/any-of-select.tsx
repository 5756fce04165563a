import { MultiSelect, type MultiSelectProps } from "@mantine/core";

/** Any of several: nothing chosen means that all match. */
export function AnyOfSelect({ label, ...props }: MultiSelectProps & { readonly label: string }) {
  return (
    <MultiSelect
      label={label}
      searchable
      clearable
      hidePickedOptions
      nothingFoundMessage="None"
      clearButtonProps={{ "aria-label": `Clear ${label}` }}
      {...props}
    />
  );
}
