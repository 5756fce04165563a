import { textParam } from "#app/search-params.ts";

/** The filters, the page, and the open entry. */
export interface AuditSearch {
  /** `user:ID`, a kind of actor, or `all`; without it, people. */
  readonly actor?: string;
  readonly action?: string;
  readonly thing?: string;
  readonly id?: string;
  readonly from?: string;
  readonly to?: string;
  readonly entry?: string;
  readonly start_after?: string;
  readonly end_before?: string;
}

const names = ["actor", "action", "thing", "id", "from", "to", "entry", "start_after", "end_before"] as const;

export const auditSearchOf = (search: Record<string, unknown>): AuditSearch =>
  Object.fromEntries(names.map((name) => [name, textParam(search[name])]));
