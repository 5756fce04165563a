import { setImmediate as yieldToOthers } from "node:timers/promises";
import type { ListEntry, ListIndex } from "../matching/name-index.ts";
import { comparedName } from "../matching/plain-tokens.ts";
import { type Findings, type Match, type Party, partyKey } from "../party.ts";

/** More matches of one recipient than people could decide about; the most similar come first. */
const MATCHES_MAX = 20;
const DETAILS_MAX = 1_000;

/** Compares parties with the names of a list. A name whose letters cannot be read is a match of its own: people look at it. */
export async function screenByList(
  { name: list, index }: { readonly name: string; readonly index: ListIndex },
  { parties, threshold }: { readonly parties: readonly Party[]; readonly threshold: number },
): Promise<Findings> {
  const findings = new Map<string, readonly Match[]>();
  for (const party of parties) {
    await yieldToOthers();
    const { names } = party.content;
    const unreadable = names.filter(
      (name) => comparedName(name).isUnreadable || comparedName(name).tokens.length === 0,
    );
    findings.set(partyKey(party), [
      ...unreadable.slice(0, MATCHES_MAX).map(
        (name): Match => ({
          key: `${list}/unreadable/${name}`,
          list,
          entryId: "unreadable",
          listedName: "a name that cannot be compared",
          name,
          score: null,
          details: "The name has letters that cannot be compared with the list. Compare it yourself.",
        }),
      ),
      ...index
        .find(names, threshold)
        .slice(0, MATCHES_MAX)
        .map(
          ({ entry, listedName, name, score }): Match => ({
            key: `${list}/${entry.id}`,
            list,
            entryId: entry.id,
            listedName,
            name,
            score,
            details: detailsOf(entry),
          }),
        ),
    ]);
  }
  return findings;
}

const detailsOf = ({ name, type, programs, aliases, addresses, remarks }: ListEntry): string =>
  [
    `${name} (${type})`,
    ...(programs.length === 0 ? [] : [`Programs: ${programs.join(", ")}`]),
    ...(aliases.length === 0 ? [] : [`Other names: ${aliases.slice(0, 10).join("; ")}`]),
    ...(addresses.length === 0 ? [] : [`Addresses: ${addresses.slice(0, 5).join("; ")}`]),
    ...(remarks === "" ? [] : [remarks]),
  ]
    .join(". ")
    .slice(0, DETAILS_MAX);

/** An address or a bank in one of the countries that the organization does not pay to. */
export const countryMatches = (party: Party, countries: readonly string[]): readonly Match[] => {
  const found = party.content.countries.filter((country) => countries.includes(country));
  return found.map((country) => ({
    key: `countries/${country}`,
    list: "Countries",
    entryId: country,
    listedName: country,
    name: party.content.names[0] ?? "",
    score: null,
    details: `An address or the bank is in ${country}, a country that your settings name.`,
  }));
};
