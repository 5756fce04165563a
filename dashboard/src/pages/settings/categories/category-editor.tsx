import { Checkbox, Fieldset, Modal, Stack, Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { modals } from "@mantine/modals";
import { createCategory, deleteCategory, editCategory } from "#api/generated/sdk.gen.ts";
import { useRefresh } from "#api/refresh.ts";
import { notifyDone } from "#ui/feedback/notify.ts";
import { DANGER } from "#ui/forms/danger-color.ts";
import { EditButtons } from "#ui/forms/edit-buttons.tsx";
import { FormProblem } from "#ui/forms/form-problem.tsx";
import { newKey } from "#ui/forms/new-key.ts";
import { useSubmit } from "#ui/forms/use-submit.ts";
import type { Category } from "./category-section.tsx";

const newCategory = { name: "", visibleForCardSpend: true, visibleForReimbursements: true, visibleForOther: true };

/** Adds, renames, or deletes a category. */
export function CategoryEditor({
  category,
  onClose,
}: {
  readonly category: Category | undefined;
  readonly onClose: () => void;
}) {
  const refresh = useRefresh();
  const { id, ...stored } = category ?? { id: undefined, ...newCategory };
  const form = useForm({ initialValues: stored });
  const { busy, problem, submit } = useSubmit(form);
  const finish = async (done: string) => {
    await refresh("categories");
    onClose();
    notifyDone(done);
  };
  const save = async (values: typeof stored) => {
    const body = { ...values, name: values.name.trim(), idempotencyKey: newKey() };
    if (id === undefined) await createCategory({ body, throwOnError: true });
    else await editCategory({ path: { categoryId: id }, body, throwOnError: true });
    await finish(id === undefined ? "The category was added." : "The category was saved.");
  };
  const remove = async (categoryId: string) => {
    await deleteCategory({ path: { categoryId }, throwOnError: true });
    await finish("The category was deleted.");
  };
  const flag = (name: Exclude<keyof typeof stored, "name">, label: string) => (
    <Checkbox label={label} {...form.getInputProps(name, { type: "checkbox" })} />
  );
  return (
    <Modal opened onClose={onClose} title={id === undefined ? "Add category" : "Edit category"}>
      <form onSubmit={form.onSubmit((values) => void submit(() => save(values)))}>
        <Stack gap="sm">
          <FormProblem problem={problem} />
          <TextInput label="Name" required maxLength={100} data-autofocus {...form.getInputProps("name")} />
          <Fieldset legend="Available for">
            <Stack gap="xs">
              {flag("visibleForCardSpend", "Card spend")}
              {flag("visibleForReimbursements", "Reimbursements")}
              {flag("visibleForOther", "Other transactions")}
            </Stack>
          </Fieldset>
          <EditButtons
            submit={id === undefined ? "Add category" : "Save category"}
            busy={busy}
            disabled={form.values.name.trim() === ""}
            onCancel={onClose}
            onDelete={
              id === undefined ? undefined : () => confirmDelete(stored.name, () => void submit(() => remove(id)))
            }
          />
        </Stack>
      </form>
    </Modal>
  );
}

const confirmDelete = (name: string, onConfirm: () => void) =>
  modals.openConfirmModal({
    title: `Delete ${name}`,
    children: (
      <Text size="sm">
        Transactions with this category keep it. It can no longer be set, and rules that set it do nothing.
      </Text>
    ),
    labels: { confirm: "Delete category", cancel: "Cancel" },
    confirmProps: { color: DANGER },
    onConfirm,
  });
