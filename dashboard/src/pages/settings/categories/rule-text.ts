import type { ListCategoryRulesResponse } from "#api/generated/types.gen.ts";
import { formatMoney } from "#ui/money/money.tsx";

export type StoredRule = ListCategoryRulesResponse["rules"][number];
export type Conditions = StoredRule["conditions"];

/** Finds a name by id. */
export type NameOf = (id: string) => string | undefined;

const NAMED_MAX = 3;

function named(ids: readonly string[], nameOf: NameOf, otherwise: string): string {
  const names = ids.flatMap((id) => nameOf(id) ?? []);
  return names.length === ids.length && names.length <= NAMED_MAX ? names.join(" or ") : `${ids.length} ${otherwise}`;
}

function amounts({ amountFrom, amountTo }: Conditions): string[] {
  if (amountFrom !== undefined && amountTo !== undefined)
    return [
      amountFrom === amountTo
        ? `of ${formatMoney(amountFrom)}`
        : `of ${formatMoney(amountFrom)} to ${formatMoney(amountTo)}`,
    ];
  if (amountFrom !== undefined) return [`of ${formatMoney(amountFrom)} or more`];
  return amountTo === undefined ? [] : [`of up to ${formatMoney(amountTo)}`];
}

const accountWords = { in: "into", out: "from", both: "of" };

/** The conditions as one phrase: "Money out to Acme with the word “rent”". */
export function conditionsInWords(
  conditions: Conditions,
  { recipient, account }: { readonly recipient: NameOf; readonly account: NameOf },
): string {
  const { direction, recipientIds, accountIds, text, wholeWord } = conditions;
  return [
    recipientIds !== undefined
      ? "Payments"
      : direction === "out"
        ? "Money out"
        : direction === "in"
          ? "Money in"
          : "Transactions",
    ...amounts(conditions),
    ...(recipientIds === undefined ? [] : [`to ${named(recipientIds, recipient, "recipients")}`]),
    ...(accountIds === undefined
      ? []
      : [`${accountWords[direction ?? "both"]} ${named(accountIds, account, "accounts")}`]),
    ...(text === undefined ? [] : [`with ${wholeWord ? "the word" : "the text"} “${text}”`]),
  ].join(" ");
}
