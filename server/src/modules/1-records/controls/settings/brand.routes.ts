import { Type } from "typebox";
import type { Api } from "#kernel/http/api.ts";
import { Nullable, object } from "#kernel/http/schemas.ts";
import { takeUpload } from "#kernel/http/uploads.ts";
import { actorOf } from "#records/audit";
import { BrandSchema, findBrand, removeLogo, uploadLogo } from "#records/brand";
import { callerOf, setBrandColor } from "#records/identity";
import { type PeopleService, requireStepUp } from "#records/people";

const ColorSchema = object(
  { color: Nullable(Type.String({ maxLength: 20, description: "The color, #rrggbb. Null for the service's own." })) },
  { title: "ChangeBrandColorRequest" },
);
const tags = ["Organization"];
const CHANGES_BRAND =
  "Shown on invoices, pages for customers and recipients, documents, and emails about them. Requires recent reauthentication (POST /session/step-up).";

/** The brand: readable by every signed-in user, changed by users with the permission `manageOrganization`. */
export function brandRoutes(app: Api, service: PeopleService): void {
  app.get(
    "/organization/brand",
    {
      config: { scope: "person" },
      schema: {
        operationId: "getBrand",
        summary: "Get the organization's logo and color",
        description: "Null until they are chosen.",
        tags,
        response: { 200: BrandSchema },
      },
    },
    (request) => findBrand(service, service.database, callerOf(request).organizationId),
  );
  app.post(
    "/organization/brand-color",
    {
      config: { scope: "person", permission: "manageOrganization", refusals: ["stepUpNeeded"] },
      schema: {
        operationId: "changeBrandColor",
        summary: "Change the organization's color",
        description: `White text must be readable on it (a contrast of 4.5). ${CHANGES_BRAND}`,
        tags,
        body: { ...ColorSchema, examples: [{ color: "#1d4f91" }] },
        response: { 200: BrandSchema },
      },
    },
    async (request) => {
      const caller = callerOf(request);
      requireStepUp(caller);
      const { organizationId } = caller;
      const { color } = request.body;
      await service.database.transaction((tx) =>
        setBrandColor(service, tx, { organizationId, color, actor: actorOf(caller) }),
      );
      return findBrand(service, service.database, organizationId);
    },
  );
  logoRoutes(app, service);
}

function logoRoutes(app: Api, service: PeopleService): void {
  app.post(
    "/organization/logo",
    {
      config: {
        scope: "person",
        permission: "manageOrganization",
        upload: true,
        refusals: ["stepUpNeeded", "bodyTooLarge", "badRequest", "serviceUnavailable"],
      },
      schema: {
        operationId: "uploadLogo",
        summary: "Upload the organization's logo",
        description: `Replaces the logo. A PNG or a JPEG of at most 256 KB, one megapixel, and 1,600 pixels per side: its content decides, not its name. It is decoded, scaled down, and stored as a new PNG on white, without anything else that was in the file. ${CHANGES_BRAND}`,
        tags,
        consumes: ["multipart/form-data"],
        body: object(
          {
            file: Type.String({
              format: "binary",
              minLength: 1,
              maxLength: 300,
              description: "The picture. Its name does not matter.",
            }),
          },
          { title: "UploadLogoRequest" },
        ),
        response: { 200: BrandSchema },
      },
    },
    async (request) => {
      const caller = callerOf(request);
      requireStepUp(caller);
      await uploadLogo(service, { caller, file: takeUpload(request) });
      return findBrand(service, service.database, caller.organizationId);
    },
  );
  app.delete(
    "/organization/logo",
    {
      config: { scope: "person", permission: "manageOrganization", refusals: ["stepUpNeeded"] },
      schema: {
        operationId: "removeLogo",
        summary: "Remove the organization's logo",
        description: "Links to it stop working. Without a logo, nothing changes. Requires recent reauthentication.",
        tags,
        response: { 204: Type.Unsafe<undefined>({ type: "null", description: "Removed." }) },
      },
    },
    async (request, reply) => {
      const caller = callerOf(request);
      requireStepUp(caller);
      await service.database.transaction((tx) => removeLogo(service, tx, caller));
      return reply.code(204).send(undefined);
    },
  );
}
