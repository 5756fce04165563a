import { type Static, Type } from "typebox";
import type { Api } from "#kernel/http/api.ts";
import { Nullable, object } from "#kernel/http/schemas.ts";
import type { Service } from "#kernel/process/service.ts";
import type { OrganizationId } from "#kernel/values/ids.ts";
import { actorOf } from "#records/audit";
import { callerOf, getOrganization, setLegalAddress } from "#records/identity";
import { requireStepUp } from "#records/people";

const line = (description: string) => Type.String({ minLength: 1, maxLength: 200, description });
const lines = {
  address1: line("Street and number."),
  city: line("City."),
  region: line("The state's two letters."),
  postalCode: line("ZIP code."),
};
const AddressSchema = object(
  { ...lines, address2: Nullable(line("Suite or floor.")) },
  { title: "LegalAddress", description: "A US address." },
);
const NewAddressSchema = object(
  { ...lines, address2: Type.Optional(Nullable(line("Suite or floor."))) },
  { title: "SetLegalAddressRequest" },
);
const EnvelopeSchema = object(
  { legalAddress: Nullable(AddressSchema) },
  { title: "LegalAddressEnvelope", description: "Null until it is entered." },
);
const tags = ["Organization"];

/** The address that banks ask for in wires, and that statements and checks show. */
export function legalAddressRoutes(app: Api, service: Service): void {
  app.get(
    "/organization/legal-address",
    {
      config: { scope: "person" },
      schema: {
        operationId: "getLegalAddress",
        summary: "Get the organization's legal address",
        description: "Null until it is entered.",
        tags,
        response: { 200: EnvelopeSchema },
      },
    },
    async (request) => read(service, callerOf(request).organizationId),
  );
  app.post(
    "/organization/legal-address/replace",
    {
      config: { scope: "person", permission: "manageOrganization", refusals: ["stepUpNeeded"] },
      schema: {
        operationId: "setLegalAddress",
        summary: "Set the organization's legal address",
        description:
          "Printed on statements and checks, and part of wires. Earlier statements keep theirs. Requires recent reauthentication (POST /session/step-up).",
        tags,
        body: {
          ...NewAddressSchema,
          examples: [{ address1: "1 Main Street", city: "New York", region: "NY", postalCode: "10001" }],
        },
        response: { 200: EnvelopeSchema },
      },
    },
    async (request) => {
      const caller = callerOf(request);
      requireStepUp(caller);
      const { organizationId } = caller;
      const { address2, ...others } = request.body;
      const address = { ...others, ...(address2 ? { address2 } : {}), country: "US" };
      await service.database.transaction((tx) =>
        setLegalAddress(service, tx, { organizationId, address, actor: actorOf(caller) }),
      );
      return read(service, organizationId);
    },
  );
}

async function read({ database }: Service, organizationId: OrganizationId): Promise<Static<typeof EnvelopeSchema>> {
  const { legalAddress } = await getOrganization(database, organizationId);
  if (legalAddress === undefined) return { legalAddress: null };
  const { country: _, address2 = null, ...others } = legalAddress;
  return { legalAddress: { ...others, address2 } };
}
