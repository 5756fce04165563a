import { Menu, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { capitalized } from "#api/field-words.ts";
import { getSpendingOptions } from "#api/generated/@tanstack/react-query.gen.ts";
import type { ListCategoriesResponse } from "#api/generated/types.gen.ts";
import { useRight } from "#app/session/session.ts";
import { Empty } from "#ui/feedback/empty.tsx";
import { countText } from "#ui/page/count-text.ts";
import { MenuLink, TextLink } from "#ui/page/links.tsx";
import { RowMenu } from "#ui/page/more-actions.tsx";
import { Section } from "#ui/page/section.tsx";
import { DataTable } from "#ui/table/data-table.tsx";
import { RuleList } from "./rule-list.tsx";
import type { StoredRule } from "./rule-text.ts";

export type Category = ListCategoriesResponse["categories"][number];

/** Where a category is offered, in words; empty if everywhere. */
const visibility = ({ visibleForCardSpend, visibleForReimbursements, visibleForOther }: Category): string => {
  const places = [
    ...(visibleForCardSpend ? ["card spend"] : []),
    ...(visibleForReimbursements ? ["reimbursements"] : []),
    ...(visibleForOther ? ["other transactions"] : []),
  ];
  if (places.length === 3) return "";
  const text = places.join(", ");
  return text === "" ? "Nothing" : capitalized(text);
};

/** How many transactions have each category, without transfers; undefined until it is known. */
function useCounts(): ((categoryId: string) => number) | undefined {
  const enabled = useRight("fetchTransactions");
  const out = useQuery({ ...getSpendingOptions({ query: { direction: "out" } }), enabled });
  const received = useQuery({ ...getSpendingOptions({ query: { direction: "in" } }), enabled });
  if (out.data === undefined || received.data === undefined) return undefined;
  const sums = [...out.data.categories, ...received.data.categories];
  return (id) => sums.reduce((count, sum) => (sum.categoryId === id ? count + sum.transactions : count), 0);
}

function TransactionCount({ id, count }: { readonly id: string; readonly count: number }) {
  const text = countText(count, "transaction");
  return count === 0 ? (
    "None"
  ) : (
    <TextLink to="/transactions" search={{ category: id }} aria-label={text} className="figures">
      {count.toLocaleString("en-US")}
      {/* Where the column has no header. */}
      <span className="phoneOnly"> {count === 1 ? "transaction" : "transactions"}</span>
    </TextLink>
  );
}

/** Each category with the rules that set it. */
export function CategorySection({
  categories,
  rules,
  mayEdit,
  onEdit,
  onEditRule,
}: {
  readonly categories: readonly Category[];
  readonly rules: readonly StoredRule[];
  readonly mayEdit: boolean;
  readonly onEdit: (id: string) => void;
  readonly onEditRule: (id: string) => void;
}) {
  const mayCount = useRight("fetchTransactions");
  const countOf = useCounts();
  const isLimited = categories.some((category) => visibility(category) !== "");
  return (
    <Section flush>
      {rules.length > 0 && (
        <Text size="sm" c="dimmed" px="md" py="sm">
          Rules are checked in the order of their numbers, and the first match applies. They never change a category
          that someone has chosen.
        </Text>
      )}
      {categories.length === 0 ? (
        <Empty title="No categories yet">Add one, such as Rent, Travel, or Software.</Empty>
      ) : (
        <DataTable
          label="Categories"
          rows={categories}
          rowKey={({ id }) => id}
          columns={[
            {
              header: "Name",
              phone: "name",
              cell: ({ name }) => <span style={{ overflowWrap: "anywhere" }}>{name}</span>,
              width: "26%",
            },
            {
              header: "Set by rules",
              phone: "below",
              cell: ({ id, name }) => {
                const own = rules.filter(({ categoryId, categoryDeleted }) => categoryId === id && !categoryDeleted);
                return own.length === 0 ? (
                  "No rules"
                ) : (
                  <RuleList label={`Rules of ${name}`} rules={own} mayEdit={mayEdit} onEdit={onEditRule} />
                );
              },
            },
            ...(mayCount
              ? [
                  {
                    header: "Transactions, 12 months",
                    align: "right" as const,
                    phone: "amount" as const,
                    width: 190,
                    cell: ({ id }: Category) => countOf && <TransactionCount id={id} count={countOf(id)} />,
                  },
                ]
              : []),
            ...(isLimited ? [{ header: "Only for", cell: visibility, wideOnly: true as const, width: 170 }] : []),
            {
              header: "Actions",
              hideHeader: true,
              align: "right",
              phone: "status",
              width: 60,
              cell: ({ id, name }) => (
                <RowMenu label={`Actions for ${name}`}>
                  <MenuLink to="/transactions" search={{ category: id }}>
                    View transactions
                  </MenuLink>
                  {mayEdit && <Menu.Item onClick={() => onEdit(id)}>Edit</Menu.Item>}
                </RowMenu>
              ),
            },
          ]}
        />
      )}
    </Section>
  );
}
