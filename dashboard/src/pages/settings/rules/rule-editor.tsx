import { Button, Checkbox, Fieldset, Group, Modal, NumberInput, Stack, Text, TextInput } from "@mantine/core";
import { type UseFormReturnType, useForm } from "@mantine/form";
import { proposeApprovalRuleChange } from "#api/generated/sdk.gen.ts";
import { notifyOutcome } from "#ui/feedback/notify-outcome.ts";
import { FormButtons } from "#ui/forms/form-buttons.tsx";
import { FormProblem } from "#ui/forms/form-problem.tsx";
import { showProblems } from "#ui/forms/form-problems.ts";
import { useSubmit } from "#ui/forms/use-submit.ts";
import { ConditionFields } from "./condition-fields.tsx";
import { draftOf, exampleRules, type Rule, type RuleDraft, ruleChangeOf } from "./rule-draft.ts";
import { StepFields } from "./step-fields.tsx";
import type { RuleOptionLists } from "./use-rule-names.ts";

/** Adds or edits a rule. The change waits for a second person where there is one. */
export function RuleEditor({
  rule,
  rules,
  names,
  onClose,
}: {
  readonly rule: Rule | undefined;
  readonly rules: readonly Rule[];
  readonly names: RuleOptionLists;
  readonly onClose: () => void;
}) {
  const form = useForm<RuleDraft>({ initialValues: draftOf(rule, rules) });
  const { busy, problem, submit } = useSubmit();
  const propose = async (draft: RuleDraft) => {
    try {
      const { data } = await proposeApprovalRuleChange({ body: ruleChangeOf(draft, rule?.ruleId), throwOnError: true });
      notifyOutcome(data, "The rule is active.");
    } catch (error) {
      // Some problems have no field of their own, so the message is shown as well.
      showProblems(error, form, fieldOf);
      throw error;
    }
    onClose();
  };
  return (
    <Modal opened onClose={onClose} size="lg" title={rule === undefined ? "Add rule" : `Edit ${rule.name}`}>
      <form onSubmit={form.onSubmit((draft) => void submit(() => propose(draft)))}>
        <Stack gap="sm">
          <FormProblem problem={problem} />
          {rule === undefined && (
            <Group gap={6} role="group" aria-label="Examples">
              <Text size="sm" c="dimmed">
                Start with an example:
              </Text>
              {exampleRules.map(({ label, draft }) => (
                <Button
                  key={label}
                  size="compact-sm"
                  variant="default"
                  onClick={() => form.setValues({ ...draftOf(undefined, rules), ...draft })}
                >
                  {label}
                </Button>
              ))}
            </Group>
          )}
          <Group align="flex-start" grow preventGrowOverflow={false}>
            <TextInput label="Name" required maxLength={100} data-autofocus {...form.getInputProps("name")} />
            <NumberInput
              label="Position"
              description="Lower positions are checked first."
              inputWrapperOrder={["label", "input", "description", "error"]}
              min={1}
              max={10_000}
              allowDecimal={false}
              required
              {...form.getInputProps("position")}
            />
          </Group>
          <Fieldset legend="When it applies">
            <Text size="sm" c="dimmed" mb="xs">
              All conditions must match. A rule without conditions always applies.
            </Text>
            <ConditionFields form={form} names={names} />
          </Fieldset>
          <Fieldset legend="Approval steps, in order">
            <StepFields form={form} people={names.people} />
          </Fieldset>
          <RuleOptions form={form} />
          <FormButtons
            submit={rule === undefined ? "Add rule" : "Save rule"}
            busy={busy}
            disabled={form.values.name.trim() === ""}
            onCancel={onClose}
          />
        </Stack>
      </form>
    </Modal>
  );
}

function RuleOptions({ form }: { readonly form: UseFormReturnType<RuleDraft> }) {
  return (
    <>
      <Checkbox label="Requester may approve" {...form.getInputProps("allowSelfApproval", { type: "checkbox" })} />
      <Checkbox
        label="Applies to direct sends: tokens cannot send these payments without approval"
        {...form.getInputProps("bindsDirectSend", { type: "checkbox" })}
      />
      <Checkbox label="Active" {...form.getInputProps("active", { type: "checkbox" })} />
    </>
  );
}

/** Maps API paths such as `conditions.accountIds.0` and `steps.1.userIds.0` to the form's fields. */
const fieldOf = (path: string): string =>
  path
    .replace(/^conditions\./, "")
    .replace(/(Ids)\.\d+$/, "$1")
    .replace(/\.approvers$/, ".userIds")
    .replace(/\.approvers\./, ".");
