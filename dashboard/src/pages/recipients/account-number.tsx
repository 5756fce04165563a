import { Stack, TextInput } from "@mantine/core";
import { useRef } from "react";
import { NEEDED } from "../../api/field-words.ts";
import type { DetailsField, TypedDetails } from "./typed-details.ts";

const DIFFERENT = "The account numbers do not match.";
const LAST_DIGITS = 4;

const compact = (text: string): string => text.replaceAll(/[\s-]/g, "");

/** A pasted number cannot be mistyped, but it can be the wrong one or cut off: its last digits are compared. */
const confirmationOf = ({ accountNumber, accountNumberEntry }: TypedDetails): string =>
  accountNumberEntry === "pasted" ? compact(accountNumber).slice(-LAST_DIGITS) : compact(accountNumber);

/** What is wrong with the confirmation of a number; undefined without a number. */
export function confirmationProblem(details: TypedDetails): string | undefined {
  const expected = confirmationOf(details);
  const typed = compact(details.accountNumberAgain);
  if (expected === "" || typed === expected) return undefined;
  return typed === "" ? NEEDED : DIFFERENT;
}

/** The number, entered twice, or pasted once and confirmed by its last digits. */
export function AccountNumberFields({
  details,
  field,
  onChange,
}: {
  readonly details: TypedDetails;
  readonly field: DetailsField;
  readonly onChange: (details: TypedDetails) => void;
}) {
  const pasted = useRef<string>(undefined);
  const expected = confirmationOf(details);
  const again = field("accountNumberAgain");
  // While the number is being typed, only what cannot become right is wrong.
  const isDifferent = !expected.startsWith(compact(details.accountNumberAgain));
  return (
    <Stack gap="sm">
      <TextInput
        label="Account number"
        inputMode="numeric"
        {...field("accountNumber")}
        onPaste={(event) => {
          pasted.current = event.clipboardData.getData("text").trim();
        }}
        onChange={({ currentTarget: { value } }) => {
          const isPasted = pasted.current !== undefined && value.trim() === pasted.current;
          pasted.current = undefined;
          onChange({
            ...details,
            accountNumber: value,
            accountNumberEntry: isPasted ? "pasted" : "typed",
            // Digits that confirmed another number.
            accountNumberAgain: isPasted ? "" : details.accountNumberAgain,
          });
        }}
      />
      {expected !== "" && (
        <TextInput
          {...again}
          label={details.accountNumberEntry === "pasted" ? "Last four digits" : "Confirm account number"}
          description={
            details.accountNumberEntry === "pasted"
              ? "Of the account number, read from the document and not from the field above"
              : undefined
          }
          inputMode="numeric"
          required
          pattern={patternOf(expected)}
          title={DIFFERENT}
          error={isDifferent ? DIFFERENT : again.error}
          onPaste={(event) => {
            // The same mistake twice confirms nothing.
            if (details.accountNumberEntry === "typed") event.preventDefault();
          }}
        />
      )}
    </Stack>
  );
}

/** As an input's pattern, with the spaces and hyphens that people write. */
const patternOf = (expected: string): string =>
  [...expected].map((character) => (/[A-Za-z0-9]/.test(character) ? character : ".")).join("[\\s\\-]*");
