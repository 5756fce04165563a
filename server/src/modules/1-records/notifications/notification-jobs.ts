import { newYorkDay } from "bursar-banking/calendar/new-york";
import { DAY_MS, HOUR_MS, MINUTE_MS, plusMs } from "#kernel/clock/clock.ts";
import type { Service } from "#kernel/process/service.ts";
import { firstIdAt } from "#kernel/values/ids.ts";
import type { Job } from "#kernel/work/worker.ts";
import { listOrganizations } from "#records/identity";
import { deleteOldDigests } from "./digest/digest.queries.ts";
import { runDigests } from "./digest/run-digests.ts";
import { deleteOldNotifications } from "./notifications.queries.ts";

/** What happened is also in the audit log, which is kept. */
export const KEPT_DAYS = 90;

/** Deletes old notifications, a bounded number at a time. Returns their number. */
export async function runNotificationCleanUp({
  database,
  clock,
}: Pick<Service, "database" | "clock">): Promise<number> {
  const oldest = plusMs(clock.now(), -KEPT_DAYS * DAY_MS);
  let deleted = 0;
  for (const { organizationId } of await listOrganizations(database)) {
    deleted += await deleteOldNotifications(database, organizationId, firstIdAt(oldest));
    deleted += await deleteOldDigests(database, organizationId, newYorkDay(oldest));
  }
  return deleted;
}

/** On a timer only: no payment waits for either. */
export const notificationJobs = (service: Service): readonly Job[] => [
  { name: "notification-digests", everyMs: MINUTE_MS, byTheClockOnly: true, run: () => runDigests(service) },
  { name: "notification-clean-up", everyMs: HOUR_MS, byTheClockOnly: true, run: () => runNotificationCleanUp(service) },
];
