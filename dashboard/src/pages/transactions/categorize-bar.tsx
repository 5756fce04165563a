import { Button, Group } from "@mantine/core";
import { categorizeTransactions } from "../../api/generated/sdk.gen.ts";
import type { Transaction } from "../../api/generated/types.gen.ts";
import { CategorySelect } from "../../ui/forms/category-select.tsx";
import { newKey } from "../../ui/forms/new-key.ts";
import { useAction } from "../../ui/forms/use-action.ts";
import { countText } from "../../ui/page/count-text.ts";

/** Sets the category of the selected transactions, all at once. */
export function CategorizeBar({
  selected,
  onDone,
}: {
  readonly selected: readonly Transaction[];
  readonly onDone: () => void;
}) {
  const { busy, run } = useAction(["transactions"]);
  const count = countText(selected.length, "transaction");
  const save = async (categoryId: string | null) => {
    const transactionIds = selected.map(({ id }) => id);
    const done = await run(
      () =>
        categorizeTransactions({ body: { transactionIds, categoryId, idempotencyKey: newKey() }, throwOnError: true }),
      categoryId === null ? `The category of ${count} was removed.` : `The category of ${count} was saved.`,
    );
    if (done !== undefined) onDone();
  };
  return (
    <Group gap="xs">
      <CategorySelect
        aria-label="Category of the selected transactions"
        placeholder="Set category"
        size="xs"
        w={220}
        clearable={false}
        disabled={busy}
        categoryId={null}
        onChoose={(categoryId) => void save(categoryId)}
      />
      <Button size="xs" variant="default" loading={busy} onClick={() => void save(null)}>
        Remove category
      </Button>
      <Button size="xs" variant="subtle" color="gray" onClick={onDone}>
        Cancel
      </Button>
    </Group>
  );
}
