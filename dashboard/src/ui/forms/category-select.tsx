import { Select, type SelectProps } from "@mantine/core";
import { useState } from "react";
import { createCategory } from "../../api/generated/sdk.gen.ts";
import { useRefresh } from "../../api/refresh.ts";
import { useRight } from "../../app/session/session.ts";
import { notifyProblem } from "../feedback/notify.ts";
import { useCategories } from "../money/categories.ts";
import { newKey } from "./new-key.ts";

/** Options that are no category: one creates a category with the typed name, one clears it without a mouse. */
const CREATE = "create";
const REMOVE = "remove";

/** Chooses a category by name, or creates one with the typed name. Null clears it. */
export function CategorySelect({
  categoryId,
  current,
  onChoose,
  clearable = true,
  ...select
}: Omit<SelectProps, "data" | "value" | "onChange"> & {
  readonly categoryId: string | null;
  /** A deleted category that is still set. */
  readonly current?: { readonly id: string; readonly name: string } | null;
  readonly onChoose: (categoryId: string | null) => void;
}) {
  const { categories } = useCategories();
  const mayCreate = useRight("editCategories");
  const refresh = useRefresh();
  const [typed, setTyped] = useState("");
  const name = typed.trim();
  const isKnown = categories.some((category) => category.name.toLowerCase() === name.toLowerCase());
  const deleted = current && !categories.some(({ id }) => id === current.id) ? [current] : [];
  const options = [
    ...(clearable && categoryId !== null ? [{ value: REMOVE, label: "Remove category" }] : []),
    ...categories.map((category) => ({ value: category.id, label: category.name })),
    ...deleted.map((category) => ({ value: category.id, label: `${category.name} (deleted)` })),
  ];
  // The text is the chosen category's name until the user types: then all are offered.
  const isTyped = name !== "" && !options.some(({ value, label }) => value === categoryId && label === name);
  const isOffered = ({ value, label }: { readonly value: string; readonly label: string }): boolean =>
    !isTyped || value === CREATE || label.toLowerCase().includes(name.toLowerCase());
  const choose = async (value: string | null) => {
    if (value !== CREATE) return onChoose(value === REMOVE ? null : value);
    const flags = { visibleForCardSpend: true, visibleForReimbursements: true, visibleForOther: true };
    try {
      const { data } = await createCategory({ body: { name, ...flags, idempotencyKey: newKey() }, throwOnError: true });
      await refresh("categories");
      onChoose(data.id);
    } catch (error) {
      notifyProblem(error);
    }
  };
  return (
    <Select
      placeholder="No category"
      searchable
      clearable={clearable}
      clearButtonProps={{ "aria-label": "Clear category" }}
      comboboxProps={{ withinPortal: true }}
      maxDropdownHeight={280}
      nothingFoundMessage="No categories found"
      {...select}
      value={categoryId}
      data={[
        ...options,
        ...(mayCreate && name !== "" && !isKnown ? [{ value: CREATE, label: `Create “${name}”` }] : []),
      ]}
      filter={({ options: offered }) => offered.filter((option) => "value" in option && isOffered(option))}
      searchValue={typed}
      onSearchChange={setTyped}
      onChange={(value) => void choose(value)}
    />
  );
}
