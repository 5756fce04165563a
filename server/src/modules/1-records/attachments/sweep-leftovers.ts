import { MINUTE_MS, plusMs, systemClock } from "#kernel/clock/clock.ts";
import type { Service } from "#kernel/process/service.ts";
import { sweepSpool } from "#kernel/storage/spool.ts";
import type { OrganizationId } from "#kernel/values/ids.ts";
import { eachOrganization } from "#kernel/work/each-organization.ts";
import { abandonUploadsBefore, markErased, objectsToErase, organizationsWithLeftovers } from "./attachments.queries.ts";

/** Longer than an upload takes, including the attempts of a slow store. */
const UPLOAD_ENDS_AFTER_MS = 30 * MINUTE_MS;
const PER_PASS = 100;

const organizations = eachOrganization("attachments-sweep");

/**
 * Deletes the contents of deleted and abandoned files, and what a process that died left. The content goes first, then
 * its key with the row's last move, so a crash in between repeats the deletion. Objects that no row names are never
 * touched: they may belong to a service whose database is a copy of this one. Returns the number of contents deleted.
 */
export async function sweepAttachments(service: Service): Promise<number> {
  // Files of this machine, on its clock.
  const swept = await sweepSpool(service.config.dataDir, plusMs(systemClock.now(), -UPLOAD_ENDS_AFTER_MS));
  const before = plusMs(service.clock.now(), -UPLOAD_ENDS_AFTER_MS);
  const found = await organizationsWithLeftovers(service.database, before);
  const ids = found.map(({ organization_id: id }) => id);
  return swept + (await organizations.run(service, ids, (organizationId) => sweepOf(service, organizationId, before)));
}

async function sweepOf(
  { database, clock, objects }: Service,
  organizationId: OrganizationId,
  before: Date,
): Promise<number> {
  await abandonUploadsBefore(database, organizationId, before);
  const names = await objectsToErase(database, organizationId, { before, limit: PER_PASS });
  for (const { object_name: name } of names) {
    await objects.delete(name);
    await markErased(database, organizationId, name, clock.now());
  }
  return names.length;
}
