import { join, resolve, sep } from "node:path";
import { assert } from "#kernel/assert.ts";
import { invalidRequest } from "#kernel/http/http-refusals.ts";
import type { Config } from "#kernel/process/config.ts";
import { isUuid, type OrganizationId } from "#kernel/values/ids.ts";

/**
 * Where users may put the folders of their organization's connections. The operator may choose any folder of the machine;
 * a user who could would read and write other files of the service, and the bank files of other organizations.
 */
export function usersFolderOf({ dataDir }: Pick<Config, "dataDir">, organizationId: OrganizationId): string {
  // It becomes part of a path.
  assert(isUuid(organizationId), "the ID of an organization is a UUID");
  const folder = join(dataDir, "banks", organizationId);
  assert(folder.endsWith(organizationId), "the folder of users' connections is the organization's own");
  return folder;
}

/** Refuses with `invalidRequest` a folder in which a user may not put files. */
export function requireUsersFolder(
  config: Pick<Config, "dataDir">,
  organizationId: OrganizationId,
  channel: Readonly<Record<string, unknown>>,
): void {
  const { folder } = channel;
  if (typeof folder !== "string") return;
  const root = usersFolderOf(config, organizationId);
  if (resolve(folder) === folder && folder.startsWith(`${root}${sep}`)) return;
  throw invalidRequest([{ path: "channel.folder", message: `must be a folder below ${root}` }]);
}
