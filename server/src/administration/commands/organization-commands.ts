import { Type } from "typebox";
import { OneOf, object } from "#kernel/http/schemas.ts";
import {
  billingCadences,
  listOrganizations,
  type Organization,
  organizationKinds,
  plans,
  setLegalAddress,
  setOrganizationDetails,
  setPlan,
} from "#records/identity";
import { createOrganization } from "../create-organization.ts";
import { type AdminCommand, adminCommand } from "./command.ts";
import { pickOrganization } from "./pick-organization.ts";

/** An organization as the command line shows it. */
export interface ShownOrganization {
  readonly organizationId: string;
  readonly legalBusinessName: string;
  readonly plan: string;
  readonly createdAt: string;
}

const shown = (organization: Organization): ShownOrganization => ({
  organizationId: organization.organizationId,
  legalBusinessName: organization.legalBusinessName,
  plan: organization.plan,
  createdAt: organization.createdAt.toISOString(),
});

const Plan = OneOf(plans, "The plan.");

export const organizationCommands: Readonly<Record<string, AdminCommand>> = {
  "org.create": adminCommand(
    object({ name: Type.String(), plan: Type.Optional(Plan) }),
    async ({ service }, { name, plan }, actor) => {
      const organizationId = await service.database.transaction((tx) =>
        createOrganization(service, tx, { legalBusinessName: name, ...(plan === undefined ? {} : { plan }), actor }),
      );
      return shown(await pickOrganization(service, organizationId));
    },
  ),
  "org.list": adminCommand(object({}), async ({ service }) => (await listOrganizations(service.database)).map(shown)),
  "org.plan": adminCommand(
    object({ organization: Type.Optional(Type.String()), plan: Plan }),
    async ({ service }, { organization, plan }, actor) => {
      const { organizationId } = await pickOrganization(service, organization);
      await service.database.transaction((tx) => setPlan(service, tx, { organizationId, plan, actor }));
      return shown(await pickOrganization(service, organizationId));
    },
  ),
  "org.address": adminCommand(
    object({
      organization: Type.Optional(Type.String()),
      address1: Type.String(),
      address2: Type.Optional(Type.String()),
      city: Type.String(),
      region: Type.String(),
      postalCode: Type.String(),
    }),
    async ({ service }, { organization, ...lines }, actor) => {
      const { organizationId } = await pickOrganization(service, organization);
      const address = { ...lines, country: "US" };
      await service.database.transaction((tx) => setLegalAddress(service, tx, { organizationId, address, actor }));
      return shown(await pickOrganization(service, organizationId));
    },
  ),
  "org.details": adminCommand(
    object({
      organization: Type.Optional(Type.String()),
      kind: Type.Optional(OneOf(organizationKinds, "Whether it is a business or an individual.")),
      ein: Type.Optional(Type.String()),
      dbas: Type.Optional(Type.Array(Type.String())),
      billingCadence: Type.Optional(OneOf(billingCadences, "How often its plan is billed.")),
    }),
    async ({ service }, { organization, ...given }, actor) => {
      const { organizationId } = await pickOrganization(service, organization);
      await service.database.transaction((tx) =>
        setOrganizationDetails(service, tx, { organizationId, actor, ...given }),
      );
      return shown(await pickOrganization(service, organizationId));
    },
  ),
};
