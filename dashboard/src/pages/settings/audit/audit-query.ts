import type { ListAuditEntriesData } from "#api/generated/types.gen.ts";
import type { AuditSearch } from "./audit-search.ts";

type AuditQuery = NonNullable<ListAuditEntriesData["query"]>;

export const ANY_ACTOR = "all";
export const PEOPLE = "people";

/** The choice of actors that a place means: people, but everyone for the history of one resource. */
export const actorIn = ({ actor, id }: AuditSearch): string => actor ?? (id === undefined ? PEOPLE : ANY_ACTOR);

/** People, everything, `user:ID`, or only the kind of actor. */
function actorOf(actor: string): Pick<AuditQuery, "actorType" | "actorId" | "actors"> {
  if (actor === ANY_ACTOR) return {};
  if (actor === PEOPLE) return { actors: PEOPLE };
  const [type = "", id] = actor.split(":");
  return { actorType: type as NonNullable<AuditQuery["actorType"]>, ...(id === undefined ? {} : { actorId: id }) };
}

/** What the list and its files have in common: the filters in the address, newest first. */
export const auditFilterOf = ({ action, thing, id, from, to, ...place }: AuditSearch): AuditQuery => ({
  order: "desc",
  ...actorOf(actorIn({ ...place, ...(id === undefined ? {} : { id }) })),
  ...(action === undefined ? {} : { action }),
  ...(thing === undefined ? {} : { resourceType: thing }),
  ...(id === undefined ? {} : { resourceId: id }),
  ...(from === undefined ? {} : { fromDay: from }),
  ...(to === undefined ? {} : { toDay: to }),
});

/** A file of exactly what the filters match. */
export function exportAddress(place: AuditSearch, format: string): string {
  const parameters = new URLSearchParams({ format });
  for (const [name, value] of Object.entries(auditFilterOf(place))) parameters.set(name, String(value));
  return `/api/v1/audit/export?${parameters.toString()}`;
}
