import { HOUR_MS, plusMs } from "#kernel/clock/clock.ts";
import type { Queryable } from "#kernel/sql/database.ts";
import type { OrganizationId } from "#kernel/values/ids.ts";
import { decidedCases } from "./cases/cases.queries.ts";
import { checksOf } from "./checks.queries.ts";
import { type Match, type Party, partyKey } from "./party.ts";
import { basisOf, type Screener } from "./screener.ts";

/** How long a check by a service or command counts. One against a list counts as long as the list is the newest. */
const CHECKED_FOR_MS = HOUR_MS;

/** Whether a version of a recipient may be paid. */
export type PartyStanding =
  | { readonly kind: "clear" }
  /** Two people have decided that it is on a list. */
  | { readonly kind: "match"; readonly match: Match }
  /** Two people have to decide. */
  | { readonly kind: "open" }
  /** It must be checked first, or again. */
  | { readonly kind: "unchecked" };

/**
 * Where these stand. Only proven rows count: a check of exactly these names and addresses, with the present screener, settings,
 * and list, and for each of its matches a decision of two people.
 */
export async function standingsOf(
  db: Queryable,
  organizationId: OrganizationId,
  { screener, parties, now }: { screener: Screener; parties: readonly Party[]; now: Date },
): Promise<(party: Party) => PartyStanding> {
  const distinct = [...new Map(parties.map((party) => [partyKey(party), party])).values()];
  const basis = basisOf(screener);
  const isFresh = (at: Date) => screener.kind === "list" || plusMs(at, CHECKED_FOR_MS) > now;
  const found = new Map<string, readonly Match[]>();
  for (const row of await checksOf(db, organizationId, distinct)) {
    const { recipient_id: recipientId, digest, matches, checked_at: at } = row;
    if (matches !== null && at !== null && row.basis === basis && isFresh(at))
      found.set(partyKey({ recipientId, digest }), matches);
  }
  const resembling = distinct.filter((party) => (found.get(partyKey(party)) ?? []).length > 0);
  const decided = new Map(
    (resembling.length === 0 ? [] : await decidedCases(db, organizationId, resembling)).map((row) => [
      `${partyKey({ recipientId: row.recipient_id, digest: row.digest })}/${row.entry_key}`,
      row.state,
    ]),
  );
  return (party) => {
    const matches = found.get(partyKey(party));
    if (matches === undefined) return { kind: "unchecked" };
    const states = matches.map((match) => ({ match, state: decided.get(`${partyKey(party)}/${match.key}`) }));
    const confirmed = states.find(({ state }) => state === "confirmed");
    if (confirmed !== undefined) return { kind: "match", match: confirmed.match };
    return states.every(({ state }) => state === "cleared") ? { kind: "clear" } : { kind: "open" };
  };
}
