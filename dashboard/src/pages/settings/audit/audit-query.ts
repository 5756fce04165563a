import type { ListAuditEntriesData } from "../../../api/generated/types.gen.ts";
import type { AuditPlace } from "./routes.ts";

type AuditQuery = NonNullable<ListAuditEntriesData["query"]>;

/** `user:ID`, or only the kind of actor. */
function actorOf(actor: string | undefined): Pick<AuditQuery, "actorType" | "actorId"> {
  if (actor === undefined) return {};
  const [type = "", id] = actor.split(":");
  return { actorType: type as NonNullable<AuditQuery["actorType"]>, ...(id === undefined ? {} : { actorId: id }) };
}

/** What the list and its files have in common: the filters in the address, newest first. */
export const auditFilterOf = ({ actor, action, thing, id, from, to }: AuditPlace): AuditQuery => ({
  order: "desc",
  ...actorOf(actor),
  ...(action === undefined ? {} : { action }),
  ...(thing === undefined ? {} : { resourceType: thing }),
  ...(id === undefined ? {} : { resourceId: id }),
  ...(from === undefined ? {} : { fromDay: from }),
  ...(to === undefined ? {} : { toDay: to }),
});

/** A file of exactly what the filters match. */
export function exportAddress(place: AuditPlace, format: string): string {
  const parameters = new URLSearchParams({ format });
  for (const [name, value] of Object.entries(auditFilterOf(place))) parameters.set(name, String(value));
  return `/api/v1/audit/export?${parameters.toString()}`;
}
