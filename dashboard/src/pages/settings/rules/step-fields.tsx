import { Button, Group, MultiSelect, NativeSelect, NumberInput, Stack } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { newStep, type RuleDraft, type StepDraft } from "./rule-draft.ts";
import classes from "./rules.module.css";
import type { RuleOption } from "./use-rule-names.ts";

/** Roles that can approve; the API rejects approvals of any other. */
const approverRoles = [
  { value: "administrator", label: "Administrator" },
  { value: "approver", label: "Approver" },
  { value: "custom", label: "Custom" },
];

/** Approval steps in sequence. */
export function StepFields({
  form,
  people,
}: {
  readonly form: UseFormReturnType<RuleDraft>;
  readonly people: readonly RuleOption[];
}) {
  const { steps } = form.values;
  return (
    <Stack gap="xs">
      {steps.map((step, index) => (
        <Step
          // biome-ignore lint/suspicious/noArrayIndexKey: the order of steps is what they are
          key={index}
          form={form}
          people={people}
          index={index}
          step={step}
          isOnly={steps.length === 1}
        />
      ))}
      <Group>
        <Button
          size="compact-sm"
          variant="default"
          disabled={steps.length >= 10}
          onClick={() => form.insertListItem("steps", newStep)}
        >
          Add step
        </Button>
      </Group>
    </Stack>
  );
}

function Step({
  form,
  people,
  index,
  step,
  isOnly,
}: {
  readonly form: UseFormReturnType<RuleDraft>;
  readonly people: readonly RuleOption[];
  readonly index: number;
  readonly step: StepDraft;
  readonly isOnly: boolean;
}) {
  const name = `Step ${index + 1}`;
  const path = `steps.${index}`;
  return (
    <Stack gap="xs" className={classes["step"] ?? ""} role="group" aria-label={name}>
      <Group align="flex-end" gap="sm">
        <NumberInput
          label="Approvals"
          aria-label={`Approvals in step ${index + 1}`}
          w={80}
          hideControls
          min={1}
          max={20}
          allowDecimal={false}
          required
          {...form.getInputProps(`${path}.approvals`)}
        />
        <NativeSelect
          label="By"
          aria-label={`Approvers in step ${index + 1}`}
          flex={1}
          data={[
            { value: "anyone", label: "Any approver" },
            { value: "roles", label: "Users with a role" },
            { value: "users", label: "Specific users" },
          ]}
          {...form.getInputProps(`${path}.who`)}
        />
        {!isOnly && (
          <Button
            size="compact-sm"
            variant="subtle"
            color="gray"
            aria-label={`Remove step ${index + 1}`}
            onClick={() => form.removeListItem("steps", index)}
          >
            Remove
          </Button>
        )}
      </Group>
      <Approvers form={form} people={people} path={path} who={step.who} />
    </Stack>
  );
}

function Approvers({
  form,
  people,
  path,
  who,
}: {
  readonly form: UseFormReturnType<RuleDraft>;
  readonly people: readonly RuleOption[];
  readonly path: string;
  readonly who: StepDraft["who"];
}) {
  if (who === "anyone") return null;
  const label = who === "roles" ? "Roles" : "Users";
  return (
    <MultiSelect
      // Another kind of approver is another field.
      key={who}
      label={label}
      data={who === "roles" ? approverRoles : [...people]}
      searchable
      nothingFoundMessage="None"
      clearButtonProps={{ "aria-label": `Clear ${label.toLowerCase()}` }}
      {...form.getInputProps(`${path}.${who === "roles" ? "roles" : "userIds"}`)}
    />
  );
}
