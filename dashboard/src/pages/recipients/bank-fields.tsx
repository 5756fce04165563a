import { Group, NativeSelect, SimpleGrid, Stack, TextInput } from "@mantine/core";
import { useState } from "react";
import { NEEDED } from "../../api/field-words.ts";
import { AchFieldInputs, achFieldNames, achFieldsBody } from "../../ui/forms/ach-fields.tsx";
import { Folded } from "../../ui/forms/folded.tsx";
import { accountTypeNames, type PaymentMethod, shownMethods } from "../../ui/money/payment-methods.ts";
import { AccountNumberFields, confirmationProblem } from "./account-number.tsx";
import { useBankOfNumber } from "./bank-of-number.ts";
import { InternationalFields, neededAbroad } from "./international-fields.tsx";
import type { DetailsField, TypedDetails } from "./typed-details.ts";

const addressNames = ["address1", "city", "region", "postalCode"] as const;
const neededNames = {
  usAccount: ["routingNumber", "accountNumber"],
  usAccountAndAddress: ["routingNumber", "accountNumber", ...addressNames],
  mailingAddress: addressNames,
  foreignAccount: ["iban", "swiftCode", "bankName", "address1", "city", "country"],
} as const satisfies Readonly<Record<string, readonly (keyof TypedDetails)[]>>;

/**
 * Required fields that are empty, all at once: the API would report them one kind at a time. Also an account number that
 * was not confirmed, which the API does not know.
 */
export function emptyFields(method: PaymentMethod, details: TypedDetails): Readonly<Record<string, string>> {
  const kind = shownMethods[method].details;
  const needed: readonly (keyof TypedDetails)[] = neededNames[kind];
  const unconfirmed = kind.startsWith("usAccount") ? confirmationProblem(details) : undefined;
  return {
    ...Object.fromEntries(
      [...needed, ...(kind === "foreignAccount" ? neededAbroad(details) : [])]
        .filter((name) => details[name].trim() === "")
        .map((name) => [name, NEEDED]),
    ),
    ...(unconfirmed === undefined ? {} : { accountNumberAgain: unconfirmed }),
  };
}

interface FieldsProps {
  readonly method: PaymentMethod;
  readonly details: TypedDetails;
  readonly onChange: (details: TypedDetails) => void;
  /** API messages by field name. */
  readonly errors: Readonly<Record<string, string>>;
  /** The label of the recipient's address, depending on who fills in the form. */
  readonly addressLabel?: string;
  /** Payees do not enter what files say about payments to them. */
  readonly isPayee?: boolean;
}

export function BankFields({
  method,
  details,
  onChange,
  errors,
  addressLabel = "Recipient’s address",
  isPayee = false,
}: FieldsProps) {
  const field: DetailsField = (name, path = name) => ({
    value: details[name],
    error: errors[name] ?? errors[path] ?? errors[`address.${name}`] ?? errors[`achFields.${name}`],
    onChange: (event: { readonly currentTarget: { readonly value: string } }) =>
      onChange({ ...details, [name]: event.currentTarget.value }),
    autoComplete: "off",
  });
  const kind = shownMethods[method].details;
  const bank = useBankOfNumber(details.routingNumber);
  if (kind === "foreignAccount")
    return <InternationalFields details={details} field={field} addressLabel={addressLabel} />;
  return (
    <Stack gap="sm">
      {kind !== "mailingAddress" && (
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
          <TextInput
            label="Routing number"
            description={bank}
            inputWrapperOrder={["label", "input", "description", "error"]}
            inputMode="numeric"
            {...field("routingNumber")}
          />
          <AccountNumberFields details={details} field={field} onChange={onChange} />
          {method === "ach" && (
            <NativeSelect
              label="Account type"
              data={Object.entries(accountTypeNames).map(([value, label]) => ({ value, label }))}
              {...field("electronicAccountType")}
            />
          )}
          <TextInput label="Bank (optional)" {...field("bankName")} />
        </SimpleGrid>
      )}
      {method === "ach" && !isPayee && <AchFields details={details} field={field} />}
      {kind !== "usAccount" && (
        <AddressFields label={kind === "mailingAddress" ? "Mailing address" : addressLabel} field={field} />
      )}
    </Stack>
  );
}

/** Few recipients need them. */
function AchFields({ details, field }: { readonly details: TypedDetails; readonly field: DetailsField }) {
  const [isGiven] = useState(() => achFieldsBody(details) !== null);
  const hasProblem = achFieldNames.some((name) => field(name).error);
  return (
    <Folded label="ACH options" opened={isGiven || hasProblem}>
      <AchFieldInputs
        hint="Sent in ACH files for this recipient. Fields left empty have the values of the bank connection."
        field={field}
      />
    </Folded>
  );
}

function AddressFields({ label, field }: { readonly label: string; readonly field: DetailsField }) {
  return (
    <Stack gap="sm">
      <TextInput label={label} placeholder="Street address" {...field("address1")} />
      <TextInput label="Address line 2 (optional)" {...field("address2")} />
      <Group gap="sm" align="flex-start" grow>
        <TextInput label="City" {...field("city")} />
        <TextInput label="State" placeholder="OR" {...field("region")} />
        <TextInput label="ZIP code" {...field("postalCode")} />
      </Group>
    </Stack>
  );
}

/** The details as an API request; the API validates them. */
export function bankDetailsBody(
  method: Exclude<PaymentMethod, "internationalWire">,
  details: TypedDetails,
  { isPayee = false }: { readonly isPayee?: boolean } = {},
) {
  const { accountNumber, routingNumber, bankName, electronicAccountType } = details;
  const { address1, address2, city, region, postalCode, country } = details;
  const address = { address1, address2: address2 || null, city, region, postalCode, country };
  const numbers = { accountNumber, routingNumber, bankName: bankName || null };
  switch (method) {
    case "ach":
      // A value of the select, which are the API's.
      return {
        electronicRoutingInfo: {
          ...numbers,
          electronicAccountType: electronicAccountType as "businessChecking",
          ...(isPayee ? {} : { achFields: achFieldsBody(details) }),
        },
      };
    case "realTimePayment":
      return { realTimePaymentRoutingInfo: numbers };
    case "domesticWire":
      return { domesticWireRoutingInfo: { ...numbers, address } };
    case "check":
      return { checkInfo: { address } };
  }
}
