import type { Queryable } from "#kernel/sql/database.ts";
import {
  type AccountId,
  isUuid,
  type OrganizationId,
  type RecipientId,
  type TransactionId,
} from "#kernel/values/ids.ts";
import { formatUsd } from "#kernel/values/money.ts";
import { findAccounts } from "#money/accounts";
import { findRecipientNames } from "#money/recipients";
import { findTransactionsById, type TransactionRow } from "#payments/payments";
import type { Actor } from "#records/audit";
import { type FirstRow, findFirstRows } from "./first-rows.queries.ts";
import {
  moneyIn,
  type NamedResource,
  type Phrase,
  type RecordedFacts,
  type Resource,
  resourceIn,
  say,
  textIn,
  withWord,
} from "./phrase.ts";

export type NameActors = (
  db: Queryable,
  organizationId: OrganizationId,
  actors: readonly Pick<Actor, "type" | "id">[],
) => Promise<(actor: Pick<Actor, "type" | "id">) => string | undefined>;

/** The name of a thing, as part of a sentence. */
export type FoundName = (resource: Resource) => Phrase | undefined;

const idsOf = (resources: readonly Resource[], ...types: readonly string[]): readonly string[] => [
  ...new Set(resources.filter(({ type, id }) => types.includes(type) && isUuid(id)).map(({ id }) => id)),
];

/** Named by lookups of their own; everything else is named by its own rows in the log. */
const lookedUp = ["account", "recipient", "transaction", "user", "token"] as const;

/**
 * Finds the names of everything that a page mentions, deleted things included, in a number of statements that does not
 * depend on the page: one for the first rows of what only the log names, and one per type of resource.
 */
export async function findNames(
  db: Queryable,
  organizationId: OrganizationId,
  { resources, nameActors }: { readonly resources: readonly Resource[]; readonly nameActors: NameActors },
): Promise<FoundName> {
  const others = [
    ...new Set(
      resources.filter(({ type }) => !lookedUp.some((lookedUpType) => lookedUpType === type)).map(({ id }) => id),
    ),
  ];
  const phrases = new Map<string, Phrase>();
  for (const row of others.length === 0 ? [] : await findFirstRows(db, organizationId, others)) {
    const phrase = nameIn(row);
    if (phrase !== undefined && !phrases.has(row.resource_id)) phrases.set(row.resource_id, phrase);
  }
  const all = [...resources, ...[...phrases.values()].flatMap(resourcesIn)];
  const names = await lookUp(db, organizationId, { resources: all, nameActors });
  return ({ type, id }) => names.get(`${type} ${id}`) ?? phrases.get(id);
}

export const resourcesIn = (phrase: Phrase): readonly Resource[] =>
  phrase.flatMap((piece) => (typeof piece === "string" || piece.name !== undefined ? [] : [piece.resource]));

async function lookUp(
  db: Queryable,
  organizationId: OrganizationId,
  { resources, nameActors }: { readonly resources: readonly Resource[]; readonly nameActors: NameActors },
): Promise<ReadonlyMap<string, Phrase>> {
  const names = new Map<string, Phrase>();
  const transactions = idsOf(resources, "transaction");
  const rows =
    transactions.length === 0 ? [] : await findTransactionsById(db, organizationId, transactions as TransactionId[]);
  for (const row of rows) names.set(`transaction ${row.transaction_id}`, [transactionName(row)]);
  const accounts = idsOf(resources, "account");
  for (const account of accounts.length === 0 ? [] : await findAccounts(db, organizationId, accounts as AccountId[]))
    names.set(`account ${account.accountId}`, [account.nickname ?? account.name]);
  const recipients = idsOf(resources, "recipient");
  for (const row of recipients.length === 0
    ? []
    : await findRecipientNames(db, organizationId, recipients as RecipientId[]))
    names.set(`recipient ${row.recipient_id}`, [row.name]);
  const people = idsOf(resources, "user", "token");
  const nameOf = await nameActors(
    db,
    organizationId,
    people.map((id) => ({ type: "user", id })),
  );
  for (const id of people) {
    const name = nameOf({ type: "user", id });
    if (name === undefined) continue;
    names.set(`user ${id}`, [name]);
    // Any name can stand in a sentence: quotes say where it ends.
    names.set(`token ${id}`, [`the API token “${name.replace(/^token /, "")}”`]);
  }
  return names;
}

/** "$4,210.50 to Mina Okafor Design"; what arrived came from someone. */
const transactionName = ({ amount_minor: minor, counterparty_name: name }: TransactionRow): string =>
  `$${formatUsd(minor < 0n ? -minor : minor)} ${minor < 0n ? "to" : "from"} ${name}`;

const parsed = (json: string | null): RecordedFacts => (json === null ? {} : JSON.parse(json));

/** What one of the first rows of something calls it. */
function nameIn({ resource_type: type, before, after }: FirstRow): Phrase | undefined {
  const facts = { ...parsed(before), ...parsed(after) };
  if (type === "approvalRequest" || type === "recurringPayment") return requestName(facts);
  if (type === "invoice") {
    const number = textIn(facts, "invoiceNumber");
    return number === undefined ? undefined : [`invoice ${number}`];
  }
  const text = textIn(facts, "name") ?? textIn(facts, "url") ?? textIn(facts, "email");
  return text === undefined ? undefined : [text];
}

function requestName(facts: RecordedFacts): Phrase | undefined {
  if (facts["amount"] === undefined) return undefined;
  const account = (name: string): NamedResource | undefined => resourceIn(facts, name, "account", "an account");
  if (facts["kind"] === "transfer")
    return say`${moneyIn(facts)}${withWord("from", account("accountId"))}${withWord("to", account("destinationAccountId"))}`;
  return say`${moneyIn(facts)}${withWord("to", resourceIn(facts, "recipientId", "recipient", "a recipient"))}`;
}

/** A phrase in words, with the names that were found. */
export const wordsOf = (phrase: Phrase, nameOf: FoundName): string =>
  phrase.map((piece) => (typeof piece === "string" ? piece : nameText(piece, nameOf))).join("");

export const nameText = ({ resource, name, prefix = "", fallback }: NamedResource, nameOf: FoundName): string => {
  if (name !== undefined) return name;
  const found = nameOf(resource);
  return found === undefined ? fallback : `${prefix}${wordsOf(found, nameOf)}`;
};
