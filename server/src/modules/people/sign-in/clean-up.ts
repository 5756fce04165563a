import { DAY_MS, HOUR_MS, plusMs } from "../../../kernel/clock/clock.ts";
import type { Job } from "../../../kernel/work/worker.ts";
import { listOrganizations } from "../../identity/index.ts";
import type { PeopleService } from "../people-service.ts";
import { deleteOldChallenges } from "../second-factors/passkeys.queries.ts";
import { DEVICE_MS } from "./device.ts";
import { deleteOldDevices } from "./devices.queries.ts";
import { deleteOldSessions, deleteOldSignIns } from "./sessions.queries.ts";
import { forgetOldThrottles } from "./throttled.ts";

/** Ended sessions are kept this long, as a record of who was signed in from where. */
const KEPT_MS = 90 * DAY_MS;

/** Deletes expired rows, a bounded number at a time. Returns the number of rows. */
async function runPeopleCleanUp(service: PeopleService): Promise<number> {
  const now = service.machineClock.now();
  let deleted = await forgetOldThrottles(service);
  for (const { organizationId } of await listOrganizations(service.database)) {
    deleted += await deleteOldSessions(service.database, organizationId, plusMs(now, -KEPT_MS));
    deleted += await deleteOldDevices(service.database, organizationId, plusMs(now, -DEVICE_MS));
    deleted += await deleteOldChallenges(service.database, organizationId, now);
    deleted += await deleteOldSignIns(service.database, organizationId, plusMs(now, -DAY_MS));
  }
  return deleted;
}

export const peopleCleanUpJob = (service: PeopleService): Job => ({
  name: "people-clean-up",
  everyMs: HOUR_MS,
  byTheClockOnly: true,
  run: () => runPeopleCleanUp(service),
});
