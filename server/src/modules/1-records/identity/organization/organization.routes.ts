import { type Static, Type } from "typebox";
import type { Api } from "#kernel/http/api.ts";
import { Nullable, OneOf, object, Uuid } from "#kernel/http/schemas.ts";
import type { Service } from "#kernel/process/service.ts";
import { callerOf } from "../caller.ts";
import { getOrganization } from "./manage-organization.ts";
import { billingCadences, organizationKinds, plans } from "./organization.ts";

const OrganizationSchema = object(
  {
    id: Uuid("The organization's id."),
    legalBusinessName: Type.String({ description: "Its legal name." }),
    kind: OneOf(organizationKinds, "Whether it is a business or an individual."),
    dbas: Type.Array(
      object(
        {
          dbaName: Type.String({ description: "A name it does business as." }),
          dbaIsDefault: Type.Boolean({ description: "True for the default name." }),
        },
        { title: "Dba" },
      ),
      { description: "Names it does business as." },
    ),
    billingCadence: OneOf(billingCadences, "How often its plan is billed."),
    subscriptionTier: OneOf(plans, "Its plan. Invoicing requires a plan other than `free`."),
    ein: Nullable(Type.String({ description: "Employer identification number." })),
  },
  { title: "Organization", description: "The organization." },
);

/** `GET /organization` (wire contract §4.14). */
export function organizationRoutes(app: Api, service: Service): void {
  app.get(
    "/organization",
    {
      config: { scope: "fetchOrganization", refusals: [] },
      schema: {
        operationId: "getOrganization",
        summary: "Get the organization",
        description: "The organization that the token belongs to.",
        tags: ["Organization"],
        response: { 200: object({ organization: OrganizationSchema }, { title: "OrganizationEnvelope" }) },
      },
    },
    async (request): Promise<{ organization: Static<typeof OrganizationSchema> }> => {
      const organization = await getOrganization(service.database, callerOf(request).organizationId);
      return {
        organization: {
          id: organization.organizationId,
          legalBusinessName: organization.legalBusinessName,
          kind: organization.kind,
          dbas: organization.dbas.map((dbaName, index) => ({ dbaName, dbaIsDefault: index === 0 })),
          billingCadence: organization.billingCadence,
          subscriptionTier: organization.plan,
          ein: organization.ein ?? null,
        },
      };
    },
  );
}
