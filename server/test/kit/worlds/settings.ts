import type { OrganizationId } from "#kernel/values/ids.ts";
import { changeSettings, type OrganizationSettings, readSettings } from "#records/identity";
import { operator, type TestWorld } from "../service/full-app.ts";

/** Changes an organization's settings. Tokens and sessions already in use see them after half a second. */
export const setSettings = (
  { service, clock }: TestWorld,
  organizationId: OrganizationId,
  changes: Partial<OrganizationSettings>,
) =>
  service.database.transaction(async (tx) => {
    const { version } = await readSettings(tx, organizationId);
    return changeSettings(service, tx, { organizationId, actor: operator, version, changes, at: clock.now() });
  });
