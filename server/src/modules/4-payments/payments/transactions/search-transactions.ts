import type { Queryable } from "#kernel/sql/database.ts";
import type { OrganizationId, TransactionId } from "#kernel/values/ids.ts";
import { lookUp, narrowed, searchedWords } from "#records/search";
import { type DescriptionForm, descriptionForms } from "./bank-description.ts";
import { paidCounterparties, whoAreNamed, whoWerePaid } from "./searched-counterparties.queries.ts";

/** With more counterparties than this, scanning the list finds matches soon enough. */
const MERGED_MAX = 200;
/** With more names than this, the counterparties that have transactions are read instead. */
const NAMES_MAX = 2_000;
/** With more counterparties that have transactions than this, the list is scanned. */
const PAID_MAX = 1_000;

/** Transactions that a search finds: of these forms, by counterparties with these names. */
export interface Alternative {
  /** All transactions if undefined. */
  readonly forms: readonly DescriptionForm[] | undefined;
  /** What the forms leave of the search: each begins a word of the counterparty's names. */
  readonly words: readonly string[];
  /** No other counterparty has such transactions; undefined: too many have them, or all. */
  readonly counterpartyIds: readonly string[] | undefined;
}

/** A search whose names are looked up. A transaction is found if it fits one of the alternatives. */
export interface TransactionSearch {
  readonly words: readonly string[];
  readonly alternatives: readonly Alternative[];
  /** Transactions that it finds by something else, whatever their names are. */
  readonly ids: readonly TransactionId[];
}

interface Within {
  readonly organizationId: OrganizationId;
  readonly search: string | undefined;
  readonly alsoFound?: readonly TransactionId[] | undefined;
  /** Only transactions of these counterparties are requested. */
  readonly counterpartyIds: readonly string[] | undefined;
}

/**
 * A search finds a transaction if each of its words begins a word of the counterparty's names or of the fixed prefix of
 * its description. An organization has few names that match, compared to its transactions, so they are looked up first.
 * Undefined if the search is empty.
 */
export async function lookUpSearch(db: Queryable, within: Within): Promise<TransactionSearch | undefined> {
  const words = searchedWords(within.search);
  if (words === undefined) return undefined;
  const findNamed = await namesOf(db, within, words);
  const alternatives: Alternative[] = [];
  for (const { forms, words: left } of alternativesOf(words)) {
    const counterpartyIds = left.length === 0 ? within.counterpartyIds : await findNamed(left);
    if (counterpartyIds?.length !== 0) alternatives.push({ forms, words: left, counterpartyIds });
  }
  return { words, alternatives, ids: within.alsoFound ?? [] };
}

/** The ways to distribute the words over descriptions and names: forms that leave the same words are one way. */
function alternativesOf(words: readonly string[]): readonly Omit<Alternative, "counterpartyIds">[] {
  if (words.length === 0) return [];
  const leftBy = ({ words: written }: DescriptionForm) =>
    words.filter((beginning) => !written.some((word) => word.startsWith(beginning)));
  const groups = Map.groupBy(descriptionForms, (form) => leftBy(form).join(" "));
  // What a form does not shorten is found in any transaction.
  groups.delete(words.join(" "));
  const shortened = [...groups.values()].map((forms) => ({ forms, words: forms[0] ? leftBy(forms[0]) : [] }));
  return [{ forms: undefined, words }, ...shortened];
}

/** Finds the counterparties that have all of some words of the search; undefined if they are too many to merge. */
async function namesOf(
  db: Queryable,
  { organizationId, counterpartyIds: requested }: Within,
  words: readonly string[],
): Promise<(words: readonly string[]) => Promise<readonly string[] | undefined>> {
  if (requested) return (left) => whoAreNamed(db, organizationId, { ids: requested, words: left });
  const looked = await lookUp(db, organizationId, { kind: "counterparty", words, most: NAMES_MAX });
  let paid: Promise<readonly string[]> | undefined;
  return async (left) => {
    const { ids, common } = narrowed(looked.filter(({ word }) => left.includes(word)));
    if (ids === undefined) {
      paid ??= paidCounterparties(db, organizationId, PAID_MAX + 1);
      const all = await paid;
      if (all.length > PAID_MAX) return undefined;
      return unlessTooMany(await whoAreNamed(db, organizationId, { ids: all, words: left }));
    }
    const named = await whoAreNamed(db, organizationId, { ids, words: common });
    if (named.length <= MERGED_MAX) return named;
    return unlessTooMany(await whoWerePaid(db, organizationId, { ids: named, most: MERGED_MAX + 1 }));
  };
}

const unlessTooMany = (ids: readonly string[]): readonly string[] | undefined =>
  ids.length > MERGED_MAX ? undefined : ids;
