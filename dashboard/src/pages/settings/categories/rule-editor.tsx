import { Checkbox, Group, Modal, NumberInput, SimpleGrid, Stack, Text, TextInput } from "@mantine/core";
import { type UseFormReturnType, useForm } from "@mantine/form";
import { modals } from "@mantine/modals";
import { createCategoryRule, deleteCategoryRule, updateCategoryRule } from "#api/generated/sdk.gen.ts";
import { useRefresh } from "#api/refresh.ts";
import { notifyDone } from "#ui/feedback/notify.ts";
import { CategorySelect } from "#ui/forms/category-select.tsx";
import { DANGER } from "#ui/forms/danger-color.ts";
import { EditButtons } from "#ui/forms/edit-buttons.tsx";
import { FormProblem } from "#ui/forms/form-problem.tsx";
import { showProblems } from "#ui/forms/form-problems.ts";
import { newKey } from "#ui/forms/new-key.ts";
import { useSubmit } from "#ui/forms/use-submit.ts";
import { RuleConditionFields } from "./rule-condition-fields.tsx";
import { conditionsOf, fieldsOf, type RuleFields, ruleToPreview } from "./rule-draft.ts";
import { RulePreview } from "./rule-preview.tsx";
import type { StoredRule } from "./rule-text.ts";

/** Adds, changes, or deletes a rule, and shows what it would do while it is being written. */
export function CategoryRuleEditor({
  rule,
  rules,
  onClose,
}: {
  readonly rule: StoredRule | undefined;
  readonly rules: readonly StoredRule[];
  readonly onClose: () => void;
}) {
  const refresh = useRefresh();
  const form = useForm<RuleFields>({ initialValues: fieldsOf(rule, rules) });
  const { busy, problem, submit } = useSubmit();
  const draft = ruleToPreview(form.values, rule?.id);
  const finish = async (done: string) => {
    await refresh("categories");
    onClose();
    notifyDone(done);
  };
  const save = async (fields: RuleFields) => {
    try {
      await store(rule, fields);
    } catch (error) {
      showProblems(error, form, (path) => path.replace(/^conditions\./, "").replace(/(Ids)\.\d+$/, "$1"));
      throw error;
    }
    await finish(rule === undefined ? "The rule applies to new transactions." : "The rule was saved.");
  };
  const remove = async ({ id }: StoredRule) => {
    await deleteCategoryRule({ path: { ruleId: id }, throwOnError: true });
    await finish("The rule was deleted.");
  };
  return (
    <Modal opened onClose={onClose} size="lg" title={rule === undefined ? "Add rule" : "Edit rule"}>
      <form onSubmit={form.onSubmit((fields) => void submit(() => save(fields)))}>
        <Stack gap="sm">
          <FormProblem problem={problem} />
          <NameAndCategory form={form} />
          <RuleConditionFields form={form} />
          <Group align="flex-end" gap="md">
            <NumberInput
              label="Position"
              min={1}
              max={Math.max(rules.length + (rule === undefined ? 1 : 0), 1)}
              allowDecimal={false}
              w={110}
              {...form.getInputProps("position")}
            />
            <Checkbox label="Active" pb={8} {...form.getInputProps("active", { type: "checkbox" })} />
          </Group>
          <RulePreview draft={draft} />
          <EditButtons
            submit={rule === undefined ? "Add rule" : "Save rule"}
            busy={busy}
            disabled={form.values.name.trim() === "" || draft === undefined}
            onCancel={onClose}
            onDelete={rule && (() => confirmDelete(rule.name, () => void submit(() => remove(rule))))}
          />
        </Stack>
      </form>
    </Modal>
  );
}

async function store(rule: StoredRule | undefined, fields: RuleFields): Promise<void> {
  const body = {
    name: fields.name.trim(),
    categoryId: fields.categoryId ?? "",
    conditions: conditionsOf(fields) ?? {},
    active: fields.active,
    ...(typeof fields.position === "number" ? { position: fields.position } : {}),
    idempotencyKey: newKey(),
  };
  if (rule === undefined) await createCategoryRule({ body, throwOnError: true });
  else
    await updateCategoryRule({
      path: { ruleId: rule.id },
      body: { ...body, version: rule.version },
      throwOnError: true,
    });
}

function NameAndCategory({ form }: { readonly form: UseFormReturnType<RuleFields> }) {
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
      <TextInput label="Name" required maxLength={100} data-autofocus {...form.getInputProps("name")} />
      <CategorySelect
        label="Category to set"
        required
        clearable={false}
        placeholder="Choose or create"
        categoryId={form.values.categoryId}
        error={form.errors["categoryId"]}
        onChoose={(categoryId) => form.setFieldValue("categoryId", categoryId)}
      />
    </SimpleGrid>
  );
}

const confirmDelete = (name: string, onConfirm: () => void) =>
  modals.openConfirmModal({
    title: `Delete ${name}`,
    children: <Text size="sm">Categories that the rule has set stay until you apply the rules again.</Text>,
    labels: { confirm: "Delete rule", cancel: "Cancel" },
    confirmProps: { color: DANGER },
    onConfirm,
  });
