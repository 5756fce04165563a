import { NumberInput, SimpleGrid } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { AnyOfSelect } from "#ui/forms/any-of-select.tsx";
import { methodChoices } from "#ui/money/payment-methods.ts";
import type { RuleDraft } from "./rule-draft.ts";
import type { RuleOption, RuleOptionLists } from "./use-rule-names.ts";

type Form = UseFormReturnType<RuleDraft>;

/** The rule's conditions, chosen by name. */
export function ConditionFields({ form, names }: { readonly form: Form; readonly names: RuleOptionLists }) {
  const amount = {
    prefix: "$",
    thousandSeparator: ",",
    decimalScale: 2,
    min: 0.01,
    hideControls: true,
    placeholder: "Any",
  };
  const several = (name: keyof RuleDraft & string, label: string, data: readonly RuleOption[]) => (
    <AnyOfSelect
      label={label}
      data={[...data]}
      {...form.getInputProps(name)}
      placeholder={[form.values[name]].flat().length === 0 ? "Any" : ""}
    />
  );
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
      <NumberInput
        label="Amount at or above"
        description="Total to the recipient that day"
        inputWrapperOrder={["label", "input", "description", "error"]}
        {...amount}
        {...form.getInputProps("amountFrom")}
      />
      <NumberInput
        label="Account total at or above"
        description="Total leaving the account that day"
        inputWrapperOrder={["label", "input", "description", "error"]}
        {...amount}
        {...form.getInputProps("accountDayFrom")}
      />
      {several("methods", "Methods", methodChoices)}
      {several("accountIds", "From accounts", names.accounts)}
      {several("recipientIds", "To recipients", names.recipients)}
      <NumberInput
        label="New or changed within (hours)"
        min={1}
        max={8760}
        allowDecimal={false}
        hideControls
        placeholder="Any"
        {...form.getInputProps("recipientNewOrChangedWithinHours")}
      />
      {several("requesterUserIds", "Requested by users", names.people)}
      {(names.tokens.length > 0 || form.values.tokenIds.length > 0) &&
        several("tokenIds", "Requested by tokens", names.tokens)}
    </SimpleGrid>
  );
}
