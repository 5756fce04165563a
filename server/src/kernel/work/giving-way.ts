import type { OrganizationId } from "../values/ids.ts";

/**
 * Decides when work that can wait is done. While more of it arrives between two passes, payments need the processors, so
 * it is deferred, but for no more than so many passes in a row. `newest` is the position of the organization's newest row
 * of the outbox.
 */
export function givingWay(mostPasses: number): (organizationId: OrganizationId, newest: bigint) => boolean {
  const seen = new Map<OrganizationId, { readonly newest: bigint; readonly deferred: number }>();
  return (organizationId, newest) => {
    const last = seen.get(organizationId);
    const deferred = last?.newest === newest ? 0 : Math.min((last?.deferred ?? 0) + 1, mostPasses + 1);
    seen.set(organizationId, { newest, deferred });
    return deferred === 0 || deferred > mostPasses;
  };
}
