import { assert } from "#kernel/assert.ts";
import { MINUTE_MS, plusMs } from "#kernel/clock/clock.ts";
import type { Service } from "#kernel/process/service.ts";
import { eachOrganization } from "#kernel/work/each-organization.ts";
import { organizationsOverdue, takeUnanswered, takeUnsent } from "./overdue.queries.ts";
import { raiseAlert } from "./raise-alert.ts";

const organizations = eachOrganization("bank-files-overdue");
const FILES_PER_COMMIT = 50;
/** A file that waits longer may miss its cut-off: a person should know while there is time. */
const SENT_WITHIN_MS = 15 * MINUTE_MS;

/** Alerts about each file that should have been sent or answered by now, once. Returns the number of files. */
export async function alertOverdue(service: Service): Promise<number> {
  const now = service.clock.now();
  const writtenBefore = plusMs(now, -SENT_WITHIN_MS);
  const found = await organizationsOverdue(service.database, { writtenBefore, now });
  return organizations.run(
    service,
    found.map(({ organization_id: id }) => id),
    (organizationId) =>
      service.database.transaction(async (tx) => {
        const limit = FILES_PER_COMMIT;
        const unanswered = await takeUnanswered(tx, organizationId, { now, limit });
        const unsent = await takeUnsent(tx, organizationId, { writtenBefore, now, limit });
        assert(unanswered.length <= limit, "a commit alerts about a bounded number of unanswered files");
        assert(unsent.length <= limit, "a commit alerts about a bounded number of unsent files");
        for (const { file_id: fileId } of unanswered)
          await raiseAlert(service, tx, { organizationId, fileId, kind: "unanswered" });
        for (const { file_id: fileId } of unsent)
          await raiseAlert(service, tx, { organizationId, fileId, kind: "unsent" });
        return unanswered.length + unsent.length;
      }),
  );
}
