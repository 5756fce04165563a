import { Button, Group } from "@mantine/core";
import type { ListCategoriesResponse } from "#api/generated/types.gen.ts";
import { Empty } from "#ui/feedback/empty.tsx";
import { TextLink } from "#ui/page/links.tsx";
import { Section } from "#ui/page/section.tsx";
import { DataTable } from "#ui/table/data-table.tsx";

export type Category = ListCategoriesResponse["categories"][number];

/** Where a category is offered, in words. */
const visibility = ({ visibleForCardSpend, visibleForReimbursements, visibleForOther }: Category): string => {
  const places = [
    ...(visibleForCardSpend ? ["card spend"] : []),
    ...(visibleForReimbursements ? ["reimbursements"] : []),
    ...(visibleForOther ? ["other transactions"] : []),
  ];
  const text = places.length === 3 ? "Everything" : places.join(", ");
  return text === "" ? "Nothing" : text.charAt(0).toUpperCase() + text.slice(1);
};

export function CategorySection({
  categories,
  mayEdit,
  onEdit,
}: {
  readonly categories: readonly Category[];
  readonly mayEdit: boolean;
  readonly onEdit: (id: string) => void;
}) {
  return (
    <Section title="Categories" flush>
      {categories.length === 0 ? (
        <Empty title="No categories yet">Add one, such as Rent, Travel, or Software.</Empty>
      ) : (
        <DataTable
          label="Categories"
          rows={categories}
          rowKey={({ id }) => id}
          columns={[
            { header: "Name", cell: ({ name }) => <span style={{ overflowWrap: "anywhere" }}>{name}</span> },
            { header: "Available for", cell: visibility, wideOnly: true },
            {
              header: "Actions",
              hideHeader: true,
              align: "right",
              // One cell, so that a phone shows one line.
              cell: ({ id, name }) => (
                <Group gap="md" justify="flex-end" wrap="nowrap">
                  <TextLink to="/transactions" search={{ category: id }} inherit aria-label={`Transactions of ${name}`}>
                    Transactions
                  </TextLink>
                  {mayEdit && (
                    <Button size="compact-sm" variant="default" aria-label={`Edit ${name}`} onClick={() => onEdit(id)}>
                      Edit
                    </Button>
                  )}
                </Group>
              ),
            },
          ]}
        />
      )}
    </Section>
  );
}
