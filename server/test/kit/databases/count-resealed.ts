import { resealEverything } from "#kernel/crypto/reseal.ts";
import type { Service } from "#kernel/process/service.ts";
import type { OrganizationId } from "#kernel/values/ids.ts";

/** Encrypts everything again; returns how many values of a column, `table.column`, had an older key. */
export async function countResealed(
  service: Service,
  organizationId: OrganizationId,
  name: string,
): Promise<number | undefined> {
  const columns = await resealEverything(service, organizationId);
  return columns.find(({ column }) => column === name)?.resealed;
}
