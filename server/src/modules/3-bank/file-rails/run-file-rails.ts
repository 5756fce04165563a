import type { Metrics } from "#kernel/process/metrics.ts";
import type { Service } from "#kernel/process/service.ts";
import type { OrganizationId } from "#kernel/values/ids.ts";
import { eachOrganization, tryEach } from "#kernel/work/each-organization.ts";
import { countOpenNotices } from "./notices/notices.queries.ts";
import { matchConnections } from "./orders/connect-orders.ts";
import { alertLateOrders, countLatePayments } from "./orders/missed-cut-offs.ts";
import { openRails } from "./orders/open-rails.ts";
import {
  countWaitingOrders,
  nextDueWindow,
  openWindows,
  organizationsWithOrders,
  railsWithWork,
} from "./orders/orders.queries.ts";
import type { FileService, OpenRail, RailPart } from "./rail-part.ts";
import { countUnknown } from "./transfers/transfers.queries.ts";

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
  const planning = new Set<OpenRail>();
  const planDue = async () =>
    tryEach(await openWindows(database, organizationId), async ({ connection_id: connectionId, rail, window_at }) => {
      const open = rails.get(rail);
      if (open === undefined || window_at > clock.now()) return 0;
      planning.add(open);
      return open.planWindow({ connectionId, windowAt: window_at });
    });
  const steps = [
    () => matchConnections(service, organizationId, rails),
    // Files that were planned before a crash come first: their payments have waited longest.
    () => tryEach(rails.values(), (rail) => rail.writePlanned()),
    planDue,
    () => tryEach(planning, (rail) => rail.writePlanned()),
    () => tryEach(rails.values(), (rail) => rail.followFiles()),
    () => alertLateOrders(service, organizationId),
  ];
  return tryEach(steps, (step) => step());
}

/** Counts payments that no bank can receive yet, and those whose outcome no bank has told. */
export function fileRailMetrics(service: Pick<Service, "database" | "clock">, metrics: Metrics): void {
  const waiting = metrics.gauge({
    name: "bursar_payments_without_bank",
    help: "Payments that wait because their accounts have no bank connection for their rail.",
  });
  const late = metrics.gauge({
    name: "bursar_payments_late",
    help: "Payments that missed the time of their file, and have not left yet. Anything but 0 means that a cut-off was missed.",
  });
  const unknown = metrics.gauge({
    name: "bursar_payments_unknown",
    help: "Real-time payments whose outcome is unknown: the bank was asked and has not answered.",
  });
  const notices = metrics.gauge({
    name: "bursar_bank_notices_open",
    help: "Notices of banks that a person has to act on.",
  });
  metrics.onScrape(async () => {
    waiting.set(Number((await countWaitingOrders(service.database)).orders));
    late.set(await countLatePayments(service.database, { now: service.clock.now() }));
    notices.set(Number((await countOpenNotices(service.database)).total));
    unknown.set(Number((await countUnknown(service.database)).transfers));
  });
}
