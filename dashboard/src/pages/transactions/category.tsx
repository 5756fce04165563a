import { Text } from "@mantine/core";
import { updateTransaction } from "../../api/generated/sdk.gen.ts";
import type { Transaction } from "../../api/generated/types.gen.ts";
import { CategorySelect } from "../../ui/forms/category-select.tsx";
import { useAction } from "../../ui/forms/use-action.ts";

/** The transaction's category, saved as soon as it is chosen. */
export function CategoryField({
  transaction,
  mayEdit,
}: {
  readonly transaction: Transaction;
  readonly mayEdit: boolean;
}) {
  const { busy, run } = useAction(["transactions"]);
  const category = transaction.categoryData;
  if (!mayEdit)
    return (
      <Text size="sm" c={category === null ? "dimmed" : undefined}>
        {category?.name ?? "No category"}
      </Text>
    );
  const save = (categoryId: string | null) =>
    void run(
      () => updateTransaction({ path: { transactionId: transaction.id }, body: { categoryId }, throwOnError: true }),
      categoryId === null ? "The category was removed." : "The category was saved.",
    );
  return (
    <CategorySelect
      aria-label="Category"
      title="Rules never change a category that you choose or clear."
      size="xs"
      disabled={busy}
      categoryId={category?.id ?? null}
      current={category}
      onChoose={save}
    />
  );
}
