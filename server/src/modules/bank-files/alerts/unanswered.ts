import type { Service } from "../../../kernel/process/service.ts";
import { eachOrganization } from "../../../kernel/work/each-organization.ts";
import { organizationsUnanswered, takeUnanswered } from "../sending/sending.queries.ts";
import { raiseAlert } from "./raise-alert.ts";

const organizations = eachOrganization("bank-files-unanswered");
const FILES_PER_COMMIT = 50;

/** Alerts about each file that the bank should have answered by now, once. Returns the number of files. */
export async function alertUnanswered(service: Service): Promise<number> {
  const now = service.clock.now();
  const ids = (await organizationsUnanswered(service.database, now)).map(({ organization_id: id }) => id);
  return organizations.run(service, ids, (organizationId) =>
    service.database.transaction(async (tx) => {
      const files = await takeUnanswered(tx, organizationId, { now, limit: FILES_PER_COMMIT });
      for (const { file_id: fileId } of files)
        await raiseAlert(service, tx, { organizationId, fileId, kind: "unanswered" });
      return files.length;
    }),
  );
}
