import { assert } from "#kernel/assert.ts";
import { MINUTE_MS, plusMs } from "#kernel/clock/clock.ts";
import type { Service } from "#kernel/process/service.ts";
import type { OrganizationId } from "#kernel/values/ids.ts";
import { eachOrganization } from "#kernel/work/each-organization.ts";
import { abandonContentsBefore, deleteContent, organizationsWithLeftoverContents } from "./contents.queries.ts";

/** Longer than storing a content and committing its file takes. */
const STORED_WITHIN_MS = 30 * MINUTE_MS;
const PER_PASS = 100;

const organizations = eachOrganization("bank-files-sweep");

/**
 * Deletes stored contents that no file refers to, because a process died or a transaction rolled back. First the object,
 * then the row that names it, so that a crash in between repeats the deletion. Returns the number of contents deleted.
 */
export async function sweepBankFiles(service: Service): Promise<number> {
  const before = plusMs(service.clock.now(), -STORED_WITHIN_MS);
  const found = await organizationsWithLeftoverContents(service.database, before);
  const ids = found.map(({ organization_id: id }) => id);
  return organizations.run(service, ids, (organizationId) => sweepOf(service, organizationId, before));
}

async function sweepOf(
  { database, objects }: Pick<Service, "database" | "objects">,
  organizationId: OrganizationId,
  before: Date,
): Promise<number> {
  const leftovers = await abandonContentsBefore(database, organizationId, { before, limit: PER_PASS });
  assert(leftovers.length <= PER_PASS, "a pass sweeps a bounded number of contents");
  for (const { object_name: name } of leftovers) {
    await objects.delete(name);
    const deleted = await deleteContent(database, organizationId, name);
    assert(deleted <= 1, "a content has one name");
  }
  return leftovers.length;
}
