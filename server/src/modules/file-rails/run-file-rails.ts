import type { OrganizationId } from "../../kernel/values/ids.ts";
import { eachOrganization } from "../../kernel/work/each-organization.ts";
import { matchConnections } from "./orders/connect-orders.ts";
import type { FileService } from "./orders/file-service.ts";
import { openRails } from "./orders/open-rails.ts";
import { nextDueWindow, openWindows, organizationsWithOrders } from "./orders/orders.queries.ts";
import type { RailPart } from "./rail-part.ts";

const each = eachOrganization("file-rails");

/**
 * One pass: connects payments with bank connections, and writes the files that are due. Returns the number of payments
 * and files that moved.
 */
export async function runFileRails(service: FileService, parts: readonly RailPart[]): Promise<number> {
  const now = service.clock.now();
  const ids = (await organizationsWithOrders(service.database, now)).map((row) => row.organization_id);
  return each.run(service, ids, (organizationId) => workOf(service, parts, organizationId));
}

/** When a window with open payments is due next; undefined if none is open. */
export const nextFileAt = async (service: Pick<FileService, "database">): Promise<Date | undefined> =>
  (await nextDueWindow(service.database)).window_at ?? undefined;

async function workOf(
  service: FileService,
  parts: readonly RailPart[],
  organizationId: OrganizationId,
): Promise<number> {
  const { database } = service;
  const rails = await openRails(parts, organizationId);
  let done = await matchConnections(service, organizationId, rails);
  // Files that were planned before a crash come first: their payments have waited longest.
  for (const rail of rails.values()) done += await rail.writePlanned();
  for (const { connection_id: connectionId, rail, window_at: windowAt } of await openWindows(database, organizationId))
    if (windowAt <= service.clock.now()) done += (await rails.get(rail)?.planWindow({ connectionId, windowAt })) ?? 0;
  for (const rail of rails.values()) done += (await rail.writePlanned()) + (await rail.followFiles());
  return done;
}
