import { isUuid } from "#kernel/values/ids.ts";
import { CommandRefused } from "../action.ts";
import type { ApiClient } from "./api-client.ts";
import { suggestionsFrom } from "./near-names.ts";
import { type ApiItem, everyItem, type List } from "./pages.ts";

/** Something that a person names by its ID, its name, or its nickname. */
export interface Named {
  readonly id: string;
  readonly names: readonly string[];
}

interface NamedKind extends List {
  readonly singular: string;
  readonly plural: string;
}

export const namedAccounts: NamedKind = {
  path: "/accounts",
  member: "accounts",
  singular: "account",
  plural: "accounts",
};
export const namedRecipients: NamedKind = {
  path: "/recipients",
  member: "recipients",
  singular: "recipient",
  plural: "recipients",
};

export const namedOf = ({ id, name, nickname }: ApiItem): Named => ({
  id: String(id),
  names: [name, nickname].filter((text) => typeof text === "string" && text !== "") as string[],
});

const compared = (text: string): string => text.trim().replaceAll(/\s+/g, " ").toLowerCase();

/** Items by their IDs and names, as `compared` writes them. */
export interface NamedIndex<Found extends Named> {
  readonly kind: NamedKind;
  readonly items: readonly Found[];
  readonly byName: ReadonlyMap<string, ReadonlySet<Found>>;
  readonly suggest: (name: string) => readonly string[];
}

export function indexNamed<Found extends Named>(kind: NamedKind, items: readonly Found[]): NamedIndex<Found> {
  const byName = new Map<string, Set<Found>>();
  for (const item of items)
    for (const name of [item.id, ...item.names]) {
      const same = byName.get(compared(name)) ?? new Set();
      byName.set(compared(name), same.add(item));
    }
  let suggest: NamedIndex<Found>["suggest"] | undefined;
  return {
    kind,
    items,
    byName,
    // Prepared for the first mistake: most files have none.
    suggest: (name) => {
      suggest ??= suggestionsFrom(items.flatMap(({ names }) => names));
      return suggest(name);
    },
  };
}

/** The only item with this name or ID, or what is wrong, with names that may be meant. */
export function only<Found extends Named>({ kind, byName, suggest }: NamedIndex<Found>, name: string): Found | string {
  const [first, ...others] = byName.get(compared(name)) ?? [];
  if (others.length > 0) return `${others.length + 1} ${kind.plural} are named "${name}". Use the ID.`;
  if (first !== undefined) return first;
  const quoted = suggest(name).map((text) => `"${text}"`);
  return quoted.length === 0
    ? `There is no ${kind.singular} named "${name}". Check the name, or use the ID.`
    : `There is no ${kind.singular} named "${name}". Did you mean ${quoted.join(" or ")}?`;
}

/** The ID of what a person names on the command line; an ID is taken as it is. */
export async function idNamed(client: ApiClient, kind: NamedKind, name: string): Promise<string> {
  if (isUuid(name)) return name;
  const found = only(indexNamed(kind, await everyItem(client, kind, namedOf)), name);
  if (typeof found === "string") throw new CommandRefused(found, undefined);
  return found.id;
}
