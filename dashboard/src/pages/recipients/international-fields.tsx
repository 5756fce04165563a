import { NativeSelect, SimpleGrid, Stack, TextInput } from "@mantine/core";
import type { InternationalDetails } from "../../api/generated/types.gen.ts";
import { countries } from "../../ui/forms/countries.ts";
import type { DetailsField, TypedDetails } from "./typed-details.ts";

/** National bank codes, where account numbers do not include them, by the country of the BIC. */
const codeLabels: Readonly<Record<string, string>> = {
  AU: "BSB number",
  CA: "Institution and transit number",
  IN: "IFSC",
  ZA: "Branch code",
};

const codeLabelOf = ({ swiftCode }: TypedDetails): string | undefined =>
  codeLabels[swiftCode.replaceAll(/\s/g, "").toUpperCase().slice(4, 6)];

/** Fields that only some banks require. */
export const neededAbroad = (details: TypedDetails): readonly (keyof TypedDetails)[] =>
  codeLabelOf(details) === undefined ? [] : ["nationalBankCode"];

export function InternationalFields({
  details,
  field,
  addressLabel,
}: {
  readonly details: TypedDetails;
  readonly field: DetailsField;
  readonly addressLabel: string;
}) {
  const codeLabel = codeLabelOf(details);
  return (
    <Stack gap="sm">
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        <TextInput label="BIC (SWIFT code)" {...field("swiftCode")} />
        <TextInput label="IBAN or account number" {...field("iban")} />
        {codeLabel !== undefined && <TextInput label={codeLabel} {...field("nationalBankCode")} />}
        <TextInput label="Bank" {...field("bankName")} />
        <TextInput
          label="Correspondent bank’s BIC (optional)"
          {...field("correspondentSwiftCode", "correspondentInfo.swiftCode")}
        />
      </SimpleGrid>
      <TextInput label={addressLabel} placeholder="Street and number" {...field("address1")} />
      <TextInput label="Address line 2 (optional)" {...field("address2")} />
      <SimpleGrid cols={{ base: 1, sm: 3 }} spacing="sm">
        <TextInput label="City" {...field("city")} />
        <TextInput label="Region (optional)" {...field("region")} />
        <TextInput label="Postal code (optional)" {...field("postalCode")} />
      </SimpleGrid>
      <NativeSelect
        label="Country"
        data={[{ value: "", label: "Choose a country" }, ...countries]}
        {...field("country")}
      />
    </Stack>
  );
}

/** The details as an API request; the API validates them. */
export function internationalBody(details: TypedDetails): InternationalDetails {
  const { iban, swiftCode, bankName, nationalBankCode, correspondentSwiftCode } = details;
  const { address1, address2, city, region, postalCode, country } = details;
  return {
    iban,
    swiftCode,
    bankName,
    address: { address1, address2: address2 || null, city, region, postalCode, country },
    nationalBankCode: nationalBankCode || null,
    correspondentInfo: correspondentSwiftCode === "" ? null : { swiftCode: correspondentSwiftCode },
  };
}
