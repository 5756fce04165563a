import { Checkbox, Fieldset, SegmentedControl, SimpleGrid, Stack, Text, TextInput } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { AmountInput } from "#ui/forms/amount-input.tsx";
import { AnyOfSelect } from "#ui/forms/any-of-select.tsx";
import type { RuleFields } from "./rule-draft.ts";
import { useNames } from "./use-names.ts";

/** The conditions of a rule. */
export function RuleConditionFields({ form }: { readonly form: UseFormReturnType<RuleFields> }) {
  const { recipients, accounts } = useNames();
  const several = (name: "recipientIds" | "accountIds", label: string, data: { value: string; label: string }[]) => (
    <AnyOfSelect
      label={label}
      data={data}
      {...form.getInputProps(name)}
      placeholder={form.values[name].length === 0 ? "Any" : ""}
    />
  );
  return (
    <Fieldset legend="When it applies">
      <Stack gap="sm">
        <Text size="sm" c="dimmed">
          All conditions must match. Set at least one.
        </Text>
        <SegmentedControl
          aria-label="Direction"
          size="xs"
          data={[
            { value: "any", label: "Money in or out" },
            { value: "out", label: "Money out" },
            { value: "in", label: "Money in" },
          ]}
          {...form.getInputProps("direction")}
        />
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
          <TextInput
            label="Text"
            description="In the description, counterparty, memo, or note"
            inputWrapperOrder={["label", "input", "description", "error"]}
            maxLength={100}
            {...form.getInputProps("text")}
          />
          <Checkbox
            label="Whole word only"
            mt={{ base: 0, sm: 30 }}
            disabled={form.values.text.trim() === ""}
            {...form.getInputProps("wholeWord", { type: "checkbox" })}
          />
          {several("recipientIds", "Recipients", recipients)}
          {several("accountIds", "Accounts", accounts)}
          <AmountInput
            label="Amount from"
            placeholder="Any"
            {...form.getInputProps("amountFrom")}
            value={form.values.amountFrom}
          />
          <AmountInput
            label="Amount to"
            placeholder="Any"
            {...form.getInputProps("amountTo")}
            value={form.values.amountTo}
          />
        </SimpleGrid>
      </Stack>
    </Fieldset>
  );
}
