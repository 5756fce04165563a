import type { OrganizationId } from "../../kernel/values/ids.ts";
import { eachOrganization } from "../../kernel/work/each-organization.ts";
import { matchConnections } from "./orders/connect-orders.ts";
import type { FileService } from "./orders/file-service.ts";
import { openRails } from "./orders/open-rails.ts";
import { nextDueWindow, openWindows, organizationsWithOrders, railsWithWork } from "./orders/orders.queries.ts";
import type { OpenRail, RailPart } from "./rail-part.ts";

const each = eachOrganization("file-rails");

/**
 * One pass: connects payments with bank connections, and writes the files that are due, of every organization or only
 * one. Returns the number of payments and files that moved.
 */
export async function runFileRails(
  service: FileService,
  parts: readonly RailPart[],
  only?: OrganizationId,
): Promise<number> {
  const found = only === undefined ? await organizationsWithOrders(service.database, service.clock.now()) : [];
  const ids = only === undefined ? found.map((row) => row.organization_id) : [only];
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
  const { database, clock } = service;
  const working = await railsWithWork(database, organizationId, clock.now());
  const rails = await openRails(parts, organizationId, new Set(working.map(({ rail }) => rail)));
  let done = await matchConnections(service, organizationId, rails);
  // Files that were planned before a crash come first: their payments have waited longest.
  for (const rail of rails.values()) done += await rail.writePlanned();
  const planning = new Set<OpenRail>();
  for (const { connection_id: connectionId, rail, window_at: windowAt } of await openWindows(
    database,
    organizationId,
  )) {
    const open = rails.get(rail);
    if (open === undefined || windowAt > clock.now()) continue;
    done += await open.planWindow({ connectionId, windowAt });
    planning.add(open);
  }
  for (const rail of planning) done += await rail.writePlanned();
  for (const rail of rails.values()) done += await rail.followFiles();
  return done;
}
