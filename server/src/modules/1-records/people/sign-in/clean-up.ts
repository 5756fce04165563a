import { DAY_MS, HOUR_MS, plusMs } from "#kernel/clock/clock.ts";
import type { Job } from "#kernel/work/worker.ts";
import { listOrganizations } from "#records/identity";
import type { PeopleService } from "../people-service.ts";
import { DEVICE_MS } from "./device.ts";
import { deleteOldDevices } from "./devices.queries.ts";
import { forgetOrigins } from "./sessions.queries.ts";
import { forgetOldThrottles } from "./throttled.ts";

/** From where users were signed in is kept this long. */
const KEPT_MS = 90 * DAY_MS;

/** Deletes what has expired, a bounded number at a time. Returns the number of rows. */
async function runPeopleCleanUp(service: PeopleService): Promise<number> {
  const now = service.machineClock.now();
  let deleted = await forgetOldThrottles(service);
  for (const { organizationId } of await listOrganizations(service.database)) {
    deleted += await forgetOrigins(service.database, organizationId, plusMs(now, -KEPT_MS));
    deleted += await deleteOldDevices(service.database, organizationId, plusMs(now, -DEVICE_MS));
  }
  return deleted;
}

export const peopleCleanUpJob = (service: PeopleService): Job => ({
  name: "people-clean-up",
  everyMs: HOUR_MS,
  byTheClockOnly: true,
  run: () => runPeopleCleanUp(service),
});
