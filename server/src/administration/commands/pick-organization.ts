import type { Service } from "#kernel/process/service.ts";
import { type RefusalTable, refuser } from "#kernel/refusal.ts";
import { isUuid } from "#kernel/values/ids.ts";
import { listOrganizations, type Organization } from "#records/identity";

const organizationChoiceRefusals = {
  organizationNotNamed: {
    status: 400,
    title: "Several organizations exist and none was named",
    message: "There are {count} organizations. Name one with --org (an id or a name).",
  },
  organizationUnknown: {
    status: 404,
    title: "The organization does not exist",
    message: "There is no organization {named}. See bursar org list.",
  },
} as const satisfies RefusalTable;
const refuseChoice = refuser(organizationChoiceRefusals);

/** The organization that the operator names by id or name; optional if only one exists. */
export async function pickOrganization(service: Service, named: string | undefined): Promise<Organization> {
  const all = await listOrganizations(service.database);
  if (named === undefined) {
    const [only, ...others] = all;
    if (only !== undefined && others.length === 0) return only;
    throw only === undefined
      ? refuseChoice("organizationUnknown", { details: { named: "yet" } })
      : refuseChoice("organizationNotNamed", { details: { count: all.length } });
  }
  const searched = named.toLowerCase();
  const found = all.filter((organization) =>
    isUuid(named)
      ? organization.organizationId === searched
      : organization.legalBusinessName.toLowerCase() === searched,
  );
  const [match] = found;
  if (match === undefined || found.length > 1)
    throw refuseChoice("organizationUnknown", {
      details: { named: found.length > 1 ? `only one named ${named}` : named },
    });
  return match;
}
