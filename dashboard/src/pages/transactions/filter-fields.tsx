import { useQuery } from "@tanstack/react-query";
import { getRecipientOptions } from "../../api/generated/@tanstack/react-query.gen.ts";
import { RecipientSelect } from "../../ui/forms/recipient-select.tsx";
import type { NamedAccount } from "../../ui/money/account-names.ts";
import { useCategories } from "../../ui/money/categories.ts";
import { methodChoices } from "../../ui/money/payment-methods.ts";
import { choicesOf, kindNames, statusNames } from "../../ui/money/transaction-labels.ts";
import { accountField, amountField, dateField, manyField } from "../../ui/money-table/activity/common-fields.tsx";
import { choiceLabels, type FilterChoice, OneChoice } from "../../ui/money-table/filters/choices.tsx";
import type { FilterField } from "../../ui/money-table/filters/filter-field.ts";
import type { Filters } from "./filters.ts";

type Change = (changed: Filters) => void;

/** The filters of a list of transactions, with their values and editors. */
export function useFilterFields(
  filters: Filters,
  { accounts, onChange }: { readonly accounts: readonly NamedAccount[]; readonly onChange: Change },
): readonly FilterField[] {
  const { categories } = useCategories();
  const counterparty = useCounterpartyField(filters, onChange);
  const many = (name: "status" | "method" | "kind", label: string, choices: readonly FilterChoice[]) =>
    manyField({ id: name, label, choices }, filters[name], (value) => onChange({ [name]: value }));
  const choiceField = (name: "category" | "flow", label: string, choices: readonly FilterChoice[]) => ({
    id: name,
    label,
    value: choiceLabels(choices, filters[name]),
    onRemove: () => onChange({ [name]: undefined }),
    editor: (
      <OneChoice
        legend={label}
        choices={choices}
        value={filters[name]}
        onChange={(value) => onChange({ [name]: value })}
      />
    ),
  });
  return [
    handlingField(filters, onChange),
    dateField(filters, onChange),
    many("status", "Status", choicesOf({ ...statusNames, sent: "Sent or received" })),
    accountField(filters, { accounts, onChange }),
    many("method", "Method", methodChoices),
    amountField(filters, onChange),
    choiceField("category", "Category", [
      { value: "none", label: "No category" },
      ...categories.map(({ id, name }) => ({ value: id, label: name })),
    ]),
    many("kind", "Type", choicesOf(kindNames)),
    choiceField("flow", "Flow", flows),
    counterparty,
  ];
}

/** A recipient, searched by name. */
function useCounterpartyField({ counterparty: recipientId }: Filters, onChange: Change): FilterField {
  const recipient = useQuery({
    ...getRecipientOptions({ path: { recipientId: recipientId ?? "" } }),
    enabled: recipientId !== undefined,
  });
  const name = recipient.data?.nickname ?? recipient.data?.name;
  return {
    id: "counterparty",
    label: "Recipient",
    // The link may name an account, or a recipient of another organization.
    value: recipientId === undefined ? undefined : (name ?? "1 selected"),
    onRemove: () => onChange({ counterparty: undefined }),
    editor: (
      <RecipientSelect
        recipientId={recipientId ?? ""}
        error={undefined}
        isInPopover
        onChange={({ id }) => onChange({ counterparty: id })}
      />
    ),
  };
}

/** As in the report of spending, without transfers between own accounts. */
const flows = [
  { value: "out", label: "Money out" },
  { value: "in", label: "Money in" },
];

const handlings = [
  { value: "false", label: "Needs attention" },
  { value: "true", label: "Handled" },
] as const;

/** Only failed, blocked, and returned payments have one. */
const handlingField = ({ handled }: Filters, onChange: Change): FilterField => ({
  id: "handled",
  label: "Failed payments",
  value: choiceLabels(handlings, handled === undefined ? undefined : String(handled)),
  onRemove: () => onChange({ handled: undefined }),
  editor: (
    <OneChoice
      legend="Failed payments"
      choices={handlings}
      value={handled === undefined ? undefined : String(handled)}
      onChange={(value) => onChange({ handled: value === undefined ? undefined : value === "true" })}
    />
  ),
});
